/**
 * Mail that comes in: files that are imported.
 *
 * <pre>
 *  paths ── FileMailSource ───► FileContent ──┬─ MboxReader ──┐
 *     (walks; Layout: folders)  (FileShape:   ├─ single mail ─┼──► FoundMail ──► MailVisitor
 *            └── Archive ─────►  what it is)  └─ .emlx ───────┘   (one at a time)
 *               (.zip, .tar, .gz)                Marks: read, starred, labels, where it belongs
 * </pre>
 *
 * Readers block on files and run on the caller's thread.
 */
package arashi.ingest;
