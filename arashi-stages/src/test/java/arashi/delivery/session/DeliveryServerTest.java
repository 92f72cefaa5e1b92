package arashi.delivery.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.store.database.TestOutages;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Sessions over sockets. */
class DeliveryServerTest extends SocketSessions {
  /** Threads of the pool. */
  private static final int WORKERS = 2;

  private final List<IOException> refusedToSend = new CopyOnWriteArrayList<>();

  @Test
  void takesAWholePipelineInOrder() throws IOException {
    start(Map.of());
    try (SmtpClient lmtp = fixture.connect(Protocol.LMTP)) {
      lmtp.send(
          "LHLO client\r\n"
              + MAIL
              + ADA
              + "RCPT TO:<nobody@example.org>\r\n"
              + BOB
              + "DATA\r\nhello\r\n.\r\nRSET\r\nNOOP\r\nQUIT\r\n");

      assertThat(lmtp.codes(12)).isEqualTo("220 250 250 250 550 250 354 250 250 250 250 221");
      assertThat(lmtp.isEnded()).isTrue();
    }
    IncomingMail mail = mailboxes.mails().get(0);
    assertThat(new String(mail.raw(), StandardCharsets.US_ASCII)).isEqualTo("hello\r\n");
    assertThat(mail.recipients()).hasSize(2);
    assertThat(mail.queueId()).matches("[0-9A-V]{11}");
    assertThat(mail.envelope().client()).isEqualTo("127.0.0.1");
    assertThat(mail.envelope().trusted()).isTrue();
    assertThat(mailboxes.indexed()).containsExactly(true);
  }

  @Test
  void takesMailsThatComeInPieces() throws IOException {
    start(Map.of());
    Random random = new Random(3);
    List<String> sent = new ArrayList<>();
    try (SmtpClient lmtp = greeted(Protocol.LMTP)) {
      for (int i = 0; i < 20; i++) {
        String content = (i + "x".repeat(random.nextInt(900)) + "\r\n").repeat(random.nextInt(200));
        sent.add(content);
        lmtp.sendChopped(MAIL + ADA + BOB + "DATA\r\n" + content + ".\r\n", random);
        assertThat(lmtp.codes(6)).isEqualTo("250 250 250 354 250 250");
        lmtp.sendChopped(
            MAIL + BOB + "BDAT " + content.length() + "\r\n" + content + "BDAT 0 LAST\r\n", random);
        assertThat(lmtp.codes(4)).isEqualTo("250 250 250 250");
        sent.add(content);
      }
    }
    assertThat(mailboxes.mails().stream().map(IncomingMail::raw))
        .extracting(raw -> new String(raw, StandardCharsets.ISO_8859_1))
        .containsExactlyElementsOf(sent);
    assertThat(fixture.server.statistics().memoryBytes()).isZero();
  }

  @Test
  void acknowledgesOnlyWhatIsStored() throws IOException {
    start(Map.of());
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch release = holdMails(storing);
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      smtp.send(MAIL + ADA + "DATA\r\nhello\r\n.\r\n");
      assertThat(smtp.codes(3)).isEqualTo("250 250 354");
      DeliveryFixture.await(storing);
      fixture.settle();
      assertThat(smtp.hasReply()).isFalse();
      release.countDown();
      assertThat(smtp.code()).isEqualTo("250");
    }
  }

  @Test
  void aClientThatGoesBeforeTheAnswerHasItsMailStored() throws IOException {
    start(Map.of());
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch release = holdMails(storing);
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      smtp.send(MAIL + ADA + "DATA\r\nhello\r\n.\r\n");
      DeliveryFixture.await(storing);
    }
    release.countDown();
    fixture.settleUntil(() -> fixture.server.statistics().sockets().open() == 0);
    assertThat(mailboxes.mails()).hasSize(1);
    assertThat(fixture.server.statistics().memoryBytes()).isZero();
  }

  @Test
  void aClientThatGoesInItsDataLeavesNothing() throws IOException {
    start(Map.of());
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      smtp.send(MAIL + ADA + "DATA\r\nthis is only");
      assertThat(smtp.codes(3)).isEqualTo("250 250 354");
    }
    fixture.settleUntil(() -> fixture.server.statistics().sockets().open() == 0);
    assertThat(mailboxes.mails()).isEmpty();
    assertThat(fixture.server.statistics().memoryBytes()).isZero();
  }

  @Test
  void aFailureOfTheStoreIsForNow() throws IOException {
    start(Map.of());
    mailboxes.beforeJudging(
        () -> {
          throw new IllegalStateException("look-up failed");
        });
    try (SmtpClient lmtp = greeted(Protocol.LMTP)) {
      lmtp.send(MAIL + ADA);
      assertThat(lmtp.codes(2)).isEqualTo("250 451");
      mailboxes.beforeJudging(() -> {});
      mailboxes.beforeStoring(
          () -> {
            throw new IllegalStateException("storing failed");
          });
      lmtp.send(ADA + BOB + "DATA\r\nhello\r\n.\r\n");
      assertThat(lmtp.codes(5)).isEqualTo("250 250 354 451 451");
    }
    assertThat(fixture.server.statistics().memoryBytes()).isZero();
  }

  /**
   * Mails queue up while the workers are held; then they are stored together, except for one. Two
   * workers may also store each mail as soon as it is parsed, so this repeats.
   */
  @Test
  void aMailThatCannotBeStoredCostsNoneOfThoseStoredWithIt() throws Exception {
    start(Map.of());
    List<Integer> together = new CopyOnWriteArrayList<>();
    int rounds = 0;
    while (rounds < 100 && together.stream().noneMatch(mails -> mails > 1)) {
      sendAtOnce(together);
      rounds++;
    }
    assertThat(together).anyMatch(mails -> mails > 1);
    assertThat(mailboxes.mails()).hasSize(6 * rounds);
    assertThat(fixture.server.statistics().memoryBytes()).isZero();
  }

  /** Sends good mails and a bad one while the workers are held; adds the sizes of batches. */
  private void sendAtOnce(List<Integer> together) throws Exception {
    Semaphore storing = new Semaphore(0);
    CountDownLatch release = new CountDownLatch(1);
    mailboxes.beforeStoring(
        mails -> {
          together.add(mails.size());
          storing.release();
          DeliveryFixture.await(release);
          if (mails.stream().anyMatch(mail -> text(mail).startsWith("bad"))) {
            throw new IllegalStateException("one of " + mails.size() + " can't be stored");
          }
        });
    List<SmtpClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < WORKERS; i++) {
        clients.add(withMail("first " + i));
        assertThat(storing.tryAcquire(20, TimeUnit.SECONDS)).as("a worker is held").isTrue();
      }
      for (String text : List.of("good 1", "bad", "good 2", "good 3", "good 4")) {
        clients.add(withMail(text));
      }
      fixture.settle();
      release.countDown();
      List<String> codes = new ArrayList<>();
      for (SmtpClient client : clients) {
        assertThat(client.codes(3)).isEqualTo("250 250 354");
        codes.add(client.code());
      }
      assertThat(codes).containsExactly("250", "250", "250", "451", "250", "250", "250");
    } finally {
      release.countDown();
      for (SmtpClient client : clients) {
        client.close();
      }
    }
  }

  private SmtpClient withMail(String text) throws IOException {
    SmtpClient smtp = greeted(Protocol.SMTP);
    smtp.send(MAIL + ADA + "DATA\r\n" + text + "\r\n.\r\n");
    return smtp;
  }

  private static String text(IncomingMail mail) {
    return new String(mail.raw(), StandardCharsets.US_ASCII);
  }

  @Test
  void anOutageIsSaidToBeOne() throws IOException {
    start(Map.of());
    mailboxes.beforeStoring(
        () -> {
          throw TestOutages.unreachable();
        });
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      smtp.send(MAIL + ADA + "DATA\r\nhello\r\n.\r\n");
      assertThat(smtp.codes(3)).isEqualTo("250 250 354");
      assertThat(smtp.reply()).isEqualTo("451 4.3.0 Database outage; try again later");
      mailboxes.beforeJudging(
          () -> {
            throw TestOutages.unreachable();
          });
      smtp.send(MAIL + ADA);
      assertThat(smtp.codes(2)).isEqualTo("250 451");
    }
  }

  @Test
  void storesMailsWithoutTheirTermsAtALowQuality() throws IOException {
    start(Map.of());
    deliverStage().quality().fix(OptionalDouble.of(0.3));
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      smtp.send(MAIL + ADA + "DATA\r\nhello\r\n.\r\n");
      assertThat(smtp.codes(4)).isEqualTo("250 250 354 250");
    }
    assertThat(mailboxes.indexed()).containsExactly(false);
  }

  @Test
  void theLogNamesTheOutcomeOfAMailAndNoContent() throws IOException {
    Logger logger = (Logger) LoggerFactory.getLogger(Delivery.class);
    Level before = logger.getLevel();
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(lines);
    start(Map.of());
    try (SmtpClient lmtp = greeted(Protocol.LMTP)) {
      lmtp.send(MAIL + ADA + BOB + "DATA\r\nSubject: secret\r\n.\r\n");
      assertThat(lmtp.codes(6)).isEqualTo("250 250 250 354 250 250");
    } finally {
      logger.detachAppender(lines);
      logger.setLevel(before);
    }
    assertThat(lines.list).hasSize(1);
    assertThat(lines.list.get(0).getFormattedMessage())
        .matches(
            "mail=[0-9A-V]{11} protocol=LMTP client=127\\.0\\.0\\.1 tls=false"
                + " sender-domain=example\\.net recipients=2 accepted=2 refused=\\[\\] size=17"
                + " received-ms=\\d+ stored-ms=\\d+");
  }

  @Test
  void aHundredThousandRecipientsEndASession() throws IOException {
    start(Map.of("mail.lmtp.max-recipients", 50, "mail.delivery.max-commands", 3000));
    try (SmtpClient lmtp = greeted(Protocol.LMTP)) {
      Thread sending =
          new Thread(
              () -> {
                try {
                  lmtp.send(MAIL);
                  for (int i = 0; i < 1000; i++) {
                    lmtp.send(ADA.repeat(100));
                  }
                } catch (IOException e) {
                  refusedToSend.add(e); // the server closes before all is sent
                }
              });
      sending.start();
      assertThat(lmtp.code()).isEqualTo("250");
      assertThat(lmtp.codes(50)).isEqualTo("250 ".repeat(50).strip());
      for (int i = 0; i < 2948; i++) {
        assertThat(lmtp.code()).isEqualTo("452");
      }
      assertThat(lmtp.reply()).startsWith("421 4.7.0");
    }
    fixture.settleUntil(() -> fixture.server.statistics().sockets().open() == 0);
  }

  // ---- TLS

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"}) // mail servers without TLS 1.3 are common
  void beginsTlsAndDropsWhatCameBefore(String version) throws Exception {
    Path keys = directory.resolve("keys.p12");
    TestKey.write(keys);
    start(
        Map.of(
            "mail.delivery.tls.key-store",
            keys.toString(),
            "mail.delivery.tls.password",
            TestKey.PASSWORD));
    for (Protocol protocol : Protocol.values()) {
      String hello = protocol == Protocol.LMTP ? "LHLO" : "EHLO";
      try (SmtpClient client = fixture.connect(protocol)) {
        client.send(hello + " client\r\n");
        assertThat(client.codes(1)).isEqualTo("220");
        assertThat(client.reply()).contains("STARTTLS");
        client.send("STARTTLS\r\n" + hello + " evil\r\nMAIL FROM:<evil@example.net>\r\n");
        assertThat(client.code()).isEqualTo("220");
        client.startTls(TestKey.trusting(keys), version);
        client.send(ADA + hello + " client\r\n" + ADA + MAIL + ADA + "DATA\r\nhi\r\n.\r\nQUIT\r\n");

        assertThat(client.code()).isEqualTo("503");
        assertThat(client.reply()).contains("CHUNKING").doesNotContain("STARTTLS");
        assertThat(client.codes(6)).isEqualTo("503 250 250 354 250 221");
        assertThat(client.isEnded()).isTrue();
      }
    }
    assertThat(mailboxes.mails()).hasSize(2);
    assertThat(mailboxes.mails()).allMatch(mail -> mail.envelope().tls());
    assertThat(mailboxes.mails()).allMatch(mail -> mail.envelope().helo().equals("client"));
  }

  // ---- Unix-domain sockets

  @Test
  void listensOnAUnixSocket() throws IOException {
    start(Map.of("mail.delivery.trusted", List.of()));
    Path socket = directory.resolve("lmtp");
    fixture.server.bind(socket, PosixFilePermissions.fromString("rw-rw----"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
        .isEqualTo("rw-rw----");
    assertThatThrownBy(
            () -> fixture.server.bind(socket, PosixFilePermissions.fromString("rw-rw----")))
        .isInstanceOf(BindException.class)
        .hasMessageContaining(socket.toString());
    try (SmtpClient lmtp = fixture.connect(socket)) {
      lmtp.send("LHLO client\r\n" + MAIL + ADA + "DATA\r\nhello\r\n.\r\nQUIT\r\n");
      assertThat(lmtp.codes(7)).isEqualTo("220 250 250 250 354 250 221");
      assertThat(lmtp.isEnded()).isTrue();
    }
    assertThat(mailboxes.mails().get(0).envelope().client()).isEqualTo("unix");
    assertThat(mailboxes.mails().get(0).envelope().trusted()).isTrue();
    fixture.server.drain();
    assertThat(socket).doesNotExist();
  }

  // ---- shutdown

  @Test
  void drainsBetweenTwoMails() throws IOException {
    start(Map.of());
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch release = holdMails(storing);
    try (SmtpClient idle = greeted(Protocol.SMTP);
        SmtpClient sending = greeted(Protocol.SMTP);
        SmtpClient waiting = greeted(Protocol.SMTP)) {
      sending.send(MAIL + ADA + "DATA\r\nfirst");
      assertThat(sending.codes(3)).isEqualTo("250 250 354");
      waiting.send(MAIL + ADA + "DATA\r\nsecond\r\n.\r\n");
      assertThat(waiting.codes(3)).isEqualTo("250 250 354");
      DeliveryFixture.await(storing);

      fixture.server.drain();

      assertThat(idle.reply()).startsWith("421 4.3.2");
      assertThat(idle.isEnded()).isTrue();
      release.countDown();
      assertThat(waiting.codes(2)).isEqualTo("250 421");
      sending.send(" line\r\n.\r\n");
      assertThat(sending.codes(2)).isEqualTo("250 421");
    }
    assertThat(fixture.server.awaitDrained(Duration.ofSeconds(20))).isTrue();
    assertThat(mailboxes.mails()).hasSize(2);
  }
}
