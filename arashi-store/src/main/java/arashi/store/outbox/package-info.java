/**
 * Outgoing mail: contents, recipients, and their states.
 *
 * <pre>
 *   draft ──► Outbox.submit ──► outbox, outbox_recipient, blob; item in the folder Outbox
 *                │ recall            │
 *                ▼                   ▼
 *              draft             Departures: claim, commit, settle ──► item in Sent, report in Inbox
 * </pre>
 *
 * <p>Each step of {@code Departures} is an {@code Attempt} in a transaction that has locked the
 * mail's row.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 *
 * <p><b>Locks.</b> The row of the outbox is locked first, then that of the draft, then blobs,
 * messages and the account, as everywhere.
 */
package arashi.store.outbox;
