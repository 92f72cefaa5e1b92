package arashi.mime.parse;

import arashi.mime.view.Envelope;
import arashi.mime.view.MailAddress;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What {@link MailParser} read from a raw mail. Immutable; keeps the raw bytes reachable.
 *
 * @param view what is shown
 * @param received when the last server on the way took the mail, from the topmost {@code Received}
 * @param preview the first readable words of the text, in one line of at most {@value
 *     PreviewText#MAX_CHARS} characters
 * @param hasAttachment whether a part is offered beside the body; signatures don't count
 * @param resentTo whom it went on to, if the mail begins with that (RFC 5322, 3.6.6); else none
 * @param source the parser and bytes that it came from
 */
public record ParsedMail(
    MailView view,
    Optional<Instant> received,
    String preview,
    boolean hasAttachment,
    List<MailAddress> resentTo,
    Source source) {

  /** Copies the list. */
  public ParsedMail {
    resentTo = List.copyOf(resentTo);
  }

  /** Where parts are read from. */
  @FunctionalInterface
  public interface Source {
    /** Decoded bytes of part {@code n}, or nothing when there is no such part. */
    Optional<byte[]> part(int n);
  }

  /** Header fields for display. */
  public Envelope envelope() {
    return view.envelope();
  }

  /** What was wrong with the mail. */
  public List<MailProblem> problems() {
    return view.problems();
  }

  /**
   * The content of a part, transfer encoding removed; of an attached mail, its raw bytes. Reads
   * through the mail again; never more bytes than the raw mail has.
   */
  public Optional<byte[]> part(int n) {
    return source.part(n);
  }
}
