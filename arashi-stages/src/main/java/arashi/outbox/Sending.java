package arashi.outbox;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.address.MailAddress;
import arashi.outbox.FailureReport.Failed;
import arashi.outbox.Relay.Answer;
import arashi.outbox.Relay.Kind;
import arashi.store.Store;
import arashi.store.database.StoreException;
import arashi.store.mail.PreparedMail;
import arashi.store.outbox.Claim;
import arashi.store.outbox.Claim.Outcome;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends due mail: claims it, delivers to local mailboxes, then to the relay.
 *
 * <pre>
 *   step (mail-store pool)    claim ─► local recipients ─► settle ─┬─► done
 *                                                                  └─► rest: offered to the relay stage
 *   relay (relay pool)        renew ─► MAIL, RCPT, DATA ─► commit ─► dot ─► settle
 * </pre>
 *
 * <p>Both methods block. A settlement that fails in a database outage is retried by a later step;
 * if the process dies first, the claim ends with its lease.
 */
final class Sending {
  private static final Logger log = LoggerFactory.getLogger(Sending.class);

  /** Delay before a mail without room is offered again. */
  private static final Duration NO_ROOM = Duration.ofSeconds(5);

  private static final Answer NOT_SET =
      new Answer(Kind.LATER, "no relay is configured for mail to other sites (mail.relay)");
  private static final Answer TROUBLE =
      new Answer(Kind.LATER, "451 4.3.0 Mailbox temporarily unavailable");
  private static final Answer MALFORMED = new Answer(Kind.REFUSED, "553 5.1.3 Malformed address");

  private static final Answer DAMAGED =
      new Answer(Kind.LATER, "451 4.3.0 The mail can't be read from the database");
  private static final byte[] NOTHING = {};
  private static final String FAULT = "451 4.3.0 Internal error of this service";

  /** Renewals per lease time. */
  private static final int PARTS = 4;

  private final Store store;
  private final Intake intake;
  private final OutboxConfig config;
  private final LocalHandover local;
  private final Optional<Relay> relay;
  private final Outbound outbound;
  private final RetryTimes retries;
  private final InstantSource time;
  private final Supplier<String> leases;
  private final String host;

  /** Bounded by the number of claims of this process. */
  private final Queue<Settlement> unsettled = new ConcurrentLinkedQueue<>();

  /** Outcome of an attempt, to be recorded. */
  private record Settlement(
      Claim claim, List<Outcome> outcomes, boolean isLast, Optional<PreparedMail> report) {}

  /**
   * Sends the mail of a store.
   *
   * @param leases generates unique names of attempts
   * @param host name of this service
   */
  Sending(
      Store store,
      Intake intake,
      OutboxConfig config,
      LocalHandover local,
      Optional<Relay> relay,
      InstantSource time,
      Supplier<String> leases,
      String host) {
    this.store = store;
    this.intake = intake;
    this.config = config;
    this.local = local;
    this.relay = relay;
    this.outbound = new Outbound(store.people().addresses(), relay.isPresent());
    this.retries = new RetryTimes(config.firstRetry(), config.longestRetry(), config.giveUp());
    this.time = time;
    this.leases = leases;
    this.host = host;
  }

  /** Does what earlier attempts have left, and begins none. */
  void tidy() {
    settleLate();
    relay.ifPresent(Relay::closeIdle);
  }

  /**
   * Processes one due mail.
   *
   * @param toRelay accepts a mail for other sites; false if it has no room
   * @return true if there was one
   */
  boolean step(Predicate<Claim> toRelay) {
    tidy();
    Optional<Claim> claimed = store.outgoing().departures().claim(leases.get(), config.lease());
    if (claimed.isEmpty()) {
      return false;
    }
    try {
      handOver(claimed.get(), toRelay);
    } catch (StoreException e) {
      putOff(claimed.get());
      throw e;
    }
    return true;
  }

  private void handOver(Claim claim, Predicate<Claim> toRelay) {
    List<RecipientRow> here = new ArrayList<>();
    List<MailAddress> addresses = new ArrayList<>();
    List<RecipientRow> elsewhere = new ArrayList<>();
    List<Answer> malformed = new ArrayList<>();
    List<RecipientRow> unreadable = new ArrayList<>();
    for (RecipientRow recipient : claim.due()) {
      Optional<MailAddress> address = MailAddress.parse(recipient.address());
      if (address.isEmpty()) {
        unreadable.add(recipient);
        malformed.add(MALFORMED);
      } else if (outbound.isForeign(address.get())) {
        elsewhere.add(recipient);
      } else {
        here.add(recipient);
        addresses.add(address.get());
      }
    }
    boolean isLast = elsewhere.isEmpty();
    if (!here.isEmpty() || isLast) {
      Optional<byte[]> raw = raw(claim);
      if (raw.isEmpty()) {
        settleAll(claim, DAMAGED);
        return;
      }
      List<Answer> answers = here.isEmpty() ? List.of() : deliver(claim, addresses, raw.get());
      List<RecipientRow> settled = new ArrayList<>(here);
      settled.addAll(unreadable);
      List<Answer> all = new ArrayList<>(answers);
      all.addAll(malformed);
      settle(claim, settled, all, isLast, raw.get());
    }
    if (!isLast) {
      offer(claim.only(elsewhere), toRelay);
    }
  }

  /** Reschedules the unfinished recipients once the database is writable again. */
  private void putOff(Claim claim) {
    Instant now = time.instant();
    List<Outcome> outcomes =
        claim.due().stream()
            .map(
                one ->
                    new Outcome(
                        one.n(),
                        one.state() == SendState.IN_DOUBT ? one.state() : SendState.SCHEDULED,
                        now.plus(config.firstRetry()),
                        one.reply(),
                        false))
            .toList();
    unsettled.add(new Settlement(claim, outcomes, true, Optional.empty()));
  }

  private List<Answer> deliver(Claim claim, List<MailAddress> addresses, byte[] raw) {
    try {
      return local.deliver(claim.id(), claim.envelopeFrom(), addresses, raw, time.instant());
    } catch (RuntimeException e) { // the mail stays in the outbox for a retry
      log.warn("outbox={} not delivered: {}", Long.toHexString(claim.id()), e.toString());
      return addresses.stream().map(one -> TROUBLE).toList();
    }
  }

  private void offer(Claim claim, Predicate<Claim> toRelay) {
    if (relay.isEmpty()) {
      settleAll(claim, NOT_SET);
    } else if (!toRelay.test(claim)) {
      store.outgoing().departures().release(claim, time.instant().plus(NO_ROOM));
    }
  }

  /** Releases a claim that no stage will process, because the service stops. */
  void giveBack(Claim claim) {
    try {
      store.outgoing().departures().release(claim, time.instant());
    } catch (StoreException e) {
      log.debug("outbox={} waits for its lease to end", Long.toHexString(claim.id()));
    }
  }

  /** Reads the mail; empty if it is damaged or gone, which, unlike an outage, is permanent. */
  private Optional<byte[]> raw(Claim claim) {
    try {
      return store.mail().blobs().read(claim.sha256(), Integer.MAX_VALUE);
    } catch (StoreException e) {
      if (e.transientFailure()) {
        throw e;
      }
      log.error("outbox={} can't be read: {}", Long.toHexString(claim.id()), e.getMessage());
      return Optional.empty();
    }
  }

  /** Sends a mail to the relay, and settles the outcome. */
  void relay(Claim claim) {
    Optional<byte[]> raw;
    try {
      if (!store.outgoing().departures().renew(claim, config.lease())) {
        return; // the lease expired and another node has it, or it was recalled
      }
      raw = raw(claim);
    } catch (StoreException e) {
      putOff(claim);
      throw e;
    }
    if (raw.isEmpty()) {
      settleAll(claim, DAMAGED);
      return;
    }
    LeaseGate gate = new LeaseGate(claim);
    List<Answer> answers = send(claim, raw.get(), gate);
    if (gate.isLost) {
      log.info("outbox={} lease=lost", Long.toHexString(claim.id()));
      return;
    }
    settle(claim, claim.due(), answers, true, raw.get());
  }

  /** Counts internal errors as attempts: otherwise they repeat for ever without a report. */
  private List<Answer> send(Claim claim, byte[] raw, LeaseGate gate) {
    List<String> recipients = claim.due().stream().map(RecipientRow::address).toList();
    try {
      return relay
          .orElseThrow()
          .send(claim.envelopeId(), claim.envelopeFrom(), recipients, raw, gate);
    } catch (RuntimeException e) {
      log.warn("outbox={} not sent", Long.toHexString(claim.id()), e);
      Answer fault = new Answer(gate.isCommitted ? Kind.UNKNOWN : Kind.LATER, FAULT);
      return recipients.stream().map(one -> fault).toList();
    }
  }

  /** Renews the lease while the content is sent, and commits the attempt before the dot. */
  private final class LeaseGate implements Relay.Gate {
    private final Claim claim;
    private final Duration part = part();
    private Instant renewAt;
    private boolean isLost;
    private boolean isCommitted;

    LeaseGate(Claim claim) {
      this.claim = claim;
      this.renewAt = time.instant().plus(part);
    }

    /** Returns the renewal interval; an unrenewed lease must still outlast a late reply. */
    private Duration part() {
      Duration part = config.lease().dividedBy(PARTS);
      Duration spare = config.lease().minus(config.answerTimeout()).dividedBy(2);
      return part.compareTo(spare) < 0 ? part : spare;
    }

    @Override
    public void progress() throws IOException {
      if (!time.instant().isBefore(renewAt)) {
        require(() -> store.outgoing().departures().renew(claim, config.lease()));
        renewAt = time.instant().plus(part);
      }
    }

    @Override
    public void beforeDot(List<Integer> accepted) throws IOException {
      List<Integer> numbers = accepted.stream().map(i -> claim.due().get(i).n()).toList();
      require(() -> store.outgoing().departures().commit(claim, numbers, config.lease()));
      isCommitted = true;
    }

    private void require(BooleanSupplier holds) throws IOException {
      try {
        isLost = !holds.getAsBoolean();
      } catch (StoreException e) {
        throw new IOException("the attempt could not be recorded: " + e.getMessage(), e);
      }
      if (isLost) {
        throw new IOException("the lease has ended");
      }
    }
  }

  // ---- outcomes

  private void settleAll(Claim claim, Answer answer) {
    settle(claim, claim.due(), claim.due().stream().map(one -> answer).toList(), true, null);
  }

  /** Settles outcomes, with a report of permanent failures; a null {@code raw} is read for that. */
  private void settle(
      Claim claim,
      List<RecipientRow> recipients,
      List<Answer> answers,
      boolean isLast,
      byte[] raw) {
    Instant now = time.instant();
    List<Outcome> outcomes = new ArrayList<>();
    List<Failed> failed = new ArrayList<>();
    for (int i = 0; i < recipients.size(); i++) {
      Outcome outcome = outcome(claim, recipients.get(i), answers.get(i), now);
      outcomes.add(outcome);
      if (outcome.state() == SendState.FAILED) {
        failed.add(new Failed(recipients.get(i).address(), outcome.reply()));
      }
    }
    Optional<PreparedMail> report = Optional.empty();
    if (!failed.isEmpty()) {
      byte[] original = raw == null ? raw(claim).orElse(NOTHING) : raw;
      report = Optional.of(report(claim, original, failed, now));
    }
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

  private void settleLate() {
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
    store
        .outgoing()
        .departures()
        .settle(
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
    return store
        .mail()
        .mailWriter()
        .prepare(intake.take(report, Optional.of(now), MailFlags.NONE).mail());
  }
}
