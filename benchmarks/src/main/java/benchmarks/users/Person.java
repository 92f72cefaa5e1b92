package benchmarks.users;

import benchmarks.corpus.SearchWords;

/**
 * Who a user of the load is to the service.
 *
 * @param name of the account
 * @param password of the account
 * @param session token of a session that was begun before; null to sign in by the form
 * @param words what to search the mailbox for
 * @param serviceClass what the account is in, as far as the load knows
 */
public record Person(
    String name, String password, String session, SearchWords words, String serviceClass) {}
