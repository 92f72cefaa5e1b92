package arashi.outbox;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.outbox.FailureReport.Failed;
import arashi.outbox.Relay.Answer;
import arashi.outbox.Relay.Answered;
import arashi.store.Store;
import arashi.store.database.StoreException;
import arashi.store.mail.MailWriter;
import arashi.store.mail.PreparedMail;
import arashi.store.outbox.Claim;
import arashi.store.outbox.Claim.Outcome;
import arashi.store.outbox.Departures;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the outcomes of attempts, with a report of permanent failures to the sender. A settlement
 * that fails in a database outage is kept, so that the relay's reply is not lost. Blocks on the
 * database; any thread.
 */
final class Settlements {
  private static final Logger log = LoggerFactory.getLogger(Settlements.class);

  private final Departures departures;
  private final MailWriter mailWriter;
  private final Intake intake;
  private final OutboxConfig config;
  private final RetryTimes retries;
  private final InstantSource time;
  private final String host;

  /** Bounded by the number of claims of this process. */
  private final Queue<Settlement> unsettled = new ConcurrentLinkedQueue<>();

  /** Outcome of an attempt, to be recorded. */
  private record Settlement(
      Claim claim, List<Outcome> outcomes, boolean isLast, Optional<PreparedMail> report) {}

  /**
   * Records in {@code store}.
   *
   * @param host name of this service, for reports
   */
  Settlements(Store store, Intake intake, OutboxConfig config, InstantSource time, String host) {
    this.departures = store.outgoing().departures();
    this.mailWriter = store.mail().mailWriter();
    this.intake = intake;
    this.config = config;
    this.retries = new RetryTimes(config.firstRetry(), config.longestRetry(), config.giveUp());
    this.time = time;
    this.host = host;
  }

  /** Reschedules the unfinished recipients once the database is writable again. */
  void putOff(Claim claim) {
    Instant next = time.instant().plus(config.firstRetry());
    List<Outcome> outcomes =
        claim.due().stream()
            .map(
                one ->
                    new Outcome(
                        one.n(),
                        one.state() == SendState.IN_DOUBT ? one.state() : SendState.SCHEDULED,
                        next,
                        one.reply(),
                        false))
            .toList();
    unsettled.add(new Settlement(claim, outcomes, true, Optional.empty()));
  }

  /**
   * Settles the answers of an attempt.
   *
   * @param isLast whether the attempt ends, so that the claim is released
   * @param raw reads the mail; called only for a report
   */
  void settle(Claim claim, List<Answered> answers, boolean isLast, Supplier<byte[]> raw) {
    Instant now = time.instant();
    List<Outcome> outcomes = new ArrayList<>();
    List<Failed> failed = new ArrayList<>();
    for (Answered one : answers) {
      Outcome outcome = outcome(claim, one.recipient(), one.answer(), now);
      outcomes.add(outcome);
      if (outcome.state() == SendState.FAILED) {
        failed.add(new Failed(one.recipient().address(), outcome.reply()));
      }
    }
    Optional<PreparedMail> report =
        failed.isEmpty() ? Optional.empty() : Optional.of(report(claim, raw.get(), failed, now));
    settle(new Settlement(claim, outcomes, isLast, report));
    log.info(
        "outbox={} recipients={} sent={} failed={} later={}",
        Long.toHexString(claim.id()),
        outcomes.size(),
        outcomes.stream().filter(one -> one.state() == SendState.SENT).count(),
        failed.size(),
        outcomes.stream().filter(one -> !one.state().isFinal()).count());
  }

  /** Writes a settlement, or keeps it during an outage, so that the relay's reply is not lost. */
  private void settle(Settlement settlement) {
    try {
      write(settlement);
    } catch (StoreException e) {
      log.warn(
          "outbox={} settlement deferred: {}",
          Long.toHexString(settlement.claim().id()),
          e.getMessage());
      unsettled.add(settlement);
    }
  }

  /** Retries the settlements of earlier attempts. */
  void settleLate() {
    for (Settlement next = unsettled.peek(); next != null; next = unsettled.peek()) {
      settleLate(next);
      unsettled.remove(next);
    }
  }

  /**
   * Retries a settlement. A permanent failure must not block all other mail. Its likely cause is
   * the report, so the rest is retried without it; else the claim ends with its lease.
   */
  private void settleLate(Settlement late) {
    try {
      write(late);
    } catch (RuntimeException e) {
      if (e instanceof StoreException store && store.transientFailure()) {
        throw e;
      }
      String id = Long.toHexString(late.claim().id());
      if (late.report().isPresent()) {
        log.error("outbox={} settled without its failure report: {}", id, e.toString());
        settleLate(new Settlement(late.claim(), late.outcomes(), late.isLast(), Optional.empty()));
      } else {
        log.error("outbox={} not settled: {}", id, e.toString());
      }
    }
  }

  private void write(Settlement settlement) {
    departures.settle(
        settlement.claim(), settlement.outcomes(), settlement.isLast(), settlement.report());
  }

  private Outcome outcome(Claim claim, RecipientRow recipient, Answer answer, Instant now) {
    return switch (answer.kind()) {
      case ACCEPTED -> new Outcome(recipient.n(), SendState.SENT, now, answer.text(), false);
      case REFUSED -> new Outcome(recipient.n(), SendState.FAILED, now, answer.text(), false);
      case LATER -> later(claim, recipient, SendState.SCHEDULED, answer, now);
      case UNKNOWN -> later(claim, recipient, SendState.IN_DOUBT, answer, now);
    };
  }

  private Outcome later(
      Claim claim, RecipientRow recipient, SendState state, Answer answer, Instant now) {
    Optional<Instant> next = retries.next(recipient.attempts(), claim.dueSince(), now);
    if (next.isPresent()) {
      return new Outcome(recipient.n(), state, next.get(), answer.text(), false);
    }
    boolean doubt = state == SendState.IN_DOUBT || recipient.maybeTwice();
    String what =
        doubt
            ? "delivery is unconfirmed, and no later attempt succeeded: "
            : "given up after repeated attempts: ";
    return new Outcome(recipient.n(), SendState.FAILED, now, what + answer.text(), doubt);
  }

  private PreparedMail report(Claim claim, byte[] raw, List<Failed> failed, Instant now) {
    byte[] report = FailureReport.of(host, claim.envelopeFrom(), claim.id(), raw, failed, now);
    return mailWriter.prepare(intake.take(report, Optional.of(now), MailFlags.NONE).mail());
  }
}
