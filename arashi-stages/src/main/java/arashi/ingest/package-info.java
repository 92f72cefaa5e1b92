/**
 * Mail that comes in: files that are imported.
 *
 * <pre>
 *  paths ── MailSource ──┬─ MboxFile ──┐
 *      (detects, walks)  ├─ Maildir ───┼──► FoundMail (one at a time) ──► importer
 *                        └─ .eml ──────┘
 * </pre>
 *
 * Readers block on files and run on the thread of whoever calls them.
 */
package arashi.ingest;
