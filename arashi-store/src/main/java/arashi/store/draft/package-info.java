/**
 * Mail being written, and files to attach to it.
 *
 * <pre>
 *   Uploads ──► blob, link of kind UPLOAD (a day)
 *   Drafts  ──► draft, links of kind DRAFT ──► AccountTx: its item in the folder Drafts
 * </pre>
 *
 * <p>The content of a draft is opaque here. Version and key are not: a form sent twice is saved
 * once, and of two windows that save the same version, the second gets a conflict.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 *
 * <p><b>Locks.</b> The draft's row is locked first, then blobs, messages and the account, as
 * everywhere.
 */
package arashi.store.draft;
