package arashi.outbox;

import arashi.ingest.Intake;
import arashi.mime.address.MailAddress;
import arashi.outbox.LocalHandover.LocalRecipient;
import arashi.outbox.Relay.Answer;
import arashi.outbox.Relay.Answered;
import arashi.outbox.Relay.Kind;
import arashi.store.Store;
import arashi.store.blob.Blobs;
import arashi.store.database.StoreException;
import arashi.store.outbox.Claim;
import arashi.store.outbox.Departures;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private final Departures departures;
  private final Blobs blobs;
  private final OutboxConfig config;
  private final LocalHandover local;
  private final Optional<Relay> relay;
  private final Destinations destinations;
  private final Settlements settlements;
  private final InstantSource time;
  private final Supplier<String> leases;

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
    this.departures = store.outgoing().departures();
    this.blobs = store.mail().blobs();
    this.config = config;
    this.local = local;
    this.relay = relay;
    this.destinations = new Destinations(store.people().addresses(), relay.isPresent());
    this.settlements = new Settlements(store, intake, config, time, host);
    this.time = time;
    this.leases = leases;
  }

  /** Does what earlier attempts have left, and begins none. */
  void tidy() {
    settlements.settleLate();
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
    Optional<Claim> claimed = departures.claim(leases.get(), config.lease());
    if (claimed.isEmpty()) {
      return false;
    }
    try {
      handOver(claimed.get(), toRelay);
    } catch (StoreException e) {
      settlements.putOff(claimed.get());
      throw e;
    }
    return true;
  }

  private void handOver(Claim claim, Predicate<Claim> toRelay) {
    List<LocalRecipient> here = new ArrayList<>();
    List<RecipientRow> elsewhere = new ArrayList<>();
    List<RecipientRow> malformed = new ArrayList<>();
    for (RecipientRow recipient : claim.due()) {
      Optional<MailAddress> address = MailAddress.parse(recipient.address());
      if (address.isEmpty()) {
        malformed.add(recipient);
      } else if (destinations.isForeign(address.get())) {
        elsewhere.add(recipient);
      } else {
        here.add(new LocalRecipient(recipient, address.get()));
      }
    }
    boolean isLast = elsewhere.isEmpty();
    if (!here.isEmpty() || isLast) {
      Optional<byte[]> raw = raw(claim);
      if (raw.isEmpty()) {
        settleAll(claim, DAMAGED);
        return;
      }
      List<Answered> answers = new ArrayList<>(deliver(claim, here, raw.get()));
      answers.addAll(MALFORMED.to(malformed));
      settlements.settle(claim, answers, isLast, raw::get);
    }
    if (!isLast) {
      offer(claim.only(elsewhere), toRelay);
    }
  }

  private List<Answered> deliver(Claim claim, List<LocalRecipient> recipients, byte[] raw) {
    try {
      return local.deliver(claim.id(), claim.envelopeFrom(), recipients, raw, time.instant());
    } catch (RuntimeException e) { // the mail stays in the outbox for a retry
      log.warn("outbox={} not delivered: {}", Long.toHexString(claim.id()), e.toString());
      return TROUBLE.to(recipients.stream().map(LocalRecipient::row).toList());
    }
  }

  private void offer(Claim claim, Predicate<Claim> toRelay) {
    if (relay.isEmpty()) {
      settleAll(claim, NOT_SET);
    } else if (!toRelay.test(claim)) {
      departures.release(claim, time.instant().plus(NO_ROOM));
    }
  }

  /** Releases a claim that no stage will process, because the service stops. */
  void giveBack(Claim claim) {
    try {
      departures.release(claim, time.instant());
    } catch (StoreException e) {
      log.debug("outbox={} waits for its lease to end", Long.toHexString(claim.id()));
    }
  }

  /** Reads the mail; empty if it is damaged or gone, which, unlike an outage, is permanent. */
  private Optional<byte[]> raw(Claim claim) {
    try {
      return blobs.read(claim.sha256(), Integer.MAX_VALUE);
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
      if (!departures.renew(claim, config.lease())) {
        return; // the lease expired and another node has it, or it was recalled
      }
      raw = raw(claim);
    } catch (StoreException e) {
      settlements.putOff(claim);
      throw e;
    }
    if (raw.isEmpty()) {
      settleAll(claim, DAMAGED);
      return;
    }
    LeaseGate gate = new LeaseGate(departures, config, claim, time);
    List<Answered> answers = send(claim, raw.get(), gate);
    if (gate.isLost()) {
      log.info("outbox={} lease=lost", Long.toHexString(claim.id()));
      return;
    }
    settlements.settle(claim, answers, true, raw::get);
  }

  /** Counts internal errors as attempts: otherwise they repeat for ever without a report. */
  private List<Answered> send(Claim claim, byte[] raw, LeaseGate gate) {
    try {
      Relay.Mail mail =
          new Relay.Mail(claim.envelopeId(), claim.envelopeFrom(), claim.due(), raw, gate);
      return relay.orElseThrow().send(mail);
    } catch (RuntimeException e) {
      log.warn("outbox={} not sent", Long.toHexString(claim.id()), e);
      return new Answer(gate.isCommitted() ? Kind.UNKNOWN : Kind.LATER, FAULT).to(claim.due());
    }
  }

  private void settleAll(Claim claim, Answer answer) {
    settlements.settle(claim, answer.to(claim.due()), true, () -> raw(claim).orElse(NOTHING));
  }
}
