package arashi.delivery.session;

import arashi.delivery.Reply;
import arashi.delivery.protocol.Client;
import arashi.delivery.protocol.Next;
import arashi.delivery.protocol.Session;
import arashi.delivery.protocol.SessionConfig;
import java.nio.ByteBuffer;
import java.time.Duration;
import seda.kernel.EnqueueResult;
import seda.netio.Connection;
import seda.netio.ConnectionListener;

/**
 * Connects a session to its connection and to the stages it asks.
 *
 * <pre>
 *   READING ── a recipient or a mail goes to its stage ──► ASKING ── its answer ──► READING
 *      │ ▲
 *      │ └── there is room, or patience ends ── ROOM ◄── a stage or the memory is full
 *      └──── STARTTLS ──► SECURING ── handshake ──► READING
 * </pre>
 *
 * <p>The connection is read only in READING, and a little in ROOM while no mail has begun.
 * Everything runs on the connection's processor, except {@link #answered}.
 */
final class SessionConnection implements ConnectionListener {
  /** Interval of retries for room. */
  private static final Duration LOOK = Duration.ofMillis(250);

  /** Input that is kept while a mail waits to begin: the commands before its content. */
  private static final int EARLY_BYTES = 1024;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private enum Phase {
    READING,
    ASKING,
    ROOM,
    SECURING
  }

  private final DeliveryServer server;
  private final Connection connection;
  private final SessionPace pace;
  private final Client client;
  private final Object address; // key of a stranger's limits; null for a trusted client
  private final Session session;

  private Phase phase = Phase.READING;
  private ByteBuffer early = NOTHING; // unread octets that precede those of the connection
  private Next lacking; // request without room at the last try; null if none
  private long lackingSince;
  private Delivery delivery; // not yet accepted by a stage
  private boolean counted; // the current request is counted by the stranger's limits
  private long beganNanos;
  private volatile Runnable answer;

  SessionConnection(
      DeliveryServer server,
      Connection connection,
      SessionConfig config,
      Client client,
      Object address) {
    this.server = server;
    this.connection = connection;
    this.pace = new SessionPace(connection, server.config().timeouts());
    this.client = client;
    this.address = address;
    this.session =
        new Session(config, client, () -> server.memory().claim(address, connection::redeliver));
    if (client.trusted()) {
      connection.use().known();
    }
    proceed();
  }

  // ---- the session stage

  /** Handles input, an answer, or a check for shutdown. */
  void arrived() {
    if (connection.isClosed()) {
      return;
    }
    Runnable came = answer;
    if (phase == Phase.ASKING && came != null) {
      answer = null;
      phase = Phase.READING;
      came.run();
    }
    if (phase == Phase.ROOM) {
      if (hasLeft()) {
        connection.close();
        return;
      }
      phase = Phase.READING;
      proceed();
    } else if (phase == Phase.READING) {
      if (session.isCut()) {
        session.end(BusyReplies.TOO_SLOW);
      }
      proceed();
    }
  }

  private void proceed() {
    boolean goesOn = true;
    while (goesOn) {
      ByteBuffer in = input();
      int before = in.remaining();
      Next next = session.next(in);
      pace.took(before - in.remaining());
      if (next != lacking) {
        lacking = null;
      }
      send();
      goesOn = (next == Next.INPUT && input().hasRemaining()) || act(next);
    }
  }

  /** Returns the unread octets: first those that came early. */
  private ByteBuffer input() {
    ByteBuffer in = early.hasRemaining() ? early : connection.input();
    return in == null ? NOTHING : in;
  }

  private void discardInput() {
    while (input().hasRemaining()) {
      input().position(input().limit());
    }
  }

  private void send() {
    ByteBuffer replies = session.takeReplies();
    if (replies.hasRemaining()) {
      connection.write(replies);
    }
  }

  /** True if the session can continue at once. */
  private boolean act(Next next) {
    switch (next) {
      case INPUT -> {
        return awaitInput();
      }
      case ADMIT -> {
        return admit();
      }
      case JUDGE -> {
        return judge();
      }
      case DELIVER -> {
        return deliver();
      }
      case MEMORY -> {
        server.memory().cutSlowest();
        return lacks(next, BusyReplies.NO_MEMORY);
      }
      case SECURE -> {
        discardInput();
        phase = Phase.SECURING;
        server.startTls(connection, this::secured);
        return false;
      }
      case CLOSE -> {
        connection.closeGracefully();
        return false;
      }
    }
    throw new AssertionError(next);
  }

  private boolean awaitInput() {
    if (connection.inputEnded()) {
      session.close();
      connection.closeGracefully();
      return false;
    }
    if (server.isDraining() && session.isIdle()) {
      session.end(BusyReplies.STOPPING);
      return true;
    }
    pace.awaitInput(session);
    connection.awaitInput();
    return false;
  }

  // ---- requests

  private boolean admit() {
    if (mayAsk(server.rates()::tryMail, BusyReplies.TOO_MANY_MAILS)) {
      if (!session.reserves()) {
        server.memory().cutSlowest();
        return lacks(Next.ADMIT, BusyReplies.NO_MEMORY_YET);
      }
      EnqueueResult result = server.deliver().probe();
      if (!result.accepted()) {
        return lacks(Next.ADMIT, BusyReplies.of(result));
      }
      beganNanos = server.clock().nanos();
      session.admitted();
    }
    counted = false;
    return true;
  }

  private boolean judge() {
    if (mayAsk(server.rates()::tryRecipient, BusyReplies.TOO_MANY_RECIPIENTS)) {
      EnqueueResult result =
          server
              .deliver()
              .lookUp(
                  new Lookup(
                      session.envelope(),
                      session.candidate(),
                      client.address().hashCode(),
                      server.clock().nanos(),
                      verdict -> answered(() -> session.judged(verdict))));
      return result.accepted() ? asks() : lacks(Next.JUDGE, BusyReplies.of(result));
    }
    counted = false;
    return true;
  }

  private boolean deliver() {
    if (delivery == null) {
      delivery =
          new Delivery(
              server.queueIds().get(),
              session.takeMail(),
              server.clock().instant(),
              beganNanos,
              server.clock().nanos(),
              replies -> answered(() -> session.delivered(replies)));
    }
    if (!delivery.hasTurn(server.largeTurns(), connection::redeliver)) {
      return lacks(Next.DELIVER, BusyReplies.NO_TURN);
    }
    EnqueueResult result = server.deliver().deliver(delivery);
    if (!result.accepted()) {
      return lacks(Next.DELIVER, BusyReplies.of(result));
    }
    delivery = null;
    return asks();
  }

  /** Refuses a stranger over its limit; counts each request once. */
  private boolean mayAsk(RateLimit limit, Reply otherwise) {
    boolean allowed = address == null || counted || limit.tryTake(address);
    counted = true;
    if (!allowed) {
      session.refuse(otherwise);
    }
    return allowed;
  }

  private boolean asks() {
    counted = false;
    phase = Phase.ASKING;
    pace.stop();
    return false;
  }

  /** Any thread: passes a worker's answer to the processor. */
  private void answered(Runnable given) {
    answer = given;
    connection.redeliver();
  }

  // ---- waiting for room

  /** Retries a request later, without reading; refuses it when patience ends. */
  private boolean lacks(Next what, Reply reason) {
    long now = server.clock().nanos();
    if (lacking != what) {
      lacking = what;
      lackingSince = now;
    }
    long waited = now - lackingSince;
    if (waited >= patience(what).toNanos()) {
      lacking = null;
      counted = false;
      dropDelivery(reason);
      session.refuse(reason);
      return true;
    }
    phase = Phase.ROOM;
    pace.lookAfter(LOOK);
    if (what == Next.ADMIT) {
      watch();
    }
    return false;
  }

  /** Large content is worth a longer wait: a refusal would waste its transfer. */
  private Duration patience(Next what) {
    if (!session.hasLargeContent()) {
      return server.config().timeouts().patience();
    }
    Duration most = server.config().memory().largePatience();
    return what == Next.MEMORY ? most.dividedBy(2) : most; // clients wait less within a mail
  }

  /**
   * Reads on while no mail has begun, to notice the end of the connection. The few commands that a
   * client pipelines are kept; more input ends the watch.
   */
  private void watch() {
    ByteBuffer in = connection.input();
    int more = in == null ? 0 : in.remaining();
    if (early.remaining() + more > EARLY_BYTES) {
      return;
    }
    if (more > 0) {
      early = ByteBuffer.allocate(early.remaining() + more).put(early).put(in).flip();
    }
    connection.awaitInput();
  }

  /** True if the client has ended its output before a mail that it announced. */
  private boolean hasLeft() {
    return lacking == Next.ADMIT
        && connection.inputEnded()
        && session.envelope().size() > early.remaining();
  }

  private void dropDelivery(Reply reason) {
    if (delivery != null) {
      delivery.refuse(reason, server.clock().nanos());
      delivery = null;
    }
  }

  private void secured() {
    phase = Phase.READING;
    session.secured();
    pace.awaitInput(session);
    connection.awaitInput();
  }

  // ---- callbacks of the connection

  @Override
  public void timedOut() {
    if (phase == Phase.ROOM) {
      arrived();
    } else if (phase == Phase.READING) {
      session.end(BusyReplies.SLOW);
      proceed();
    }
  }

  @Override
  public void writable() {
    // replies are small, and reading stops while they wait to be written
  }

  @Override
  public void closed() {
    session.close();
    dropDelivery(BusyReplies.GONE);
  }

  /** One of the limits of strangers. */
  private interface RateLimit {
    boolean tryTake(Object client);
  }
}
