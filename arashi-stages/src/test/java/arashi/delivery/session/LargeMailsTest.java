package arashi.delivery.session;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;

/** Large mails that share the memory, in virtual time. */
class LargeMailsTest extends SocketSessions {
  private static final Map<String, Object> SMALL_MEMORY =
      Map.of("mail.max-mail-size", "1 MiB", "mail.delivery.memory", "3 MiB");
  private static final int MOST_SIZE = 1 << 20;
  private static final String LINE = "x".repeat(998) + "\r\n";

  private static String mail(long size) {
    return "MAIL FROM:<eve@example.net> SIZE=" + size + "\r\n";
  }

  /** A session with most of a mail; two of them take the memory. */
  private SmtpClient holding() throws IOException {
    SmtpClient client = greeted(Protocol.LMTP);
    client.send(mail(MOST_SIZE) + ADA + "DATA\r\n");
    assertThat(client.codes(3)).isEqualTo("250 250 354");
    client.send(LINE.repeat(950));
    return client;
  }

  /** A session that waits for a reservation. */
  private SmtpClient waiting(String after) throws IOException {
    int before = fixture.server.statistics().waiting();
    SmtpClient client = greeted(Protocol.LMTP);
    client.send(mail(MOST_SIZE) + after);
    fixture.settleUntil(() -> fixture.server.statistics().waiting() == before + 1);
    return client;
  }

  @Test
  void anAnnouncedMailIsPutOffBeforeItsContent() throws IOException {
    startInVirtualTime(SMALL_MEMORY);
    try (SmtpClient first = holding();
        SmtpClient second = holding();
        SmtpClient third = waiting(ADA + "DATA\r\n")) {
      for (int i = 0; i < 38; i++) {
        advance(Duration.ofMillis(500));
      }
      assertThat(third.hasReply()).isFalse();
      for (int i = 0; i < 6; i++) {
        advance(Duration.ofMillis(500));
      }
      assertThat(third.reply()).matches("451 4\\.3\\.2 .*no memory for a mail of this size.*");
      assertThat(third.codes(2)).isEqualTo("503 503");
      assertThat(fixture.server.statistics().waiting()).isZero();
      first.leave();
      third.send(mail(MOST_SIZE));
      assertThat(third.code()).isEqualTo("250");
      second.send(".\r\n");
      assertThat(second.code()).isEqualTo("250");
    }
    fixture.settleUntil(() -> fixture.server.statistics().memoryBytes() == 0);
  }

  /** Its pipelined commands are read while it waits. */
  @Test
  void oneThatWaitsGoesOnAtOnceWhenMemoryComes() throws IOException {
    startInVirtualTime(SMALL_MEMORY);
    try (SmtpClient first = holding();
        SmtpClient second = holding();
        SmtpClient third = waiting(ADA);
        SmtpClient fourth = waiting(BOB + "DATA\r\n")) {
      third.send("DATA\r\n");
      fixture.settle();
      assertThat(third.hasReply()).isFalse();

      first.leave();

      assertThat(third.codes(3)).isEqualTo("250 250 354");
      third.send(LINE.repeat(1000) + ".\r\n");
      assertThat(third.code()).isEqualTo("250");
      assertThat(second.hasReply()).isFalse();
      assertThat(fourth.codes(3)).isEqualTo("250 250 354");
      fourth.send("hello\r\n.\r\n");
      assertThat(fourth.code()).isEqualTo("250");
    }
    assertThat(mailboxes.mails())
        .extracting(mail -> mail.raw().length)
        .containsExactly(1_000_000, 7);
    fixture.settleUntil(() -> fixture.server.statistics().memoryBytes() == 0);
  }

  @Test
  void oneThatLeavesWhileItWaitsFreesItsPlace() throws IOException {
    startInVirtualTime(SMALL_MEMORY);
    try (SmtpClient first = holding();
        SmtpClient second = holding();
        SmtpClient leaving = waiting(ADA + "DATA\r\n");
        SmtpClient next = waiting(ADA)) {
      leaving.leave();

      fixture.settleUntil(() -> fixture.server.statistics().waiting() == 1);

      assertThat(fixture.server.statistics().sockets().open()).isEqualTo(3);
      first.leave(); // one that holds memory
      assertThat(next.codes(2)).isEqualTo("250 250");
      assertThat(second.hasReply()).isFalse();
    }
  }

  /** The largest grows to its end, so all end; none is refused. */
  @Test
  void mailsWithoutASizeAllComplete() throws IOException {
    startInVirtualTime(SMALL_MEMORY);
    List<SmtpClient> clients = new ArrayList<>();
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      SmtpClient client = greeted(Protocol.LMTP);
      clients.add(client);
      Thread sender = new Thread(() -> send(client));
      sender.start();
      senders.add(sender);
    }
    for (SmtpClient client : clients) {
      fixture.settleUntil(client::hasReply);
      assertThat(client.codes(3)).isEqualTo("250 250 354");
      fixture.settleUntil(client::hasReply);
      assertThat(client.code()).isEqualTo("250");
      client.close();
    }
    assertThat(mailboxes.mails()).hasSize(8);
    assertThat(senders).allSatisfy(sender -> sender.join(20_000));
    fixture.settleUntil(() -> fixture.server.statistics().memoryBytes() == 0);
  }

  private static void send(SmtpClient client) {
    try {
      client.send(MAIL + ADA + "DATA\r\n");
      client.send(LINE.repeat(1000));
      client.send(".\r\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aSlowMailIsCutWhileAnotherWaits() throws IOException {
    startInVirtualTime(SMALL_MEMORY);
    try (SmtpClient fast = holding();
        SmtpClient slow = greeted(Protocol.LMTP)) {
      slow.send(mail(MOST_SIZE) + ADA + "DATA\r\n");
      assertThat(slow.codes(3)).isEqualTo("250 250 354");
      slow.send(LINE);
      fixture.settle();
      advance(Duration.ofSeconds(30));
      slow.send(LINE);
      fixture.settle();
      assertThat(slow.hasReply()).as("nobody waits").isFalse();

      try (SmtpClient next = greeted(Protocol.LMTP)) {
        next.send(mail(MOST_SIZE));
        assertThat(slow.reply()).startsWith("421 4.4.2 The mail arrives too slowly");
        assertThat(slow.isEnded()).isTrue();
        assertThat(next.code()).isEqualTo("250");
      }
      fast.send(".\r\n");
      assertThat(fast.code()).isEqualTo("250");
    }
    assertThat(mailboxes.mails()).hasSize(1);
  }

  // ---- turns

  @Test
  void largeMailsAreStoredAFewAtATimeAndSmallOnesBesideThem() throws IOException {
    start(Map.of("mail.delivery.large.together", 1));
    CountDownLatch release = new CountDownLatch(1);
    Semaphore storing = new Semaphore(0);
    Set<IncomingMail> large = ConcurrentHashMap.newKeySet();
    mailboxes.beforeStoring(
        mails -> {
          List<IncomingMail> ofThese =
              mails.stream().filter(mail -> mail.raw().length > 1000).toList();
          if (!ofThese.isEmpty()) {
            large.addAll(ofThese);
            storing.release();
            DeliveryFixture.await(release);
          }
        });
    List<SmtpClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        SmtpClient client = greeted(Protocol.LMTP);
        clients.add(client);
        client.send(mail(2_000_000) + ADA + "DATA\r\n");
        assertThat(client.codes(3)).isEqualTo("250 250 354");
        client.send(LINE.repeat(2000) + ".\r\n");
      }
      storing.acquireUninterruptibly();
      try (SmtpClient small = greeted(Protocol.LMTP)) {
        small.send(MAIL + ADA + "DATA\r\nhello\r\n.\r\n");
        assertThat(small.codes(4)).isEqualTo("250 250 354 250");
      }
      fixture.settle();
      assertThat(large).hasSize(1);
      release.countDown();
      for (SmtpClient client : clients) {
        assertThat(client.code()).isEqualTo("250");
      }
    } finally {
      release.countDown();
      for (SmtpClient client : clients) {
        client.close();
      }
    }
    assertThat(mailboxes.mails()).hasSize(5);
    assertThat(fixture.server.statistics().memoryBytes()).isZero();
  }

  /** Its turn has admitted it, and a refusal would waste its transfer. */
  @Test
  void aCompleteLargeMailIsStoredAlthoughTheStageRefuses() throws IOException {
    start(Map.of());
    AdmissionController<Object> refusing =
        (event, serviceClass, credits, queue) ->
            new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofSeconds(1));
    try (SmtpClient large = greeted(Protocol.LMTP)) {
      large.send(mail(2_000_000) + ADA + "DATA\r\n");
      assertThat(large.codes(3)).isEqualTo("250 250 354");
      deliverStage().admission(refusing);
      large.send(LINE.repeat(2000) + ".\r\n");
      assertThat(large.code()).isEqualTo("250");
    }
  }

  @Test
  void aLargeMailThatCannotBeStoredIsPutOff() throws IOException {
    start(Map.of("mail.delivery.large.together", 1));
    mailboxes.beforeStoring(
        () -> {
          throw new IllegalStateException("storing failed");
        });
    try (SmtpClient large = greeted(Protocol.LMTP)) {
      for (int i = 0; i < 3; i++) {
        large.send(mail(2_000_000) + ADA + "DATA\r\n");
        assertThat(large.codes(3)).isEqualTo("250 250 354");
        large.send(LINE.repeat(2000) + ".\r\n");
        assertThat(large.reply()).startsWith("451 4.3.0");
      }
    }
    fixture.settleUntil(() -> fixture.server.statistics().memoryBytes() == 0);
  }

  /** A complete mail waits longer for its turn than a new mail for memory. */
  @Test
  void aLargeMailWaitsLongForItsTurnAndThenIsPutOff() throws IOException {
    startInVirtualTime(Map.of("mail.delivery.large.together", 1));
    CountDownLatch storing = new CountDownLatch(1);
    CountDownLatch release = holdMails(storing);
    try (SmtpClient first = greeted(Protocol.LMTP);
        SmtpClient second = greeted(Protocol.LMTP)) {
      for (SmtpClient client : List.of(first, second)) {
        client.send(mail(2_000_000) + ADA + "DATA\r\n");
        assertThat(client.codes(3)).isEqualTo("250 250 354");
        client.send(LINE.repeat(2000) + ".\r\n");
        DeliveryFixture.await(storing);
      }
      int seconds = 0;
      while (!second.hasReply()) {
        advance(Duration.ofSeconds(10));
        seconds += 10;
      }
      assertThat(second.reply()).startsWith("451 4.3.2");
      assertThat(seconds).isGreaterThanOrEqualTo(240);
      release.countDown();
      assertThat(first.code()).isEqualTo("250");
    }
    assertThat(mailboxes.mails()).hasSize(1);
  }
}
