package benchmarks.users;

import benchmarks.corpus.SearchWords;

/**
 * A user's account.
 *
 * @param session token of a session that was begun before; null to sign in by the form
 * @param words to search the mailbox for
 */
public record Person(String name, String password, String session, SearchWords words) {}
