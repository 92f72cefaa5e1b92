/**
 * Mail that is written: from what a person typed to the bytes that leave.
 *
 * <pre>
 *   mail answered ── Original ──► Answer ──┐
 *   mailto: link ── MailtoLink ────────────┼──► Draft ──► OutgoingMail ──► bytes, recipients
 *   form ──────────────────────────────────┘     ▲             ▲
 *                                                │             └─ Contents: the attached files
 *                                  encode/decode (stored)
 * </pre>
 *
 * <p>A {@link arashi.compose.Draft} holds the fields as they were typed, right or wrong, so that a
 * form always comes back whole. {@link arashi.compose.AddressList} reads the fields of recipients
 * and says what is wrong where; {@link arashi.compose.OutgoingMail} refuses what is wrong.
 *
 * <p>Everything is a pure function of its arguments, safe to share among threads, and bounded by
 * the size of its input. Nothing here reads a clock, a database or a random number. Only {@link
 * arashi.compose.Contents} may block.
 */
package arashi.compose;
