/**
 * Settings made by admins: classes, targets, controllers, quality. An edit raises the revision,
 * which the other nodes poll.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 */
package arashi.store.policy;
