/**
 * Folders, items and messages: adds mail, lists it, changes it, finds it.
 *
 * <pre>
 *   MailWriter ─────────────┬───────────┬─────────────┬─────────────┐
 *       │ add               ▼           ▼             ▼             ▼
 *   Folders ◄─ counters ─ Items ─► Messages ──────► Blobs     SearchIndex
 *                           ▲     (what is shown)  (raw mail)       │
 *                           └───────────── rows of hits ◄────── Search
 * </pre>
 *
 * <p>{@link arashi.store.mail.Items} reads a listing by pages, from one {@link
 * arashi.store.mail.PageKey} on; {@link arashi.store.mail.Search} reads hits, newest first.
 *
 * <p><b>Threads.</b> Every method that touches the database blocks, and is safe from any thread.
 *
 * <p><b>Locks.</b> A transaction that writes mail locks, in this order: the rows of the blobs that
 * it stores, by hash ({@code BlobWriter.put}); its own new messages; the row of the account; the
 * rows of its folders, by id ({@code AccountChange.lock}). So no two wait for each other in a
 * circle.
 *
 * <p><b>Changes.</b> Each such transaction has a number of its own, the account's next, and writes
 * one row of {@link arashi.store.change.ChangeLog the log}.
 */
package arashi.store.mail;
