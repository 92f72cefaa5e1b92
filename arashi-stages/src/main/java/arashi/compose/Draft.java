package arashi.compose;

import java.util.List;
import java.util.Optional;

/**
 * A mail as it is being written: the fields as typed, right or wrong.
 *
 * @param from address of an identity, or empty for the default one
 * @param to first recipients, as typed
 * @param cc further recipients, as typed
 * @param bcc recipients that the others don't see, as typed
 * @param subject as typed
 * @param text as typed, lines ended by {@code \n}, the signature included
 * @param attachments files, in the order of the mail
 * @param origin the mail that it answers or came from
 */
public record Draft(
    String from,
    String to,
    String cc,
    String bcc,
    String subject,
    String text,
    List<Attached> attachments,
    Optional<Origin> origin) {

  private static final Draft EMPTY = new Draft("", "", "", "", "", "", List.of(), Optional.empty());

  /** Copies the list; browsers end lines by {@code \r\n}, which become {@code \n}. */
  public Draft {
    text = text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
    attachments = List.copyOf(attachments);
  }

  /** Nothing typed yet. */
  public static Draft empty() {
    return EMPTY;
  }

  /** A new mail of an identity: its address, and its signature below a place to write. */
  public static Draft of(Identity identity) {
    return EMPTY.withFrom(identity.address()).withText(Signature.below("", identity));
  }

  /** The same from another address; the text stays, see {@link #withIdentity}. */
  public Draft withFrom(String address) {
    return new Draft(address, to, cc, bcc, subject, text, attachments, origin);
  }

  /**
   * The same from another identity: the signature is exchanged where the text has that of {@code
   * old}, and left alone where a person has changed it.
   */
  public Draft withIdentity(Identity old, Identity identity) {
    return withFrom(identity.address()).withText(Signature.exchange(text, old, identity));
  }

  /** The same with other recipients, as typed. */
  public Draft withRecipients(String to, String cc, String bcc) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** The same with another subject. */
  public Draft withSubject(String subject) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** The same with another text. */
  public Draft withText(String text) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** The same with other files. */
  public Draft withAttachments(List<Attached> attachments) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** The same with another origin. */
  public Draft withOrigin(Optional<Origin> origin) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** True if another mail goes on as it is: there is no text, and the subject is only shown. */
  public boolean redirects() {
    return origin.filter(one -> one.kind() == Origin.Kind.REDIRECT).isPresent();
  }

  /** The draft as bytes; {@link #decode} turns them back into an equal draft. */
  public byte[] encode() {
    return DraftCodec.encode(this);
  }

  /**
   * Reads what {@link #encode} wrote, in this release or an earlier one; what a later release added
   * is left out.
   *
   * @throws IllegalArgumentException when the bytes are damaged
   */
  public static Draft decode(byte[] encoded) {
    return DraftCodec.decode(encoded);
  }
}
