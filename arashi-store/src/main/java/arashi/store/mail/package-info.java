/**
 * Folders, items and messages: adds mail, lists it, changes it, finds it.
 *
 * <pre>
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
 * <p><b>Locks.</b> A transaction that writes mail locks, in this order: the rows of the blobs that
 * it stores, by hash ({@code BlobWriter.put}); its own new messages; the row of the account; the
 * rows of its folders, by id ({@code AccountChange.lock}). This order avoids deadlocks.
 *
 * <p><b>Changes.</b> Each such transaction takes the account's next modseq and appends one row to
 * the {@link arashi.store.change.ChangeLog change log}.
 */
package arashi.store.mail;
