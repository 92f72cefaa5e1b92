package benchmarks.users;

import benchmarks.corpus.SearchWords;

/**
 * A user's account.
 *
 * @param session token of an existing session; null to sign in by the form
 * @param words search terms for the mailbox
 */
public record Person(String name, String password, String session, SearchWords words) {}
