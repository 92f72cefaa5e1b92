package arashi.ingest;

import arashi.mime.Envelope;
import arashi.mime.MailParser;
import arashi.mime.ParsedMail;
import arashi.mime.SortKeys;
import arashi.mime.TermExtractor;
import arashi.mime.ThreadKey;
import arashi.store.Flag;
import arashi.store.NewMail;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import seda.kernel.Clock;

/**
 * Turns raw mail into what the store keeps of it: the row of a listing, what a reader is shown, and
 * the terms under which it is found. Any mail can be taken in, however malformed. Thread-safe;
 * costs CPU and does not block.
 */
public final class Intake {
  private final MailParser parser;
  private final TermExtractor terms;
  private final Clock clock;

  /** An intake with these limits; {@code clock} dates mail that says nothing of its date. */
  public Intake(MailParser parser, TermExtractor terms, Clock clock) {
    this.parser = parser;
    this.terms = terms;
    this.clock = clock;
  }

  /**
   * A mail that was taken in.
   *
   * @param mail for the store
   * @param malformed true if parts of it could not be read as they were meant
   */
  public record Taken(NewMail mail, boolean malformed) {}

  /**
   * Reads a mail.
   *
   * @param raw its bytes, which the result keeps
   * @param received when it was delivered, if its source says so; else the mail is believed
   * @param flags what its reader had done with it
   */
  public Taken take(byte[] raw, Optional<Instant> received, MailFlags flags) {
    ParsedMail parsed = parser.parse(raw);
    Envelope envelope = parsed.envelope();
    ThreadKey thread = ThreadKey.of(envelope, raw);
    NewMail mail =
        new NewMail(
            raw,
            received.or(parsed::received).or(envelope::date).orElseGet(clock::instant),
            stored(flags),
            envelope.author().label(),
            text(SortKeys.from(envelope)),
            envelope.subject(),
            text(SortKeys.subject(envelope)),
            parsed.preview(),
            parsed.hasAttachment(),
            thread.messageId(),
            thread.thread(),
            parsed.view().encode(),
            terms.terms(parsed.view()));
    return new Taken(mail, !parsed.problems().isEmpty());
  }

  private static Set<Flag> stored(MailFlags flags) {
    Set<Flag> stored = EnumSet.noneOf(Flag.class);
    if (flags.seen()) {
      stored.add(Flag.SEEN);
    }
    if (flags.flagged()) {
      stored.add(Flag.FLAGGED);
    }
    if (flags.answered()) {
      stored.add(Flag.ANSWERED);
    }
    return stored;
  }

  private static String text(byte[] sortKey) {
    return new String(sortKey, StandardCharsets.UTF_8);
  }
}
