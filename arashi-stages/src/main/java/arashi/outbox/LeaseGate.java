package arashi.outbox;

import arashi.store.database.StoreException;
import arashi.store.outbox.Claim;
import arashi.store.outbox.Departures;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Renews the lease while the content is sent, and commits the attempt before the dot. */
final class LeaseGate implements Relay.Gate {
  /** Renewals per lease time. */
  private static final int PARTS = 4;

  private final Departures departures;
  private final Claim claim;
  private final InstantSource time;
  private final Duration lease;
  private final Duration part;
  private Instant renewAt;
  private boolean isLost;
  private boolean isCommitted;

  LeaseGate(Departures departures, OutboxConfig config, Claim claim, InstantSource time) {
    this.departures = departures;
    this.claim = claim;
    this.time = time;
    this.lease = config.lease();
    this.part = part(config);
    this.renewAt = time.instant().plus(part);
  }

  /** Returns the renewal interval; an unrenewed lease must still outlast a late reply. */
  private static Duration part(OutboxConfig config) {
    Duration part = config.lease().dividedBy(PARTS);
    Duration spare = config.lease().minus(config.answerTimeout()).dividedBy(2);
    return part.compareTo(spare) < 0 ? part : spare;
  }

  @Override
  public void progress() throws IOException {
    if (!time.instant().isBefore(renewAt)) {
      require(() -> departures.renew(claim, lease));
      renewAt = time.instant().plus(part);
    }
  }

  @Override
  public void beforeDot(List<RecipientRow> accepted) throws IOException {
    List<Integer> numbers = accepted.stream().map(RecipientRow::n).toList();
    require(() -> departures.commit(claim, numbers, lease));
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

  /** True if another node has the mail, or it was recalled. */
  boolean isLost() {
    return isLost;
  }

  /** True if the final dot may have been sent. */
  boolean isCommitted() {
    return isCommitted;
  }
}
