package arashi.mime;

import java.util.List;
import java.util.Optional;

/**
 * All that a reader is shown of a mail, complete in itself: it is stored beside the mail, so that
 * showing a mail never parses it again.
 *
 * @param envelope header fields for display
 * @param text the body as plain text, lines ended by {@code \n}; for a mail that has only HTML, its
 *     text. Free of U+0000, unpaired surrogates and control characters other than tab and newline
 * @param textTruncated true when there is more text than the limit
 * @param html the body as HTML, <em>not sanitised</em>: it must pass {@link HtmlSanitizer}
 * @param parts leaves and attached mails in the order of the mail
 * @param problems what was wrong with the mail
 */
public record MailView(
    Envelope envelope,
    String text,
    boolean textTruncated,
    Optional<String> html,
    List<PartInfo> parts,
    List<MailProblem> problems) {

  /** Copies the lists. */
  public MailView {
    parts = List.copyOf(parts);
    problems = List.copyOf(problems);
  }

  /** Parts that the reader is offered beside the body. */
  public List<PartInfo> attachments() {
    return parts.stream().filter(part -> !part.inline()).toList();
  }

  /** The view as compressed bytes; {@link #decode} turns them back into an equal view. */
  public byte[] encode() {
    return MailViewCodec.encode(this);
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws IllegalArgumentException when the bytes are not an encoded view of a known version
   */
  public static MailView decode(byte[] encoded) {
    return MailViewCodec.decode(encoded);
  }
}
