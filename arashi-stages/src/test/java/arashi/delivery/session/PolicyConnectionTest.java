package arashi.delivery.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.database.TestOutages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Questions of an MTA over sockets. */
class PolicyConnectionTest extends SocketSessions {
  private static final String FULL = "action=552 5.2.2 Mailbox is full\n\n";
  private static final String DUNNO = "action=DUNNO\n\n";

  private InetSocketAddress address;

  private Socket connect() throws IOException {
    if (address == null) {
      address =
          fixture.server.bindPolicy(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static byte[] about(String recipient) {
    return ("request=smtpd_access_policy\nprotocol_state=RCPT\nrecipient=" + recipient + "\n\n")
        .getBytes(UTF_8);
  }

  private static String answer(Socket socket, String expected) throws IOException {
    return new String(socket.getInputStream().readNBytes(expected.length()), UTF_8);
  }

  @Test
  void answersQuestionsOfOneConnectionInOrderHoweverTheyAreCut() throws IOException {
    start(Map.of());
    Random random = new Random(1);
    StringBuilder questions = new StringBuilder();
    StringBuilder answers = new StringBuilder();
    List<String> recipients =
        List.of("ada@example.org", "full@example.org", "ada@example.net", "", "no address");
    for (int n = 0; n < 100; n++) {
      String recipient = recipients.get(random.nextInt(recipients.size()));
      questions.append(new String(about(recipient), UTF_8));
      answers.append(recipient.startsWith("full") ? FULL : DUNNO);
    }
    try (Socket mta = connect()) {
      byte[] octets = questions.toString().getBytes(UTF_8);
      for (int at = 0; at < octets.length; ) {
        int length = Math.min(octets.length - at, 1 + random.nextInt(300));
        mta.getOutputStream().write(octets, at, length);
        at += length;
      }
      assertThat(answer(mta, answers.toString())).isEqualTo(answers.toString());
    }
  }

  /** Like Exim's readsocket. */
  @Test
  void answersAClientThatHasEndedItsOutputThenCloses() throws IOException {
    start(Map.of());
    try (Socket mta = connect()) {
      mta.getOutputStream().write(about("nobody@example.org"));
      mta.shutdownOutput();
      assertThat(new String(mta.getInputStream().readAllBytes(), UTF_8))
          .isEqualTo("action=550 5.1.1 No such user: nobody@example.org\n\n");
    }
  }

  @Test
  void leavesTheDecisionToTheMtaInAnOutage() throws IOException {
    start(Map.of());
    mailboxes.beforeJudging(
        () -> {
          throw TestOutages.unreachable();
        });
    try (Socket mta = connect()) {
      mta.getOutputStream().write(about("full@example.org"));
      assertThat(answer(mta, DUNNO)).isEqualTo(DUNNO);
    }
  }

  @Test
  void answersNoStrangerAndClosesOnNonsense() throws IOException {
    start(Map.of());
    try (Socket mta = connect()) {
      mta.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
      assertThat(mta.getInputStream().readAllBytes()).isEmpty();
    }
    fixture.close();
    address = null;
    start(Map.of("mail.delivery.trusted", List.of("192.0.2.0/24")));
    try (Socket stranger = connect()) {
      assertThat(stranger.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void aStopClosesIdleConnections() throws IOException {
    start(Map.of());
    try (Socket mta = connect()) {
      mta.getOutputStream().write(about("full@example.org"));
      assertThat(answer(mta, FULL)).isEqualTo(FULL);

      fixture.server.drain();

      assertThat(mta.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(fixture.server.awaitDrained(Duration.ofSeconds(20))).isTrue();
  }
}
