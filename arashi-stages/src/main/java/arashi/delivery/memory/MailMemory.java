package arashi.delivery.memory;

import arashi.delivery.memory.Claim.Growth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * A bounded memory for all mails that arrive or wait to be stored. At every moment at least one of
 * the mails that hold memory can complete, so waiting always ends.
 *
 * <ul>
 *   <li>A mail with an announced size gets all its memory before its content, first come first
 *       served.
 *   <li>A mail without one, or beyond it, grows piece by piece under the rule of {@link Pool}. The
 *       largest grows first, also before reservations.
 *   <li>An eighth is for mails of up to 64 KiB. They may use the rest too while no other waits.
 *   <li>An address has a quarter of the rest, or one mail, and one mail without a size; this does
 *       not hold for trusted clients, whose connections are many clients.
 *   <li>While others wait, a large mail has a bounded time to arrive, in proportion to its octets
 *       so far; the slowest is cut.
 * </ul>
 *
 * <p>Thread-safe; never blocks. Call-backs run on the thread that freed the memory, without locks.
 */
public final class MailMemory {
  /** Size of a small mail, in octets. */
  public static final int SMALL_BYTES = 64 << 10;

  /** Memory of the largest mail beyond its size: a piece and the octets of a read. */
  public static final long OVERHEAD_BYTES = 512 << 10;

  /** The part for small mails. */
  private static final int PART_OF_SMALL = 8;

  private static final int PART_OF_ADDRESS = 4;

  /** An announced size is an estimate: a 64th and a little more are reserved. */
  private static final int PART_OF_ERROR = 64;

  private static final long ERROR_BYTES = 4 << 10;

  /** Part of the time for a large mail in which nothing need have arrived. */
  private static final int PART_OF_GRACE = 20;

  private final long timeNanos;
  private final LongSupplier nanos;
  private final Pool small;
  private final Pool large;
  private final TreeSet<Claim> growing =
      new TreeSet<>(
          Comparator.comparingLong((Claim claim) -> -claim.held).thenComparingLong(Claim::number));
  private final Set<Claim> smallQueue = new LinkedHashSet<>();
  private final Set<Claim> largeQueue = new LinkedHashSet<>();
  private final Set<Claim> arriving = new LinkedHashSet<>(); // with memory of the large pool
  private final Map<Object, Long> byAddress = new HashMap<>(); // in the large pool
  private long numbers;

  /**
   * An empty memory.
   *
   * @param bytes all memory
   * @param largestMail octets of the largest mail; {@link #largestMail} for the memory
   * @param time for a large mail to arrive while others wait for its memory
   * @param nanos the clock
   */
  public MailMemory(long bytes, long largestMail, Duration time, LongSupplier nanos) {
    this.timeNanos = time.toNanos();
    this.nanos = nanos;
    this.small = new Pool(bytes / PART_OF_SMALL, SMALL_BYTES);
    this.large = new Pool(bytes - bytes / PART_OF_SMALL, largestMail + OVERHEAD_BYTES);
  }

  /** Returns the octets of the largest mail that a memory of this size can take; negative: none. */
  public static long largestMail(long bytes) {
    return (bytes - bytes / PART_OF_SMALL - OVERHEAD_BYTES) / (PART_OF_ERROR + 1) * PART_OF_ERROR;
  }

  /** Returns the least memory that can take a mail of this size. */
  public static long leastFor(long mailBytes) {
    long most = mailBytes + mailBytes / PART_OF_ERROR + OVERHEAD_BYTES + PART_OF_ERROR;
    return most / (PART_OF_SMALL - 1) * PART_OF_SMALL + PART_OF_SMALL;
  }

  /** Returns the size of the memory. */
  public long bytes() {
    return small.bytes() + large.bytes();
  }

  /** Returns the bytes that are reserved or used. */
  public synchronized long taken() {
    return small.taken() + large.taken();
  }

  /** Returns the number of mails that wait for memory. */
  public synchronized int waiting() {
    return growing.size() + smallQueue.size() + largeQueue.size();
  }

  /**
   * Returns the claim of a mail.
   *
   * @param address of the client, whose mails share a part; null for a trusted client
   * @param changed called when a claim that waited has its memory, or is {@link Claim#isCut}; on
   *     any thread
   */
  public synchronized Claim claim(Object address, Runnable changed) {
    return new Claim(this, numbers++, address, changed);
  }

  // ---- for claims

  boolean tryReserve(Claim claim, long announced) {
    List<Claim> served = new ArrayList<>();
    boolean granted;
    synchronized (this) {
      Set<Claim> queue = announced <= SMALL_BYTES ? smallQueue : largeQueue;
      if (claim.pool == null && queue.add(claim)) {
        claim.wanted = announced + announced / PART_OF_ERROR + ERROR_BYTES;
        serve(served);
      }
      granted = claim.pool != null;
    }
    callBack(served, claim);
    return granted;
  }

  synchronized long reservedBeyond(Claim claim, long used) {
    return claim.isOpen ? 0 : Math.max(0, claim.held - used);
  }

  Growth tryGrow(Claim claim, long total) {
    if (total <= claim.held) {
      return Growth.ROOM; // the usual case; only its own thread lets a claim grow
    }
    synchronized (this) {
      growing.remove(claim);
      claim.wanted = total;
      if (grow(claim)) {
        return Growth.ROOM;
      }
      if (mustNotWait(claim)) {
        return Growth.NONE;
      }
      growing.add(claim);
      return Growth.WAIT;
    }
  }

  /** Others rely on reservations to end, and on the part for small mails to come back. */
  private boolean mustNotWait(Claim claim) {
    boolean reserved = claim.pool != null && !claim.isOpen;
    boolean leavesSmall = claim.pool == small && claim.wanted > SMALL_BYTES;
    return reserved || (leavesSmall && !small.tryBlock(claim));
  }

  synchronized void contentBegins(Claim claim) {
    claim.sinceNanos = nanos.getAsLong();
  }

  void settle(Claim claim, long octets) {
    change(
        claim,
        () -> {
          if (claim.pool != null) {
            count(claim, Math.min(octets, claim.held) - claim.held);
            claim.pool.settle(claim, Math.min(octets, claim.held));
          }
          arriving.remove(claim);
        });
  }

  void release(Claim claim) {
    change(
        claim,
        () -> {
          growing.remove(claim);
          smallQueue.remove(claim);
          largeQueue.remove(claim);
          arriving.remove(claim);
          if (claim.pool != null) {
            count(claim, -claim.held);
            claim.pool.release(claim);
          }
        });
  }

  private void change(Claim claim, Runnable change) {
    List<Claim> served = new ArrayList<>();
    synchronized (this) {
      change.run();
      serve(served);
    }
    callBack(served, claim);
  }

  private static void callBack(List<Claim> served, Claim caller) {
    for (Claim one : served) {
      if (one != caller) {
        one.changed.run();
      }
    }
  }

  // ---- the order, with the lock

  /** Gives memory to waiting mails that fit, and adds them to the list. */
  private void serve(List<Claim> served) {
    for (Claim claim : List.copyOf(growing)) {
      growing.remove(claim); // its order changes
      if (grow(claim)) {
        served.add(claim);
      } else {
        growing.add(claim);
      }
    }
    while (serveFirst(smallQueue, served) || serveFirst(largeQueue, served)) {
      // until no first one fits
    }
  }

  /** Serves the first one that its address does not hold back, if it fits. */
  private boolean serveFirst(Set<Claim> queue, List<Claim> served) {
    boolean isSmall = queue == smallQueue;
    Optional<Claim> first =
        queue.stream().filter(claim -> isSmall || !isOverShare(claim)).findFirst();
    boolean fits = first.isPresent() && (isSmall ? takeSmall(first.get()) : takeLarge(first.get()));
    if (fits) {
      queue.remove(first.get());
      served.add(first.get());
    }
    return fits;
  }

  private boolean takeSmall(Claim claim) {
    return small.tryTake(claim, claim.wanted) || (!isWantedByLarge() && takeLarge(claim));
  }

  private boolean takeLarge(Claim claim) {
    boolean goes = !largestWaits() && !isOverShare(claim) && large.tryTake(claim, claim.wanted);
    if (goes) {
      joinLarge(claim);
    }
    return goes;
  }

  private void joinLarge(Claim claim) {
    claim.sinceNanos = nanos.getAsLong();
    arriving.add(claim);
    addToAddress(claim, claim.held);
  }

  /** True if the open mail that must complete first waits; nothing may overtake it. */
  private boolean largestWaits() {
    Claim largest = large.largest();
    return largest != null && growing.contains(largest);
  }

  /** True if a mail waits for memory of the large pool, and its address doesn't hold it back. */
  private boolean isWantedByLarge() {
    return largestWaits() || largeQueue.stream().anyMatch(claim -> !isOverShare(claim));
  }

  private boolean isOverShare(Claim claim) {
    long others = claim.address == null ? 0 : byAddress.getOrDefault(claim.address, 0L);
    return others > 0 && others + claim.wanted > large.bytes() / PART_OF_ADDRESS;
  }

  private boolean grow(Claim claim) {
    if (claim.pool == large) {
      long before = claim.held;
      boolean goes = mayGrowInLarge(claim) && large.tryGrow(claim, claim.wanted);
      if (goes) {
        addToAddress(claim, claim.held - before);
      }
      return goes;
    }
    return growInSmall(claim) || moveToLarge(claim);
  }

  private boolean growInSmall(Claim claim) {
    return claim.wanted <= SMALL_BYTES && small.tryGrow(claim, claim.wanted);
  }

  private boolean moveToLarge(Claim claim) {
    if (hasOpenMail(claim.address)
        || !mayGrowInLarge(claim)
        || !large.canGrow(claim, claim.wanted)) {
      return false;
    }
    if (claim.pool != null) {
      claim.pool.release(claim);
    }
    large.tryGrow(claim, claim.wanted);
    joinLarge(claim);
    return true;
  }

  /** While a reservation waits, only the largest grows: the others would take what comes free. */
  private boolean mayGrowInLarge(Claim claim) {
    Claim largest = large.largest();
    return largest == null || largest == claim || !isWantedByLarge();
  }

  private boolean hasOpenMail(Object address) {
    return address != null
        && arriving.stream().anyMatch(other -> other.isOpen && address.equals(other.address));
  }

  private void count(Claim claim, long more) {
    if (claim.pool == large) {
      addToAddress(claim, more);
    }
  }

  private void addToAddress(Claim claim, long more) {
    if (claim.address != null) {
      byAddress.merge(claim.address, more, (one, other) -> one + other == 0 ? null : one + other);
    }
  }

  // ---- slow senders

  /** Cuts the mail that is the furthest behind its time, if a mail waits for large memory. */
  public void cutSlowest() {
    Claim slowest = null;
    synchronized (this) {
      if (isWantedByLarge() || !growing.isEmpty()) {
        long most = 0;
        for (Claim claim : arriving) {
          long late = growing.contains(claim) || claim.isCut() ? 0 : lateNanos(claim);
          if (late > most) {
            most = late;
            slowest = claim;
          }
        }
      }
    }
    if (slowest != null) {
      slowest.cut();
      slowest.changed.run();
    }
  }

  private long lateNanos(Claim claim) {
    long used = nanos.getAsLong() - claim.sinceNanos - timeNanos / PART_OF_GRACE;
    double arrived = claim.isOpen ? 1 : Math.min(1, (double) claim.received() / claim.held);
    return used - (long) (arrived * timeNanos);
  }
}
