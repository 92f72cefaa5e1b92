/**
 * Composed mail: from typed fields to the bytes that are sent.
 *
 * <pre>
 *   mail answered ── Original ──► Answer ──┐
 *   mailto: link ── MailtoLink ────────────┼──► Draft ──► OutgoingMail ──► bytes, recipients
 *   form ──────────────────────────────────┘     ▲             ▲
 *                                                │             └─ Contents: the attached files
 *                                  encode/decode (stored)
 * </pre>
 *
 * <p>A {@link arashi.compose.Draft} holds the fields as typed, valid or not, so that a form never
 * loses text. {@link arashi.mime.address.AddressList} parses the recipients and locates errors;
 * {@link arashi.compose.OutgoingMail} rejects them.
 *
 * <p>Everything is a pure function, thread-safe, and bounded by the size of its input. Nothing here
 * reads a clock, a database or a random number. Only {@link arashi.compose.Contents} may block.
 */
package arashi.compose;
