package arashi.delivery.memory;

/**
 * The memory of one mail, from MAIL until the mail is stored or given up. One thread at a time uses
 * it. {@link MailMemory} guards its state.
 */
public final class Claim {
  /** Answer to a request for more memory. */
  public enum Growth {
    /** The memory may be used. */
    ROOM,
    /** None is free now; the claim waits, and is called back. */
    WAIT,
    /** None, and no place to wait. */
    NONE
  }

  private final MailMemory memory;
  private final long number;
  final Object address; // null: its connections share nothing
  final Runnable changed;

  Pool pool; // null while it holds nothing
  volatile long held; // written with the memory's lock
  boolean isOpen; // its final size is unknown
  boolean isBlocked;
  long wanted; // bytes in all, while it waits
  long sinceNanos; // of its memory, or of its content
  private boolean arrived;
  private volatile long received;
  private volatile boolean cut;

  Claim(MailMemory memory, long number, Object address, Runnable changed) {
    this.memory = memory;
    this.number = number;
    this.address = address;
    this.changed = changed;
  }

  long number() {
    return number;
  }

  /**
   * Reserves memory for a mail of an announced size (RFC 1870), which is an estimate. Claims get
   * their memory in the order of their first call. One that waits keeps its place until it is
   * released.
   *
   * @param announced octets; 0 if unknown, which reserves nothing
   * @return false if it waits for memory; after the call-back, true
   */
  public boolean tryReserve(long announced) {
    return announced == 0 || memory.tryReserve(this, announced);
  }

  /**
   * Returns what the reservation still has beyond {@code used} octets; 0 for a claim without one.
   */
  public long reservedBeyond(long used) {
    return memory.reservedBeyond(this, used);
  }

  /** Asks for {@code total} octets in all. */
  public Growth tryGrow(long total) {
    return memory.tryGrow(this, total);
  }

  /** The content begins; its time is measured from here. */
  public void contentBegins() {
    memory.contentBegins(this);
  }

  /** Reports the number of octets of the content that have arrived. */
  public void received(long octets) {
    received = octets;
  }

  long received() {
    return received;
  }

  /** The content is complete and needs {@code octets} until {@link #release}. */
  public void settle(long octets) {
    arrived = true;
    memory.settle(this, octets);
  }

  boolean hasArrived() {
    return arrived;
  }

  /**
   * True if the mail arrives too slowly while others wait for its memory. The session ends then.
   */
  public boolean isCut() {
    return cut && !arrived;
  }

  void cut() {
    cut = true;
  }

  /** Gives all memory and the place in the queue back. Idempotent. */
  public void release() {
    memory.release(this);
  }
}
