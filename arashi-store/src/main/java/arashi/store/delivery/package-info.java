/**
 * Arriving mail: one transaction stores a mail for all its accounts, together with other waiting
 * mails.
 *
 * <pre>
 *   Usages.of           storage used by an account, and its quota
 *   Deliveries.store    DeliveryRows for each transaction:
 *                       which accounts have it already (delivered) ─► blobs ─► rows of each account
 *                       ─► delivered ─► lock, file and log each account, in id order
 *   Deliveries.forget   deletes expired rows of delivered
 * </pre>
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 */
package arashi.store.delivery;
