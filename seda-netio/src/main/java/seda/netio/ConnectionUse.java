package seda.netio;

/**
 * A connection's place in the room that its server has ({@link ConnectionLimits}): what it is in
 * use for, and thereby when it is closed if room is short. A {@link ConnectionListener} calls it,
 * on the connection's processor; it never blocks.
 *
 * <pre>
 *            idle, all written                   a request is complete
 *   BUSY ───────────────────────► IDLE ───────────────────────────────► BUSY
 *     │ ▲                                                                ▲
 *     │ └─ all written ── SENDING ◄── the peer takes no more ── any      │
 *     └─ part of a request ──► RECEIVING ────────────────────────────────┘
 * </pre>
 *
 * <p>A connection that is BUSY is never closed for room. The age of an IDLE one counts from when it
 * became idle, whatever bytes it has sent since; that of a RECEIVING or SENDING one from its last
 * progress.
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

  /** What the protocol said last. */
  private Use said = Use.BUSY;

  /** What it is listed as: the same, unless something waits to be written. */
  private Use listed = Use.BUSY;

  private boolean arriving;
  private boolean known;

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

  /** Its connection was accepted, and goes to its processor. */
  void arriving() {
    arriving = true;
    admission.arriving();
  }

  /** It is there, or has ended. */
  void arrived() {
    if (arriving) {
      arriving = false;
      admission.arrived();
    }
  }

  /** True if the address over its limit has closed another connection for this one, or needn't. */
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

  /**
   * Something is asked for that is to be answered: the connection is not closed for others. So it
   * is from the start, unless the protocol says otherwise.
   */
  public void busy() {
    said = Use.BUSY;
    if (listed != Use.SENDING) {
      list(Use.BUSY);
    }
  }

  /**
   * Nothing is asked for. The connection's age counts from when it has written what waits; further
   * calls, before it is busy again, don't make it younger.
   */
  public void idle() {
    if (connection.isWriting()) {
      said = Use.IDLE;
    } else {
      idleNow();
    }
  }

  /**
   * A request is coming in.
   *
   * @param progress false if too little of it has come since the last call; then the connection
   *     does not become younger
   */
  public void receiving(boolean progress) {
    said = Use.RECEIVING;
    if (listed != Use.SENDING && (progress || listed != Use.RECEIVING)) {
      list(Use.RECEIVING);
    }
  }

  /** The peer has shown who it is: its connection is closed after those of strangers. */
  public void known() {
    if (!known) {
      known = true;
      admission.becameKnown();
      list(listed);
    }
  }

  /** True if the peer's address is not limited, because many clients come by it. */
  public boolean isExempt() {
    return share == null;
  }

  // ---- the connection's side

  /** Nothing is asked for, and it does not matter whether all is written. */
  void idleNow() {
    said = Use.IDLE;
    if (listed != Use.IDLE) {
      list(Use.IDLE);
    }
  }

  /** The peer has taken something, but not all. */
  void sending() {
    list(Use.SENDING);
  }

  /** All is written. */
  void written() {
    if (listed != said) {
      list(said);
    }
  }

  /** Its connection closes. */
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
