package arashi.ingest;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.ReadingLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.ParsedMail;
import arashi.mime.term.QueryParser;
import arashi.mime.term.TermExtractor;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import arashi.mime.view.SortKeys;
import arashi.mime.view.ThreadKey;
import arashi.store.mail.Flag;
import arashi.store.mail.NewMail;
import arashi.store.mail.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import seda.kernel.Clock;

/**
 * Converts raw mail for the store: the listing row, the display data, and the search terms. Accepts
 * any mail, however malformed; one that exceeds its time budget is shown as source. Thread-safe;
 * CPU-bound and non-blocking.
 */
public final class Intake {
  /** Tolerance for wrong clocks and missing time zones. */
  private static final Duration MOST_AHEAD = Duration.ofDays(2);

  private final MailParser parser;
  private final TermExtractor terms;
  private final Clock clock;
  private final WorkBudget.Limit limit;

  /** Creates an intake with the default budget. */
  public Intake(MailParser parser, TermExtractor terms, Clock clock) {
    this(parser, terms, clock, WorkBudget.Limit.ofCpuTime(WorkBudget.Limit.DEFAULT_TIME));
  }

  /**
   * Creates an intake.
   *
   * @param clock dates mail without a date
   * @param limit maximum work per mail
   */
  public Intake(MailParser parser, TermExtractor terms, Clock clock, WorkBudget.Limit limit) {
    this.parser = parser;
    this.terms = terms;
    this.clock = clock;
    this.limit = limit;
  }

  /** Creates an intake with the configured limits. */
  public static Intake of(ReadingLimits limits, Clock clock) {
    return new Intake(
        new MailParser(MimeLimits.DEFAULT),
        new TermExtractor(limits.terms()),
        clock,
        limits.budget());
  }

  /**
   * The result for one mail.
   *
   * @param mail the mail for the store
   * @param malformed whether parts could not be parsed as intended
   * @param asSource whether the budget was exhausted: its source is shown
   */
  public record Taken(NewMail mail, boolean malformed, boolean asSource) {
    /** Adds data from its source: labels, and a conversation id. */
    private Taken with(FoundMail found) {
      Reading reading = mail.reading();
      List<Long> references = new ArrayList<>(reading.references());
      if (!found.thread().isEmpty()) {
        references.add(ThreadKey.hash(found.thread()));
      }
      Reading with =
          new Reading(
              reading.parser(),
              reading.sentAt(),
              references,
              reading.parties(),
              List.copyOf(found.keywords()));
      NewMail other = mail.withReading(with).withTerms(withKeywords(mail.terms(), with.keywords()));
      return new Taken(other, malformed, asSource);
    }
  }

  /**
   * Parses a mail.
   *
   * @param raw its bytes, retained by the result
   * @param received time of delivery, if known from the source; otherwise taken from the mail
   * @param flags its flags in the source
   */
  public Taken take(byte[] raw, Optional<Instant> received, MailFlags flags) {
    WorkBudget budget = limit.start();
    ParsedMail parsed = parser.parse(raw, budget);
    return taken(parsed, raw, received, flags, terms.terms(parsed.view(), budget));
  }

  /**
   * Parses a mail from a file. Its date is its own, because a separator often has the date of an
   * export; else that of the source; else that of the servers it passed. Implausible dates are
   * ignored.
   */
  Taken take(FoundMail found) {
    WorkBudget budget = limit.start();
    ParsedMail parsed = parser.parse(found.raw(), budget);
    Optional<Instant> date =
        parsed
            .envelope()
            .date()
            .filter(this::isCredible)
            .or(() -> found.separated().filter(this::isCredible))
            .or(() -> parsed.received().filter(this::isCredible))
            .or(() -> Optional.of(clock.instant()));
    TermExtractor.Terms all = terms.terms(parsed.view(), budget);
    return taken(parsed, found.raw(), date, found.flags(), all).with(found);
  }

  /** Returns a mail's terms with those by which {@code label:} finds its keywords. */
  static Set<String> withKeywords(Set<String> terms, Collection<String> keywords) {
    Set<String> all = new LinkedHashSet<>(terms);
    all.addAll(TermExtractor.keywords(keywords));
    return all;
  }

  private boolean isCredible(Instant date) {
    return !date.isBefore(Instant.EPOCH) && date.isBefore(clock.instant().plus(MOST_AHEAD));
  }

  /**
   * Parses a mail without its terms, which take half of the time; {@link #terms} computes them
   * later. Until then {@code is:partial} finds the mail.
   */
  public Taken takeWithoutTerms(byte[] raw, Optional<Instant> received, MailFlags flags) {
    ParsedMail parsed = parser.parse(raw, limit.start());
    TermExtractor.Terms none = new TermExtractor.Terms(Set.of(QueryParser.PARTIAL), true);
    return taken(parsed, raw, received, flags, none);
  }

  /** Computes the terms of a mail that was taken in without them, from its display data. */
  public Set<String> terms(byte[] display) {
    return terms.terms(MailView.decode(display), limit.start()).terms();
  }

  private Taken taken(
      ParsedMail parsed,
      byte[] raw,
      Optional<Instant> received,
      MailFlags flags,
      TermExtractor.Terms found) {
    boolean asSource = parsed.view().has(MailProblem.Kind.SHOWN_AS_SOURCE);
    MailView view =
        found.complete()
            ? parsed.view()
            : parsed.view().with(new MailProblem(MailProblem.Kind.PARTLY_INDEXED, "its text"));
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
            view.encode(),
            found.terms(),
            new Reading(
                MailParser.VERSION,
                envelope.date(),
                ThreadKey.references(envelope),
                PartiesReader.of(envelope, parsed.resentTo())));
    return new Taken(mail, !parsed.problems().isEmpty() && !asSource, asSource);
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
    if (flags.forwarded()) {
      stored.add(Flag.FORWARDED);
    }
    return stored;
  }

  private static String text(byte[] sortKey) {
    return new String(sortKey, StandardCharsets.UTF_8);
  }
}
