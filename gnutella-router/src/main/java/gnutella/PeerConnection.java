package gnutella;

import gnutella.protocol.Guid;
import gnutella.protocol.Handshake;
import gnutella.protocol.Host;
import gnutella.protocol.Message;
import gnutella.protocol.PacketFault;
import gnutella.protocol.Reach;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Processors;
import seda.netio.Addresses;
import seda.netio.Connection;
import seda.netio.ConnectionListener;
import seda.netio.WritePolicy;

/**
 * A connection, from the handshake to its end. Confined to the connection's processor, except for
 * {@link #look}, {@link #giveUp}, {@link #pushOut} and {@link #sayBye}.
 *
 * <pre>
 *   SHAKING_HANDS ── agreed ──► OPEN ── bye, fault, end, too slow ──► ENDED
 *         └───── refused, no handshake, too late, pushed out ────────► ENDED
 * </pre>
 */
final class PeerConnection implements ConnectionListener {
  private static final Logger log = LoggerFactory.getLogger(PeerConnection.class);
  private static final Duration RETRY = Duration.ofMillis(10);

  private enum State {
    SHAKING_HANDS,
    OPEN,
    ENDED
  }

  /** A request from another thread. */
  private enum Wish {
    NOTHING,
    BYE,
    END
  }

  private final ConnectionContext shared;
  private final Connection connection;
  private final AddressBlock block;
  private final Greeting greeting;
  private final Runnable shaken;
  private State state = State.SHAKING_HANDS;
  private volatile Wish wish = Wish.NOTHING;
  private Peer peer; // null before the handshake succeeds
  private PeerInput input;
  private PeerOutput output;
  private long heardAt;

  /**
   * Creates a connection that was just opened.
   *
   * @param dialled host of an outgoing connection; empty for an accepted one
   * @param shaken runs once, when the handshake has succeeded or failed
   */
  PeerConnection(
      ConnectionContext shared, Connection connection, Optional<Host> dialled, Runnable shaken) {
    this.shared = shared;
    this.shaken = shaken;
    this.connection = connection;
    this.block = AddressBlock.of(connection.remote().getAddress());
    this.heardAt = shared.clock().nanos();
    connection.limitWrites(shared.limits().writeThreshold(), WritePolicy.SHED);
    connection.timeoutAfter(shared.limits().handshake().timeout());
    greeting = new Greeting(shared, connection, block, dialled);
    connection.awaitInput();
  }

  // ---- in the server stage

  /** Handles new input. */
  void arrived() {
    if (state == State.SHAKING_HANDS) {
      shared.heard(this);
      shakeHands();
    } else if (state == State.OPEN) {
      offerToRouter();
    }
  }

  private void shakeHands() {
    switch (greeting.goOn()) {
      case OPEN -> join();
      case REFUSED -> {
        Reach reach = shared.reach(connection.remote());
        shared.hosts().add(greeting.handshake().hosts().stream().filter(reach::mayName).toList());
        connection.closeGracefully();
      }
      case FAILED -> connection.close();
      case READING -> {
        if (connection.inputEnded()) {
          connection.close();
        } else {
          connection.awaitInput();
        }
      }
    }
  }

  private void join() {
    Handshake handshake = greeting.handshake();
    Reach reach = shared.reach(connection.remote());
    peer = new Peer(this, shared.queueLimits(), !handshake.isUltrapeer(), reach);
    boolean stays = greeting.dialled() || shared.stays(this);
    if (!stays || !shared.join(peer, handshake.servent())) {
      connection.close();
      return;
    }
    input = new PeerInput(shared, peer, handshake.isInflating());
    output =
        new PeerOutput(
            connection,
            peer.queue(),
            shared.buffers(connection.processor()),
            handshake.isDeflating());
    state = State.OPEN;
    shaken.run();
    greeting.joined();
    log.debug("{} joined: {}", connection.remote(), handshake.userAgent());
    connection.timeoutAfter(shared.limits().pingEvery());
    shared.router().ask(peer, shared.maxTtl(), shared.clock().nanos());
    offerToRouter(); // packets may follow the handshake in the same read
  }

  private void offerToRouter() {
    if (!shared.routerStage().enqueue(this).accepted()) {
      Processors.current().schedule(RETRY, this::offerAgain);
    }
  }

  private void offerAgain() {
    if (state == State.OPEN) {
      offerToRouter();
    }
  }

  // ---- in the router stage

  /** Routes the received packets, up to the limit of one turn. */
  void route() {
    if (state != State.OPEN) {
      return;
    }
    heardAt = shared.clock().nanos();
    boolean more = connection.input() != null && input.route(connection.input(), heardAt);
    PacketFault fault = connection.inputEnded() ? input.end() : input.fault();
    if (fault != null) {
      log.debug("{} is dropped: {}", connection.remote(), fault.text());
      shared.countFault();
      bye(fault.byeCode(), fault.text());
    } else if (input.saidBye() || connection.inputEnded()) {
      connection.closeGracefully();
      ended();
    } else if (more) {
      offerToRouter(); // last in the queue; until its turn nothing is read
    } else {
      connection.awaitInput();
    }
  }

  // ---- any thread

  /** Schedules the send stage in its turn; false if it can't. */
  boolean look() {
    return shared.sendStage(connection.processor()).enqueue(this).accepted();
  }

  /** Like {@link #look}, ahead of scheduled connections. */
  boolean lookNow() {
    return shared.urgentSendStage(connection.processor()).enqueue(this).accepted();
  }

  /** Requests the end, because the peer is too slow. */
  void giveUp() {
    shared.countSlow();
    wish = Wish.END;
    lookNow(); // on failure the time-out acts
  }

  /** Requests the end of a silent connection, to make room for another. */
  void pushOut() {
    connection.close();
  }

  /** Requests a bye, because the router stops. */
  void sayBye() {
    wish = Wish.BYE;
    lookNow();
  }

  // ---- in the send stage

  /** Handles a scheduled send. */
  void sendInTurn() {
    if (peer != null) {
      peer.queue().answered();
    }
    send();
  }

  /** Writes from the queue, as much as the socket takes. */
  void send() {
    switch (wish) {
      case END -> connection.close();
      case BYE -> bye(200, "Servent shutdown");
      case NOTHING -> drain();
    }
  }

  private void drain() {
    if (state == State.OPEN) {
      output.drain();
    }
  }

  /** Like {@link #send} if not all of the queue fits: highest priority first. */
  private void drainSorted() {
    if (state == State.OPEN) {
      peer.queue().sort();
      output.drain();
    }
  }

  private void bye(int code, String text) {
    switch (state) {
      case SHAKING_HANDS -> connection.close();
      case OPEN -> {
        if (greeting.handshake().saysBye()) {
          peer.send(new Message.Bye(code, text + "\0").packet(new Guid(0, 0), 1, 0), 1, 0);
          drainSorted();
        }
        connection.closeGracefully();
        ended();
      }
      case ENDED -> {} // its last bytes are on their way
    }
  }

  /** Ends the connection after a stage failed on it. */
  void drop() {
    connection.close();
  }

  // ---- callbacks of the connection

  @Override
  public void timedOut() {
    if (wish != Wish.NOTHING) {
      send();
    } else if (state != State.OPEN) {
      connection.close();
    } else if (shared.clock().nanos() - heardAt > shared.limits().idleTimeout().toNanos()) {
      bye(405, "Idle");
    } else {
      shared.router().ask(peer, shared.maxTtl(), shared.clock().nanos());
      drain(); // sends that could not be scheduled
      peer.queue().trim();
      connection.timeoutAfter(shared.limits().pingEvery());
    }
  }

  @Override
  public void writable() {
    drainSorted();
  }

  @Override
  public void closed() {
    if (state == State.SHAKING_HANDS) {
      shaken.run();
      greeting.failed();
    }
    ended();
    shared.closed(this);
  }

  /** Leaves the router. */
  private void ended() {
    if (state == State.OPEN) {
      greeting.left();
      shared.leave(peer, greeting.handshake().servent());
      input.release();
      output.release();
      if (!greeting.dialled() && !connection.isClosed()) {
        shared.unjoined(this); // until it has closed
      }
    }
    state = State.ENDED;
    greeting.release();
  }

  /** The address block for limits. Any thread. */
  AddressBlock block() {
    return block;
  }

  /** Returns a readable description. Any thread. */
  @Override
  public String toString() {
    String address = Addresses.authority(connection.remote());
    return greeting.dialled() ? address + " (dialled)" : address;
  }
}
