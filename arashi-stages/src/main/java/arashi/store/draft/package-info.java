/**
 * Mail that is being written, and files that are to be attached to it.
 *
 * <pre>
 *   Uploads ──► blob, link of kind UPLOAD (a day)
 *   Drafts  ──► draft, links of kind DRAFT ──► Filing: its item in the folder Drafts
 * </pre>
 *
 * <p>What a draft holds is opaque here. Version and key are not: a form sent twice is one save, and
 * of two windows the second is told.
 *
 * <p><b>Threads.</b> Every method blocks on the database, and is safe from any thread.
 *
 * <p><b>Locks.</b> The draft's row is locked first, then blobs, messages and the account as
 * everywhere.
 */
package arashi.store.draft;
