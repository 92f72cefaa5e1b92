package gnutella.routing;

import gnutella.protocol.PacketType;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many packets came, by type and verdict, since the beginning. Any thread reads; who routes
 * counts into a {@link Tally} of its own, for a counter that threads share would cost more than the
 * routing.
 */
@SuppressWarnings("EnumOrdinal") // indices of arrays that live no longer than the enums
public final class Traffic {
  private static final int TYPES = PacketType.values().length;
  private static final int VERDICTS = Verdict.values().length;

  private final LongAdder[] counts = new LongAdder[TYPES * VERDICTS];
  private final LongAdder bytes = new LongAdder();

  /** Nothing has come yet. */
  public Traffic() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  /** What one thread has counted and not yet added. */
  public final class Tally {
    private final long[] tallied = new long[TYPES * VERDICTS];
    private long talliedBytes;

    private Tally() {}

    /** Counts a packet. */
    public void count(PacketType type, Verdict verdict, int length) {
      tallied[type.ordinal() * VERDICTS + verdict.ordinal()]++;
      talliedBytes += length;
    }

    /** Adds what was counted. */
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

  /** A tally for one thread. */
  public Tally tally() {
    return new Tally();
  }

  /** Packets of this type that ended so. */
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

  /** Packets that ended so. */
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
