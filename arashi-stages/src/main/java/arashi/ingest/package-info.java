/**
 * Imports mail from files.
 *
 * <pre>
 *  paths ── FileMailSource ──► MailFile ─────┬─ MboxReader ──┐
 *    (walks; Layout: folders)  (FileShape:   ├─ single mail ─┼──► FoundMail ──► MailVisitor
 *            └── MailArchive ──► its format) └─ .emlx ───────┘   (one at a time)
 *                (.zip, .tar, .gz)               MailMarks: flags, labels, target folder
 * </pre>
 *
 * Readers block on files and run on the caller's thread.
 */
package arashi.ingest;
