/**
 * Accounts and their login sessions.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 */
package arashi.store.account;
