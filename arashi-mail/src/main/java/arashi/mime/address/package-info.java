/**
 * Addresses of mail: one type, one grammar, and a reader for each place they come from.
 *
 * <pre>
 *   SMTP path        AnglePath ─► MailAddress                 strict (RFC 5321, RFC 6531)
 *   typed            TypedAddresses    ─┐                     every char is taken or marked as wrong
 *                                       ├ AddressScanner ─► Mailbox
 *   header received  ReceivedAddresses ─┘                     never fails: what is no address is shown
 *
 *   QuotedString, Domain, MailAddress: the grammar of all three
 * </pre>
 *
 * Pure functions of text, in linear time; any thread.
 */
package arashi.mime.address;
