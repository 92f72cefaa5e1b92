package arashi.store.outbox;

import java.time.Instant;

/**
 * A machine that has sent from the outbox of this database.
 *
 * @param id hash of the machine and of the place of the database
 * @param host name of the machine, for people
 * @param seenAt changes while a node runs on that machine
 */
public record NodeRow(String id, String host, Instant seenAt) {}
