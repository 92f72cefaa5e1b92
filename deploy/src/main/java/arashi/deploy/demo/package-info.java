/**
 * Accounts and mails of the demonstration.
 *
 * <p>{@code arashi run} creates them in a new database, before the service listens; blocks.
 */
package arashi.deploy.demo;
