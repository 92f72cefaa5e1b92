/**
 * Mail that comes in: files that are imported.
 *
 * <pre>
 *  paths ── FileMailSource ──┬─ MboxReader ──┐
 *     (walks, tells kinds)   ├─ Maildir      ├──► FoundMail ──► MailVisitor
 *                            └─ single mail ─┘   (one at a time)
 * </pre>
 *
 * Readers block on files and run on the caller's thread.
 */
package arashi.ingest;
