package arashi.delivery.session;

import arashi.delivery.Envelope;
import arashi.delivery.Protocol;
import arashi.delivery.Verdict;
import arashi.delivery.policy.MalformedQuestionException;
import arashi.delivery.policy.PolicyAnswer;
import arashi.delivery.policy.PolicyQuestion;
import arashi.delivery.policy.PolicyReader;
import arashi.mime.address.MailAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;
import seda.netio.Connection;
import seda.netio.ConnectionListener;

/**
 * Answers an MTA's questions about recipients, one after another, by the stage that also judges
 * those of sessions.
 *
 * <pre>
 *   READING ── a question goes to the stage ──► ASKING ── its verdict ──► READING
 * </pre>
 *
 * <p>A question is answered at once if the stage has no room: the MTA's client must not wait.
 * Everything runs on the connection's processor, except {@link #answered}.
 */
final class PolicyConnection implements ConnectionListener {
  private static final Logger log = LoggerFactory.getLogger(PolicyConnection.class);

  /** Room for the fields that the MTA adds before it delivers the mail. */
  private static final long ADDED_BYTES = 4 << 10;

  private final DeliveryServer server;
  private final Connection connection;
  private final String client;
  private final PolicyReader reader = new PolicyReader();
  private boolean asking;
  private volatile String answer; // of the stage; null if there is none

  PolicyConnection(DeliveryServer server, Connection connection, boolean trusted) {
    this.server = server;
    this.connection = connection;
    this.client = connection.remote().getAddress().getHostAddress();
    if (!trusted) {
      log.debug("policy={} refused: not in mail.delivery.trusted", client);
      connection.close();
      return;
    }
    connection.use().known();
    awaitInput();
  }

  /** Handles input, an answer, or a check for shutdown. */
  void arrived() {
    if (connection.isClosed()) {
      return;
    }
    if (asking && answer != null) {
      reply(answer);
    }
    ByteBuffer in = connection.input();
    while (!asking && in != null && in.hasRemaining() && take(in)) {
      // a client may send several questions at once
    }
    if (!asking && !connection.isClosed()) {
      awaitInput();
    }
  }

  /** True if the next question can be read at once. */
  private boolean take(ByteBuffer in) {
    try {
      Optional<PolicyQuestion> question = reader.read(in);
      question.ifPresent(this::ask);
      return question.isPresent();
    } catch (MalformedQuestionException e) {
      log.debug("policy={} malformed: {}", client, e.getMessage());
      connection.close();
      return false;
    }
  }

  private void ask(PolicyQuestion question) {
    Optional<MailAddress> recipient = MailAddress.parse(question.recipient());
    if (recipient.isEmpty()) {
      reply(PolicyAnswer.DUNNO); // several recipients, or an address that the MTA will refuse
      return;
    }
    asking = true;
    connection.clearTimeout();
    connection.use().busy();
    Lookup lookup =
        new Lookup(
            envelope(question.size()),
            recipient.get(),
            client.hashCode(),
            server.clock().nanos(),
            this::answered);
    EnqueueResult result = server.deliver().lookUp(lookup);
    if (!result.accepted()) {
      reply(PolicyAnswer.DUNNO);
    }
  }

  private Envelope envelope(long size) {
    long stored = size == 0 ? 0 : size + ADDED_BYTES;
    return new Envelope(
        Protocol.LMTP, client, "policy", false, true, Optional.empty(), true, stored);
  }

  /** Any thread: passes a verdict to the processor. */
  private void answered(Verdict verdict) {
    answer = PolicyAnswer.action(verdict);
    connection.redeliver();
  }

  private void reply(String action) {
    asking = false;
    answer = null;
    connection.write(PolicyAnswer.octets(action));
  }

  private void awaitInput() {
    boolean isIdle = !reader.hasBegun();
    if (connection.inputEnded() || (server.isDraining() && isIdle)) {
      connection.closeGracefully();
      return;
    }
    connection.timeoutAfter(server.config().timeouts().command());
    if (isIdle) {
      connection.use().idle();
    } else {
      connection.use().receiving(false);
    }
    connection.awaitInput();
  }

  @Override
  public void timedOut() {
    connection.closeGracefully(); // the client connects again
  }

  @Override
  public void writable() {
    // answers are small, and the next question is read after the answer
  }

  @Override
  public void closed() {
    // nothing is kept
  }
}
