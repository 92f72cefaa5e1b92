/**
 * Folders, items and messages: adds mail, lists it, changes it, finds it.
 *
 * <pre>
 *   MailTransactions ─► MailTx ─► AccountTx ─► item, message, counters, log, search index
 *
 *   MailWriter ─────────────┬───────────┬─────────────┬─────────────┐
 *       │ add               ▼           ▼             ▼             ▼
 *   Folders ◄─ counters ─ Items ─► Messages ──────► Blobs     SearchIndex
 *                           ▲     (for reading)    (raw mail)       │
 *                           └───────────── rows of hits ◄────── Search
 * </pre>
 *
 * <p>{@link arashi.store.mail.Items} reads a listing page by page, each from a {@link
 * arashi.store.mail.PageKey}; {@link arashi.store.mail.Search} reads hits, newest first.
 *
 * <p><b>Threads.</b> Every method that touches the database blocks, and is safe from any thread.
 *
 * <p><b>Changes.</b> Mail is changed through {@link arashi.store.mail.AccountTx} only. Each change
 * takes the account's next modseq, and appends one row to the {@link arashi.store.change.ChangeLog
 * change log}.
 *
 * <p><b>Locks.</b> {@link arashi.store.mail.MailTx} describes their order, which avoids deadlocks.
 */
package arashi.store.mail;
