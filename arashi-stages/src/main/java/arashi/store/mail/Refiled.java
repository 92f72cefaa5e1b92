package arashi.store.mail;

import java.util.Set;
import java.util.SortedMap;

/**
 * What a refile did.
 *
 * @param folder where the items are now
 * @param uids their new uids, by the old ones
 * @param unknown uids that the folder does not have; nothing was done with them
 */
public record Refiled(long folder, SortedMap<Long, Long> uids, Set<Long> unknown) {}
