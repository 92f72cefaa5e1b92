/**
 * What is kept of a mail beside its raw bytes: the view that a reader is shown, and the keys by
 * which lists and conversations are made.
 *
 * <pre>
 *   Envelope ─┬─► MailView ──► MailViewCodec ──► bytes ──► MailViewCodec ──► MailView
 *             ├─► SortKeys    lists
 *             └─► ThreadKey   conversations
 * </pre>
 *
 * <p><b>Threads.</b> Everything is immutable, for any thread.
 */
package arashi.mime.view;
