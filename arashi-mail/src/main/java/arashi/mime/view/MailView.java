package arashi.mime.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The complete displayed content of a mail. It is stored beside the mail, so that displaying a mail
 * never parses it again.
 *
 * @param envelope displayed header fields
 * @param text the body as plain text, with lines ended by {@code \n}; converted from HTML if there
 *     is no text. Free of U+0000, unpaired surrogates and control characters other than tab and
 *     newline
 * @param textTruncated whether the text was longer than the limit
 * @param html the body as HTML, <em>not sanitised</em>: it must pass {@link
 *     arashi.mime.html.HtmlSanitizer}
 * @param parts leaves and attached mails in the order of the mail
 * @param problems problems found in the mail
 * @param list mailing-list fields
 * @param facts facts beside the text
 * @param structure all entities in the order of the mail; empty for mail shown as source
 */
public record MailView(
    Envelope envelope,
    String text,
    boolean textTruncated,
    Optional<String> html,
    List<PartInfo> parts,
    List<MailProblem> problems,
    ListFields list,
    MailFacts facts,
    List<BodyPart> structure) {

  /** Creates a view without facts and structure. */
  public MailView(
      Envelope envelope,
      String text,
      boolean textTruncated,
      Optional<String> html,
      List<PartInfo> parts,
      List<MailProblem> problems,
      ListFields list) {
    this(envelope, text, textTruncated, html, parts, problems, list, MailFacts.NONE, List.of());
  }

  /** Copies the lists. */
  public MailView {
    parts = List.copyOf(parts);
    problems = List.copyOf(problems);
    structure = List.copyOf(structure);
  }

  /** Returns the parts offered beside the body. */
  public List<PartInfo> attachments() {
    return parts.stream().filter(part -> !part.inline()).toList();
  }

  /** True if the mail has a problem of this kind. */
  public boolean has(MailProblem.Kind kind) {
    return problems.stream().anyMatch(problem -> problem.kind() == kind);
  }

  /** Returns this view with one more problem. */
  public MailView with(MailProblem problem) {
    List<MailProblem> more = new ArrayList<>(problems);
    more.add(problem);
    return new MailView(envelope, text, textTruncated, html, parts, more, list, facts, structure);
  }

  /**
   * Whether a mail is attached that is itself encoded (which RFC 2046, 5.2.1, forbids). Its parts
   * can only be read from the whole mail.
   */
  public boolean hasEncodedMail() {
    return structure.stream()
        .anyMatch(
            part ->
                part.type().value().startsWith("message/")
                    && (part.encoding().equals("base64")
                        || part.encoding().equals("quoted-printable")));
  }

  /** Encodes the view as compressed bytes, the inverse of {@link #decode}. */
  public byte[] encode() {
    return MailViewCodec.encode(this);
  }

  /**
   * Decodes the result of {@link #encode}.
   *
   * @throws IllegalArgumentException if the bytes are not an encoded view of a known version
   */
  public static MailView decode(byte[] encoded) {
    return MailViewCodec.decode(encoded);
  }

  /**
   * Decodes a view without its HTML, which is faster.
   *
   * @throws IllegalArgumentException as for {@link #decode}
   */
  public static MailView decodeWithoutHtml(byte[] encoded) {
    return MailViewCodec.decode(encoded, false);
  }
}
