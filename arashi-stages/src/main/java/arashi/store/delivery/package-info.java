/**
 * Mail that arrives: one transaction for all accounts that get a mail, and for mails that wait
 * together; and what is asked before.
 *
 * <pre>
 *   Usages.of           what an account holds, and what it may hold
 *   Deliveries.store    DeliveryRows for each transaction:
 *                       which accounts have it already (delivered) ─► blobs ─► rows of each account
 *                       ─► delivered ─► lock, file and log each account, in the order of their ids
 *   Deliveries.forget   rows of delivered that are too old
 * </pre>
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 */
package arashi.store.delivery;
