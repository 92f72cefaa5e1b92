/**
 * Parses raw mail (RFC 5322, MIME) of any quality into a {@link arashi.mime.parse.ParsedMail}.
 *
 * <pre>
 *   raw ─► MailBytes ─► PartWalker ─────► MimePart tree ─┬─► EnvelopeReader ─► Envelope
 *          repairs      (mime4j tokens)   HeaderText,    │   AddressList, MailDate
 *                                         HeaderParameters
 *                                                        └─► BodyAssembler ──► text, html, parts
 *                                                            FlowedText, PreviewText
 * </pre>
 *
 * <p><b>Threads.</b> {@link arashi.mime.parse.MailParser} is thread-safe; one parse uses one
 * thread. It is CPU-bound work for a worker pool.
 */
package arashi.mime.parse;
