package gnutella.routing;

import gnutella.protocol.PacketType;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts received packets by type and verdict. Any thread reads. Each routing thread counts into
 * its own {@link Tally}, since a shared counter would cost more than the routing.
 */
@SuppressWarnings("EnumOrdinal") // indices of arrays in memory only
public final class Traffic {
  private static final int TYPES = PacketType.values().length;
  private static final int VERDICTS = Verdict.values().length;

  private final LongAdder[] counts = new LongAdder[TYPES * VERDICTS];
  private final LongAdder bytes = new LongAdder();

  /** Creates zeroed counters. */
  public Traffic() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  /** One thread's counts that are not yet added to the totals. */
  public final class Tally {
    private final long[] tallied = new long[TYPES * VERDICTS];
    private long talliedBytes;

    private Tally() {}

    /** Counts a packet. */
    public void count(PacketType type, Verdict verdict, int length) {
      tallied[type.ordinal() * VERDICTS + verdict.ordinal()]++;
      talliedBytes += length;
    }

    /** Adds the counts to the totals. */
    public void flush() {
      for (int i = 0; i < tallied.length; i++) {
        if (tallied[i] != 0) {
          counts[i].add(tallied[i]);
          tallied[i] = 0;
        }
      }
      bytes.add(talliedBytes);
      talliedBytes = 0;
    }
  }

  /** Creates a tally for one thread. */
  public Tally tally() {
    return new Tally();
  }

  /** Packets of this type with this verdict. */
  public long count(PacketType type, Verdict verdict) {
    return counts[type.ordinal() * VERDICTS + verdict.ordinal()].sum();
  }

  /** Packets of this type. */
  public long count(PacketType type) {
    long count = 0;
    for (Verdict verdict : Verdict.values()) {
      count += count(type, verdict);
    }
    return count;
  }

  /** Packets with this verdict. */
  public long count(Verdict verdict) {
    long count = 0;
    for (PacketType type : PacketType.values()) {
      count += count(type, verdict);
    }
    return count;
  }

  /** All packets. */
  public long packets() {
    long count = 0;
    for (LongAdder each : counts) {
      count += each.sum();
    }
    return count;
  }

  /** Bytes of all packets. */
  public long bytes() {
    return bytes.sum();
  }
}
