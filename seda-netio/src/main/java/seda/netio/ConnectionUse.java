package seda.netio;

/**
 * What a connection is in use for. It decides when the connection is closed if its server's room is
 * short ({@link ConnectionLimits}). A {@link ConnectionListener} calls it on the connection's
 * processor; it never blocks.
 *
 * <pre>
 *            idle, all written                   a request is complete
 *   BUSY ───────────────────────► IDLE ───────────────────────────────► BUSY
 *     │ ▲                                                                ▲
 *     │ └─ all written ── SENDING ◄── the peer takes no more ── any      │
 *     └─ part of a request ──► RECEIVING ────────────────────────────────┘
 * </pre>
 *
 * <p>A BUSY connection is never closed for room. The age of an IDLE connection counts from when it
 * became idle, even if bytes have arrived since. The age of a RECEIVING or SENDING connection
 * counts from its last progress.
 */
public final class ConnectionUse {
  private enum Use {
    BUSY,
    IDLE,
    RECEIVING,
    SENDING;

    boolean isTransfer() {
      return this == RECEIVING || this == SENDING;
    }
  }

  private final Connection connection;
  private final ConnectionAdmission admission;
  private final AddressShare share; // null if its address is not limited
  private final IdleList.Node inOrder = new IdleList.Node(this);
  private final IdleList.Node ofAddress = new IdleList.Node(this);

  /** The use that the protocol set last. */
  private Use said = Use.BUSY;

  /** The use in the eviction lists: equal to {@link #said}, unless bytes wait to be written. */
  private Use listed = Use.BUSY;

  private boolean arriving;
  private boolean known;
  private boolean evictionClaimed;

  ConnectionUse(Connection connection, ConnectionAdmission admission, AddressShare share) {
    this.connection = connection;
    this.admission = admission;
    this.share = share;
  }

  Connection connection() {
    return connection;
  }

  AddressShare share() {
    return share;
  }

  boolean isKnown() {
    return known;
  }

  /** The admission has stopped counting the connection, which is about to close. */
  void claimEviction() {
    evictionClaimed = true;
  }

  boolean isEvictionClaimed() {
    return evictionClaimed;
  }

  /** The connection was accepted and is in transit to its processor. */
  void arriving() {
    arriving = true;
    admission.arriving();
  }

  /** The connection has reached its processor or has closed. */
  void arrived() {
    if (arriving) {
      arriving = false;
      admission.arrived();
    }
  }

  /** True if the address is within its limit, or an idle connection of it was closed instead. */
  boolean replacesAnother() {
    if (share == null || !share.isExceeded()) {
      return true;
    }
    IdleList.Node oldest = share.idleOn(connection.processor()).oldest();
    if (oldest != null) {
      admission.evict(oldest.use());
    }
    return oldest != null;
  }

  // ---- the protocol's side

  /** A request awaits its answer: the connection is not closed for others. The initial state. */
  public void busy() {
    said = Use.BUSY;
    if (listed != Use.SENDING) {
      list(Use.BUSY);
    }
  }

  /**
   * No request is in progress. The age counts from when all queued bytes are written; repeated
   * calls do not reset it.
   */
  public void idle() {
    if (connection.isWriting()) {
      said = Use.IDLE;
    } else {
      idleNow();
    }
  }

  /**
   * A request is being received.
   *
   * @param progress false if too little has arrived since the last call; the age then continues
   */
  public void receiving(boolean progress) {
    said = Use.RECEIVING;
    if (listed != Use.SENDING && (progress || listed != Use.RECEIVING)) {
      list(Use.RECEIVING);
    }
  }

  /** The peer has been identified: its connection is closed after those of strangers. */
  public void known() {
    if (!known) {
      known = true;
      admission.becameKnown();
      list(listed);
    }
  }

  /** True if the peer's address is not limited, because it is a proxy's. */
  public boolean isExempt() {
    return share == null;
  }

  // ---- the connection's side

  /** No request is in progress; bytes that wait to be written do not matter. */
  void idleNow() {
    said = Use.IDLE;
    if (listed != Use.IDLE) {
      list(Use.IDLE);
    }
  }

  /** The peer has taken some of the bytes but not all. */
  void sending() {
    list(Use.SENDING);
  }

  /** Everything is written. */
  void written() {
    if (listed != said) {
      list(said);
    }
  }

  /** The connection closes. */
  void leave() {
    inOrder.remove();
    ofAddress.remove();
  }

  private void list(Use use) {
    leave();
    listed = use;
    if (use == Use.BUSY || connection.isClosed()) {
      return;
    }
    IdleConnections here = admission.idleOn(connection.processor());
    long now = connection.home().now();
    here.list(known, use.isTransfer()).append(inOrder, now);
    if (use == Use.IDLE && share != null) {
      share.idleOn(connection.processor()).append(ofAddress, now);
    }
    if (admission.isShort()) {
      here.makeRoomSoon();
    }
  }
}
