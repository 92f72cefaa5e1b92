package arashi.outbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.outbox.Relay.Answer;
import arashi.outbox.Relay.Answered;
import arashi.outbox.Relay.Kind;
import arashi.outbox.ScriptedRelay.Fate;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Interpretation of the relay's replies, without a database. */
class SmtpRelayTest {
  private static final String FROM = "ada@example.org";
  private static final String ENVELOPE = "1f.00";
  private static final String DAN = "dan@elsewhere.test";
  private static final String EVE = "eve@elsewhere.test";
  private static final byte[] RAW = "Subject: x\r\n\r\n.dot\r\nlast\r\n".getBytes(UTF_8);

  private Instant now = Instant.parse("2026-03-03T12:00:00Z");
  private ScriptedRelay server;
  private final List<List<Integer>> dots = new ArrayList<>();
  private final Relay.Gate gate =
      new Relay.Gate() {
        @Override
        public void progress() {}

        @Override
        public void beforeDot(List<RecipientRow> accepted) {
          dots.add(accepted.stream().map(RecipientRow::n).toList());
        }
      };

  @BeforeEach
  void open() throws IOException {
    server = new ScriptedRelay();
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private Relay relay(Optional<String> user, String password) {
    RelayConfig config = new RelayConfig(false, "127.0.0.1", server.port(), user, password);
    return new SmtpRelay(config, OutboxFixture.config(server.port()), "mx.example.org", () -> now);
  }

  private static List<RecipientRow> rows(List<String> addresses) {
    List<RecipientRow> rows = new ArrayList<>();
    for (String address : addresses) {
      rows.add(
          new RecipientRow(
              rows.size(),
              address,
              SendState.SENDING,
              0,
              Instant.EPOCH,
              "",
              false,
              Optional.empty()));
    }
    return rows;
  }

  private static List<Answer> send(
      Relay relay, List<String> recipients, byte[] raw, Relay.Gate gate) {
    List<RecipientRow> rows = rows(recipients);
    List<Answered> answers = relay.send(new Relay.Mail(ENVELOPE, FROM, rows, raw, gate));
    assertThat(answers).extracting(Answered::recipient).isEqualTo(rows);
    return answers.stream().map(Answered::answer).toList();
  }

  private List<Answer> send(String... recipients) {
    return send(relay(Optional.empty(), ""), Arrays.asList(recipients), RAW, gate);
  }

  private List<Kind> kinds(String... recipients) {
    return send(recipients).stream().map(Answer::kind).toList();
  }

  @Test
  void writesTheMailByteForByteAndPassesTheAcceptedRecipientsToTheGate() {
    server.ofRecipients.put(DAN, "550 5.1.1 no");
    assertThat(kinds(DAN, EVE)).containsExactly(Kind.REFUSED, Kind.ACCEPTED);
    assertThat(dots).containsExactly(List.of(1));
    assertThat(server.taken)
        .containsExactly(new ScriptedRelay.Mail(FROM, List.of(EVE), new String(RAW, UTF_8)));
    assertThat(server.commands.get(0)).isEqualTo("EHLO mx.example.org");
  }

  @Test
  void asksForReportsOfFailuresWhereTheRelayOffersThem() {
    assertThat(kinds("d+x=y@elsewhere.test")).containsExactly(Kind.ACCEPTED);
    assertThat(server.commands)
        .anyMatch(line -> line.startsWith("MAIL FROM:<" + FROM + "> RET=HDRS ENVID=1f.00"))
        .contains(
            "RCPT TO:<d+x=y@elsewhere.test> NOTIFY=FAILURE,DELAY"
                + " ORCPT=rfc822;d+2Bx+3Dy@elsewhere.test");
  }

  @Test
  void asksForNoReportsOfARelayThatOffersNone() {
    server.extensions.remove("DSN");
    assertThat(kinds(DAN)).containsExactly(Kind.ACCEPTED);
    assertThat(server.commands)
        .contains("RCPT TO:<" + DAN + ">")
        .noneMatch(line -> line.contains("ENVID") || line.contains("RET="));
  }

  @Test
  void sendsNoContentIfNoRecipientIsAccepted() {
    server.ofRecipients.put(DAN, "550 5.1.1 no");
    server.ofRecipients.put(EVE, "450 4.2.1 later");
    assertThat(send(DAN, EVE))
        .containsExactly(
            new Answer(Kind.REFUSED, "550 5.1.1 no"), new Answer(Kind.LATER, "450 4.2.1 later"));
    assertThat(dots).isEmpty();
    assertThat(server.commands).doesNotContain("DATA");
  }

  @Test
  void aRefusedSenderRefusesAll() {
    server.answer("MAIL", "550 5.7.1 not you");
    assertThat(kinds(DAN, EVE)).containsOnly(Kind.REFUSED);
    server.answer("MAIL", "451 4.3.0 later");
    assertThat(kinds(DAN, EVE)).containsOnly(Kind.LATER);
    server.answer("MAIL", "503 5.5.1 out of order");
    assertThat(kinds(DAN)).containsOnly(Kind.LATER);
  }

  @Test
  void refusedContentRefusesTheAcceptedRecipients() {
    server.answer("DATA", "554 5.3.0 no");
    assertThat(kinds(DAN)).containsExactly(Kind.REFUSED);
    server.answer("DATA", "452 4.3.1 full");
    assertThat(kinds(DAN)).containsExactly(Kind.LATER);
    assertThat(dots).isEmpty();
    server.answer(".", "554 5.7.1 spam");
    assertThat(kinds(DAN)).containsExactly(Kind.REFUSED);
    server.answer(".", "450 4.7.1 later");
    assertThat(kinds(DAN)).containsExactly(Kind.LATER);
    assertThat(dots).hasSize(2);
  }

  @Test
  void knowsBeforeAndAfterTheDotApart() {
    server.fates.add(Fate.CUT);
    Kind cut = kinds(DAN).get(0);
    assertThat(cut).isIn(Kind.LATER, Kind.UNKNOWN); // a small mail fits into the sockets' buffers
    server.fates.add(Fate.TAKEN_IN_SILENCE);
    assertThat(kinds(DAN)).containsExactly(Kind.UNKNOWN);
    assertThat(server.taken).hasSize(1);
  }

  @Test
  void aRelayThatHangsUpAtAnyCommandDelays() {
    for (String command : List.of("EHLO", "MAIL", "RCPT", "DATA")) {
      server.answer(command, "421 4.3.2 going down");
      assertThat(kinds(DAN)).as("421 at " + command).containsExactly(Kind.LATER);
      server.answer(command, "");
      if (command.equals("EHLO")) {
        server.answer("HELO", "");
      }
      assertThat(kinds(DAN)).as("end at " + command).containsExactly(Kind.LATER);
    }
    assertThat(dots).isEmpty();
  }

  @Test
  void aRelayThatIsNotThereDelays() throws IOException {
    server.close();
    Answer answer = send(DAN).get(0);
    assertThat(answer.kind()).isEqualTo(Kind.LATER);
    assertThat(answer.text()).isNotEmpty();
  }

  @Test
  void aGateThatClosesLeavesNoMail() {
    Relay.Gate closed =
        new Relay.Gate() {
          @Override
          public void progress() {}

          @Override
          public void beforeDot(List<RecipientRow> accepted) throws IOException {
            throw new IOException("the lease has ended");
          }
        };
    List<Answer> answers = send(relay(Optional.empty(), ""), List.of(DAN), RAW, closed);
    assertThat(answers.get(0).kind()).isEqualTo(Kind.LATER);
    assertThat(server.taken).isEmpty();
    assertThat(kinds(DAN)).as("the next mail").containsExactly(Kind.ACCEPTED);
    assertThat(server.taken).hasSize(1);
  }

  @Test
  void lettersBeyondAsciiNeedSmtputf8() {
    assertThat(kinds("jörg@elsewhere.test")).containsExactly(Kind.REFUSED);
    assertThat(kinds("dan@bücher.test")).as("a domain does not").containsExactly(Kind.ACCEPTED);
    assertThat(server.taken.get(0).to()).containsExactly("dan@xn--bcher-kva.test");

    server.extensions.add("SMTPUTF8");
    assertThat(kinds("jörg@elsewhere.test")).containsExactly(Kind.ACCEPTED);
    String utf8 = new String("jörg@elsewhere.test".getBytes(UTF_8), ISO_8859_1);
    assertThat(server.taken.get(1).to()).containsExactly(utf8);
    assertThat(server.commands)
        .anyMatch(line -> line.startsWith("MAIL") && line.contains(" SMTPUTF8"));
  }

  private List<Answer> sendTo(List<String> recipients, String header) {
    byte[] raw = (header + "Subject: x\r\n\r\nTo: jörg\r\n").getBytes(UTF_8);
    return send(relay(Optional.empty(), ""), recipients, raw, gate);
  }

  @Test
  void aRelayWithoutSmtputf8GetsTheMailForTheOthersInAHeaderOfSevenBits() {
    List<String> recipients = List.of("jörg@elsewhere.test", DAN, "用户@elsewhere.test", EVE);
    server.ofRecipients.put(DAN, "550 5.1.1 no");
    List<Answer> answers =
        sendTo(
            recipients,
            String.join(
                "\r\n",
                "To: =?utf-8?q?J=C3=B6rg?= <jörg@elsewhere.test>,",
                " dan@elsewhere.test",
                "Cc: 用户@elsewhere.test, eve@elsewhere.test",
                ""));

    assertThat(answers)
        .extracting(Answer::kind)
        .containsExactly(Kind.REFUSED, Kind.REFUSED, Kind.REFUSED, Kind.ACCEPTED);
    assertThat(answers.get(0).text()).contains("before the @").contains("SMTPUTF8");
    assertThat(answers.get(1).text()).isEqualTo("550 5.1.1 no");
    assertThat(dots).as("by the numbers of the whole mail").containsExactly(List.of(3));
    ScriptedRelay.Mail taken = server.taken.get(0);
    assertThat(taken.to()).containsExactly(EVE);
    String header = taken.content().substring(0, taken.content().indexOf("\r\n\r\n"));
    assertThat(header)
        .isEqualTo(
            String.join(
                "\r\n",
                "To: =?utf-8?q?J=C3=B6rg?= =?utf-8?b?IGrDtnJnQGVsc2V3aGVyZS50ZXN0?= :;,",
                " dan@elsewhere.test",
                "Cc: =?utf-8?b?55So5oi3QGVsc2V3aGVyZS50ZXN0?= :;, eve@elsewhere.test",
                "Subject: x"));
    assertThat(server.commands).noneMatch(line -> line.contains(" SMTPUTF8"));
  }

  /** The other recipients in the header may have the mail already; their addresses stay in it. */
  @Test
  void aHeaderWithLettersBeyondAsciiNeedsSmtputf8ForAnyRecipient() {
    server.extensions.add("SMTPUTF8");
    String header = "To: jörg@example.org, dan@elsewhere.test\r\n";
    assertThat(sendTo(List.of(DAN), header).get(0).kind()).isEqualTo(Kind.ACCEPTED);
    assertThat(server.commands)
        .anyMatch(line -> line.startsWith("MAIL") && line.contains(" SMTPUTF8"));
    assertThat(server.taken.get(0).content())
        .startsWith(new String(header.getBytes(UTF_8), ISO_8859_1));
  }

  @Test
  void aUserAuthenticatesAndARefusedPasswordDelays() {
    server.extensions.add("AUTH PLAIN");
    server.answer("AUTH", "235 2.7.0 ok");
    Relay relay = relay(Optional.of("ada"), "secret");
    assertThat(send(relay, List.of(DAN), RAW, gate).get(0).kind()).isEqualTo(Kind.ACCEPTED);
    String plain = server.commands.get(1).replace("AUTH PLAIN ", "");
    assertThat(new String(Base64.getDecoder().decode(plain), UTF_8)).endsWith("\0ada\0secret");

    server.answer("AUTH", "535 5.7.8 no");
    relay = relay(Optional.of("ada"), "secret");
    Answer refused = send(relay, List.of(DAN), RAW, gate).get(0);
    assertThat(refused.kind()).isEqualTo(Kind.LATER);
    assertThat(refused.text()).contains("user or password").doesNotContain("secret");
  }

  private long connections() {
    return server.commands.stream().filter(line -> line.startsWith("EHLO")).count();
  }

  private static void assertTaken(Relay relay, Relay.Gate gate) {
    assertThat(send(relay, List.of(DAN), RAW, gate).get(0).kind()).isEqualTo(Kind.ACCEPTED);
  }

  @Test
  void aConnectionIsKeptForTheNextMailButNotForTooMany() {
    Relay relay = relay(Optional.empty(), "");
    for (int n = 0; n < 3; n++) {
      assertTaken(relay, gate);
    }
    assertThat(connections()).isEqualTo(1);
    assertTaken(relay, gate);
    assertThat(connections()).as("after three mails, as configured").isEqualTo(2);
    assertThat(server.taken).hasSize(4);
    assertThat(dots).hasSize(4).containsOnly(List.of(0));
  }

  @Test
  void aConnectionThatWasIdleForLongIsClosed() {
    Relay relay = relay(Optional.empty(), "");
    assertTaken(relay, gate);
    now = now.plus(Duration.ofSeconds(30));
    relay.closeIdle();
    assertTaken(relay, gate);
    assertThat(connections()).isEqualTo(2);
    assertThat(server.commands).contains("QUIT");
  }

  @Test
  void aConnectionThatTheRelayHasClosedIsNotedBeforeItIsUsed() {
    Relay relay = relay(Optional.empty(), "");
    assertTaken(relay, gate);
    server.answer("NOOP", ""); // hangs up
    assertTaken(relay, gate);
    server.answer("MAIL", "421 4.4.2 idle for too long");
    assertTaken(relay, gate);
    server.answer("MAIL", "");
    assertTaken(relay, gate);
    assertThat(connections()).isEqualTo(4);
    assertThat(server.taken).hasSize(4);
  }

  @Test
  void aConnectionIsNotKeptAfterARefusal() {
    Relay relay = relay(Optional.empty(), "");
    assertTaken(relay, gate);
    server.answer(".", "554 5.7.1 no");
    assertThat(send(relay, List.of(DAN), RAW, gate).get(0).kind()).isEqualTo(Kind.REFUSED);
    assertTaken(relay, gate);
    assertThat(connections()).isEqualTo(2);
  }

  @Test
  void noSocketStaysOpenIfTheDialogueEndsInTheGreeting() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    server.atEnd = ended::countDown;
    Relay.Gate closed =
        new Relay.Gate() {
          @Override
          public void progress() throws IOException {
            throw new IOException("no longer");
          }

          @Override
          public void beforeDot(List<RecipientRow> accepted) {}
        };
    Relay relay = relay(Optional.empty(), "");
    assertThat(send(relay, List.of(DAN), RAW, closed))
        .extracting(Answer::kind)
        .containsExactly(Kind.LATER);
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void brokenTlsDelays() {
    server.extensions.add("STARTTLS");
    server.answer("STARTTLS", "220 go on"); // but continues in clear text
    assertThat(kinds(DAN)).containsExactly(Kind.LATER);
    assertThat(server.taken).isEmpty();
  }

  @Test
  void aReplyOfSeveralLinesIsOne() {
    server.ofRecipients.put(DAN, "550-5.1.1 nobody\r\n550 5.1.1 of that name");
    assertThat(send(DAN).get(0).text()).contains("nobody").doesNotContain("\n");
  }

  /** The message to writer and operator about a relay with an unsigned certificate. */
  @Test
  void namesWhatRefusedTlsNeeds() {
    SSLHandshakeException untrusted = new SSLHandshakeException("PKIX path building failed");

    assertThat(SmtpRelay.text(new MessagingException("Could not convert socket to TLS", untrusted)))
        .contains("TLS with the relay is refused (PKIX path building failed)", "mail.relay");
  }
}
