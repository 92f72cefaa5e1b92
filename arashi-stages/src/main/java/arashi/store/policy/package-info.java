/**
 * What admins set: classes, targets, controllers, quality. An edit raises the revision, by which
 * the other nodes see it.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 */
package arashi.store.policy;
