package arashi.compose;

import java.util.List;
import java.util.Optional;

/**
 * A mail in composition, with its fields as typed, valid or not.
 *
 * @param from address of an identity, or empty for the default one
 * @param to To, as typed
 * @param cc Cc, as typed
 * @param bcc Bcc, as typed
 * @param subject as typed
 * @param text as typed, with {@code \n} line ends and the signature
 * @param attachments files, in the order of the mail
 * @param origin mail that the draft answers or derives from
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

  /** Copies the list, and normalizes the browser's {@code \r\n} to {@code \n}. */
  public Draft {
    text = text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
    attachments = List.copyOf(attachments);
  }

  /** An empty draft. */
  public static Draft empty() {
    return EMPTY;
  }

  /** A new mail of an identity, with its signature below an empty text. */
  public static Draft of(Identity identity) {
    return EMPTY.withFrom(identity.address()).withText(Signature.below("", identity));
  }

  /** Returns a copy with another address; the text stays, see {@link #withIdentity}. */
  public Draft withFrom(String address) {
    return new Draft(address, to, cc, bcc, subject, text, attachments, origin);
  }

  /** Returns a copy with another identity, and its signature unless the old one was edited. */
  public Draft withIdentity(Identity old, Identity identity) {
    return withFrom(identity.address()).withText(Signature.exchange(text, old, identity));
  }

  /** Returns a copy with other recipients, as typed. */
  public Draft withRecipients(String to, String cc, String bcc) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** Returns a copy with another subject. */
  public Draft withSubject(String subject) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** Returns a copy with another text. */
  public Draft withText(String text) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** Returns a copy with other files. */
  public Draft withAttachments(List<Attached> attachments) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** Returns a copy with another origin. */
  public Draft withOrigin(Optional<Origin> origin) {
    return new Draft(from, to, cc, bcc, subject, text, attachments, origin);
  }

  /** True if the draft redirects a mail unchanged: no text, and the subject only for display. */
  public boolean redirects() {
    return origin.filter(one -> one.kind() == Origin.Kind.REDIRECT).isPresent();
  }

  /** Encodes the draft; {@link #decode} restores an equal draft. */
  public byte[] encode() {
    return DraftCodec.encode(this);
  }

  /**
   * Decodes a draft; fields that a later release added are skipped.
   *
   * @throws IllegalArgumentException if the bytes are damaged
   */
  public static Draft decode(byte[] encoded) {
    return DraftCodec.decode(encoded);
  }
}
