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
 * One connection, from the handshake to the end. It lives on its connection's processor, and all of
 * it but {@link #look}, {@link #giveUp}, {@link #pushOut} and {@link #sayBye} is called there.
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

  /** What another thread wants of it. */
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
  private Peer peer; // null until hands are shaken
  private PeerInput input;
  private PeerOutput output;
  private long heardAt;

  /**
   * A connection that was just opened.
   *
   * @param dialled whom we connected to; empty if he connected to us
   * @param shaken is run once, when hands are shaken or never will be
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

  /** Input has come. */
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
    offerToRouter(); // packets may have come glued to the handshake
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

  /** Routes the packets that have come, or as many of them as may be routed in one turn. */
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
      offerToRouter(); // behind those that wait for their turn; till then nothing more is read
    } else {
      connection.awaitInput();
    }
  }

  // ---- any thread

  /** Has the send stage look at it, in its turn; false if it can't. */
  boolean look() {
    return shared.sendStage(connection.processor()).enqueue(this).accepted();
  }

  /** The same before those that wait for their turn. */
  boolean lookNow() {
    return shared.urgentSendStage(connection.processor()).enqueue(this).accepted();
  }

  /** Ends it, for it is too slow. */
  void giveUp() {
    shared.countSlow();
    wish = Wish.END;
    lookNow(); // or the time-out does
  }

  /** Ends it, for it was silent when another came. */
  void pushOut() {
    connection.close();
  }

  /** Ends it, for we end. */
  void sayBye() {
    wish = Wish.BYE;
    lookNow();
  }

  // ---- in the send stage

  /** It was called to, and it is its turn. */
  void sendInTurn() {
    if (peer != null) {
      peer.queue().answered();
    }
    send();
  }

  /** Gives the socket what waits, as much as it takes. */
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

  /** The same when not all can go: the most important first. */
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

  /** A stage failed on it. */
  void drop() {
    connection.close();
  }

  // ---- told by the connection

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
      drain(); // what the send stage could not be called for
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

  /** It takes no part any more. */
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

  /** Where it comes from, as far as that is counted. Any thread. */
  AddressBlock block() {
    return block;
  }

  /** What it is, for people. Any thread. */
  @Override
  public String toString() {
    String address = Addresses.authority(connection.remote());
    return greeting.dialled() ? address + " (dialled)" : address;
  }
}
