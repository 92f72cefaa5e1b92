/**
 * Imports mail from files.
 *
 * <pre>
 *  paths ── FileMailSource ───► FileContent ──┬─ MboxReader ──┐
 *     (walks; Layout: folders)  (FileShape:   ├─ single mail ─┼──► FoundMail ──► MailVisitor
 *            └── Archive ─────► its format)   └─ .emlx ───────┘   (one at a time)
 *               (.zip, .tar, .gz)                Marks: flags, labels, target folder
 * </pre>
 *
 * Readers block on files and run on the caller's thread.
 */
package arashi.ingest;
