package arashi.mime.view;

import java.util.ArrayList;
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
 * @param html the body as HTML, <em>not sanitised</em>: it must pass {@link
 *     arashi.mime.html.HtmlSanitizer}
 * @param parts leaves and attached mails in the order of the mail
 * @param problems what was wrong with the mail
 * @param list what it says of its mailing list; empty: an earlier release has read it, without that
 * @param facts what is in the mail beside its text
 */
public record MailView(
    Envelope envelope,
    String text,
    boolean textTruncated,
    Optional<String> html,
    List<PartInfo> parts,
    List<MailProblem> problems,
    Optional<ListFields> list,
    MailFacts facts) {

  /** A view without facts. */
  public MailView(
      Envelope envelope,
      String text,
      boolean textTruncated,
      Optional<String> html,
      List<PartInfo> parts,
      List<MailProblem> problems,
      Optional<ListFields> list) {
    this(envelope, text, textTruncated, html, parts, problems, list, MailFacts.NONE);
  }

  /** Copies the lists. */
  public MailView {
    parts = List.copyOf(parts);
    problems = List.copyOf(problems);
  }

  /** Parts that the reader is offered beside the body. */
  public List<PartInfo> attachments() {
    return parts.stream().filter(part -> !part.inline()).toList();
  }

  /** True if the mail had a problem of this kind. */
  public boolean has(MailProblem.Kind kind) {
    return problems.stream().anyMatch(problem -> problem.kind() == kind);
  }

  /** The same view with one more problem. */
  public MailView with(MailProblem problem) {
    List<MailProblem> more = new ArrayList<>(problems);
    more.add(problem);
    return new MailView(envelope, text, textTruncated, html, parts, more, list, facts);
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

  /**
   * The same without the HTML, for less.
   *
   * @throws IllegalArgumentException as {@link #decode} does
   */
  public static MailView decodeWithoutHtml(byte[] encoded) {
    return MailViewCodec.decode(encoded, false);
  }
}
