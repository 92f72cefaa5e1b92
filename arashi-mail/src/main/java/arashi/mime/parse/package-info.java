/**
 * Parses raw mail (RFC 5322, MIME) of any quality into a {@link arashi.mime.parse.ParsedMail}.
 *
 * <pre>
 *   raw ─► MailBytes ─► PartWalker ─────► MimePart tree ─┬─► EnvelopeReader ─► Envelope
 *          repairs      (mime4j tokens)   HeaderText,    │   AddressList, MailDate
 *                          │              HeaderParameters
 *                       DecodedStream                    └─► BodyAssembler ──► text, html, parts
 *                       (Base64, QuotedPrintable)            FlowedText, PreviewText, OutsideText
 * </pre>
 *
 * <p>Nothing is lost without a word: what is not in its encoding, or outside of the parts, is shown
 * as it stands, and a {@link arashi.mime.view.MailProblem} says so.
 *
 * <p><b>Threads.</b> {@link arashi.mime.parse.MailParser} is thread-safe; one parse uses one
 * thread. It is CPU-bound work for a worker pool.
 */
package arashi.mime.parse;
