package arashi.store.mail;

import java.util.Set;
import java.util.SortedMap;

/**
 * Outcome of a refile.
 *
 * @param folder folder of the items now
 * @param uids new uids by old uid
 * @param unknown uids that the folder does not have; they were ignored
 */
public record Refiled(long folder, SortedMap<Long, Long> uids, Set<Long> unknown) {}
