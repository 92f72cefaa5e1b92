/**
 * Stored data of a mail beside its raw bytes: the displayed view, and the keys of lists and
 * conversations.
 *
 * <pre>
 *   Envelope ─┬─► MailView ──► MailViewCodec ──► bytes ──► MailViewCodec ──► MailView
 *             ├─► SortKeys    lists
 *             └─► ThreadKey   conversations
 * </pre>
 *
 * <p><b>Threads.</b> All types are immutable and thread-safe.
 */
package arashi.mime.view;
