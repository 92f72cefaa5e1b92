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
 * A session over one connection: gives it what comes, and gets it what it waits for.
 *
 * <pre>
 *   READING ── a recipient or a mail goes to its stage ──► ASKING ── its answer ──► READING
 *      │ ▲
 *      │ └── there is room, or patience ends ── ROOM ◄── no room in a stage or in memory
 *      └──── STARTTLS ──► SECURING ── handshake ──► READING
 * </pre>
 *
 * <p>It is read from in READING only. All of it runs on the connection's processor, but for {@link
 * #answered}.
 */
final class SessionConnection implements ConnectionListener {
  /** Between two looks for room. */
  private static final Duration LOOK = Duration.ofMillis(250);

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
  private final Object address; // under which a stranger is counted; null for a trusted client
  private final Session session;

  private Phase phase = Phase.READING;
  private Next lacking; // what there was no room for at the last look; null if there was
  private long lackingSince;
  private Delivery delivery; // that no stage has taken
  private boolean counted; // by the stranger's limits, what is asked for now
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
    this.session = new Session(config, client, server.memory());
    if (client.trusted()) {
      connection.use().known();
    }
    proceed(NOTHING);
  }

  // ---- the session stage

  /** Looks at what has come: octets, an answer, or word that the service stops. */
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
    if (phase == Phase.READING) {
      ByteBuffer in = connection.input();
      proceed(in == null ? NOTHING : in);
    }
  }

  private void proceed(ByteBuffer in) {
    boolean goesOn = true;
    while (goesOn) {
      int before = in.remaining();
      Next next = session.next(in);
      pace.took(before - in.remaining());
      if (next != lacking) {
        lacking = null;
      }
      send();
      goesOn = act(next, in);
    }
  }

  private void send() {
    ByteBuffer replies = session.takeReplies();
    if (replies.hasRemaining()) {
      connection.write(replies);
    }
  }

  /** True if the session can go on at once. */
  private boolean act(Next next, ByteBuffer in) {
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
        return lacks(next, BusyReplies.NO_MEMORY);
      }
      case SECURE -> {
        in.position(in.limit());
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

  // ---- what it asks for

  private boolean admit() {
    if (mayAsk(server.rates()::tryMail, BusyReplies.TOO_MANY_MAILS)) {
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
    EnqueueResult result = server.deliver().deliver(delivery);
    if (!result.accepted()) {
      return lacks(Next.DELIVER, BusyReplies.of(result));
    }
    delivery = null;
    return asks();
  }

  /** Refuses at once what a stranger asks for too often; asked once for each thing. */
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

  /** Any thread: a worker has the answer, which the processor gives to the session. */
  private void answered(Runnable given) {
    answer = given;
    connection.redeliver();
  }

  // ---- what it waits for

  /** There is no room: looks again in a while, without reading; once patience ends, refuses. */
  private boolean lacks(Next what, Reply reason) {
    long now = server.clock().nanos();
    if (lacking != what) {
      lacking = what;
      lackingSince = now;
    }
    long waited = now - lackingSince;
    if (waited >= server.config().timeouts().patience().toNanos()) {
      lacking = null;
      counted = false;
      dropDelivery(reason);
      session.refuse(reason);
      return true;
    }
    phase = Phase.ROOM;
    pace.lookAfter(LOOK);
    return false;
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

  // ---- what the connection says

  @Override
  public void timedOut() {
    if (phase == Phase.ROOM) {
      phase = Phase.READING;
      arrived();
    } else if (phase == Phase.READING) {
      session.end(BusyReplies.SLOW);
      proceed(NOTHING);
    }
  }

  @Override
  public void writable() {
    // replies are few for what is read, and reading stops by itself while they wait
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
