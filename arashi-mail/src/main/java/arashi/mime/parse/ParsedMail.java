package arashi.mime.parse;

import arashi.mime.address.Mailbox;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of {@link MailParser}. Immutable; keeps the raw bytes reachable.
 *
 * @param view the displayed content
 * @param received when the last server accepted the mail, from the topmost {@code Received}
 * @param preview the first readable words, on one line of at most {@value PreviewText#MAX_CHARS}
 *     characters
 * @param hasAttachment whether a part is offered beside the body; signatures do not count
 * @param resentTo recipients of the resent block at the top (RFC 5322, 3.6.6), if any
 * @param source the parser and bytes of this mail
 */
public record ParsedMail(
    MailView view,
    Optional<Instant> received,
    String preview,
    boolean hasAttachment,
    List<Mailbox> resentTo,
    Source source) {

  /** Copies the list. */
  public ParsedMail {
    resentTo = List.copyOf(resentTo);
  }

  /** Reads parts of the mail. */
  @FunctionalInterface
  public interface Source {
    /** Returns the decoded bytes of part {@code n}, or empty if there is no such part. */
    Optional<byte[]> part(int n);
  }

  /** Returns the displayed header fields. */
  public Envelope envelope() {
    return view.envelope();
  }

  /** Returns the problems found in the mail. */
  public List<MailProblem> problems() {
    return view.problems();
  }

  /**
   * Returns the content of a part without its transfer encoding; the raw bytes for an attached
   * mail. Parses the mail again; the result is never longer than the raw mail.
   */
  public Optional<byte[]> part(int n) {
    return source.part(n);
  }
}
