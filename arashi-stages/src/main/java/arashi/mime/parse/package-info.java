/**
 * Raw mail (RFC 5322, MIME) to a {@link arashi.mime.parse.ParsedMail}, in whatever state it comes.
 *
 * <pre>
 *   raw ─► MailBytes ─► PartWalker ─────► MimePart tree ─┬─► EnvelopeReader ─► Envelope
 *          repairs      (mime4j tokens)   HeaderText,    │   AddressParser, MailDate
 *                                         HeaderParameters
 *                                                        └─► BodyAssembler ──► text, html, parts
 *                                                            FlowedText, PreviewText
 * </pre>
 *
 * <p><b>Threads.</b> {@link arashi.mime.parse.MailParser} is for any thread; one parse uses one
 * thread. CPU work for a worker pool.
 */
package arashi.mime.parse;
