package arashi.delivery.session;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Protocol;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;

/** Back-pressure and refusals of clients, in virtual time. */
class PushBackTest extends SocketSessions {
  // ---- back-pressure

  @Test
  void waitsForRoomWithoutReadingAndThenPutsTheClientOff() throws IOException {
    startInVirtualTime(Map.of());
    deliverStage().admission(REFUSING);
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      smtp.send(MAIL + "NOOP\r\n");
      fixture.settle();
      for (int second = 0; second < 19; second++) {
        advance(Duration.ofSeconds(1));
      }
      assertThat(smtp.hasReply()).isFalse();
      for (int i = 0; i < 8; i++) {
        advance(Duration.ofMillis(300));
      }
      assertThat(smtp.reply()).matches("451 4\\.3\\.2 .*admission rate.*");
      assertThat(smtp.code()).isEqualTo("250");
    }
  }

  @Test
  void goesOnWhenThereIsRoomAgain() throws IOException {
    startInVirtualTime(Map.of());
    Stage<Delivery> deliver = deliverStage();
    deliver.admission(REFUSING);
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      smtp.send(MAIL + ADA);
      fixture.settle();
      advance(Duration.ofSeconds(5));
      assertThat(smtp.hasReply()).isFalse();
      deliver.admission(AdmissionController.always());
      advance(Duration.ofSeconds(1));
      assertThat(smtp.codes(2)).isEqualTo("250 250");
      smtp.send("DATA\r\n");
      assertThat(smtp.code()).isEqualTo("354");
      deliver.admission(REFUSING);
      smtp.send("hello\r\n.\r\n");
      fixture.settleUntil(() -> deliver.snapshot().rejected() > 0);
      deliver.admission(AdmissionController.always());
      fixture.settle();
      advance(Duration.ofSeconds(1));
      assertThat(smtp.code()).isEqualTo("250");
    }
    assertThat(mailboxes.mails()).hasSize(1);
  }

  /** Refuses only at the end of a mail, like rate controllers. */
  private static final AdmissionController<Object> REFUSING_LATE =
      (event, serviceClass, credits, queue) ->
          new EnqueueResult(EnqueueResult.Outcome.NOT_ADMITTED, Duration.ofSeconds(1));

  private static final AdmissionController<Object> REFUSING =
      new AdmissionController<>() {
        @Override
        public EnqueueResult admit(
            Object event, ServiceClass serviceClass, int credits, QueueState queue) {
          return REFUSING_LATE.admit(event, serviceClass, credits, queue);
        }

        @Override
        public EnqueueResult probe(ServiceClass serviceClass, QueueState queue) {
          return REFUSING_LATE.admit(null, serviceClass, 1, queue);
        }
      };

  @Test
  void putsNewMailsOffWhileOthersAreRefusedAtTheirEnd() throws IOException {
    startInVirtualTime(Map.of());
    try (SmtpClient first = greeted(Protocol.LMTP);
        SmtpClient next = greeted(Protocol.LMTP)) {
      first.send(MAIL + ADA + BOB + "DATA\r\n");
      assertThat(first.codes(4)).isEqualTo("250 250 250 354");
      deliverStage().admission(REFUSING_LATE);
      first.send("hello\r\n.\r\n");
      fixture.settleUntil(() -> deliverStage().snapshot().rejected() > 0);
      next.send(MAIL);
      for (int i = 0; i < 80; i++) {
        advance(Duration.ofMillis(300));
      }
      assertThat(first.reply()).startsWith("451 4.3.2");
      assertThat(first.reply()).startsWith("451 4.3.2");
      assertThat(next.reply()).startsWith("451 4.3.2");
    }
    assertThat(mailboxes.mails()).isEmpty();
    assertThat(fixture.server.statistics().memoryBytes()).isZero();
  }

  @Test
  void memoryIsBoundedAndASessionWaitsForIt() throws IOException {
    startInVirtualTime(Map.of("mail.max-mail-size", "1 MiB", "mail.delivery.memory", "3 MiB"));
    List<SmtpClient> clients = clientsThatFillTheMemory();

    assertThat(endMails(clients)).isZero();

    assertThat(mailboxes.mails()).hasSize(5);
    fixture.settleUntil(() -> fixture.server.statistics().memoryBytes() == 0);
  }

  @Test
  void aMailForWhichMemoryDoesNotComeFreeIsPutOff() throws IOException {
    startInVirtualTime(Map.of("mail.max-mail-size", "1 MiB", "mail.delivery.memory", "3 MiB"));
    List<SmtpClient> clients = clientsThatFillTheMemory();
    for (int i = 0; i < 200; i++) { // a minute
      advance(Duration.ofMillis(300));
    }

    long refused = endMails(clients);

    assertThat(refused).isBetween(1L, 4L);
    assertThat(mailboxes.mails()).hasSize(5 - (int) refused);
    fixture.settleUntil(() -> fixture.server.statistics().memoryBytes() == 0);
  }

  /** Each client has sent 800 kB of a mail; together they exceed the memory. */
  private List<SmtpClient> clientsThatFillTheMemory() throws IOException {
    List<SmtpClient> clients = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      SmtpClient client = greeted(Protocol.LMTP);
      clients.add(client);
      client.send(MAIL + ADA + "DATA\r\n");
      assertThat(client.codes(3)).isEqualTo("250 250 354");
      for (int n = 0; n < 800; n++) {
        client.send("x".repeat(998) + "\r\n");
      }
    }
    fixture.settleUntil(() -> fixture.server.statistics().memoryBytes() > 2_000_000);
    assertThat(fixture.server.statistics().memoryBytes()).isLessThanOrEqualTo(3 << 20);
    return clients;
  }

  /** Ends the mails; returns the number of refusals. */
  private long endMails(List<SmtpClient> clients) throws IOException {
    for (SmtpClient client : clients) {
      client.send(".\r\n");
    }
    long refused = 0;
    long[] last = {System.nanoTime()};
    for (SmtpClient client : clients) {
      fixture.settleUntil(
          () -> {
            // no faster than real time, which the octets need to arrive
            long now = System.nanoTime();
            clock.advance(Duration.ofNanos(now - last[0]));
            last[0] = now;
            return client.hasReply();
          });
      refused += client.code().equals("452") ? 1 : 0;
      client.close();
    }
    return refused;
  }

  // ---- slow clients

  @Test
  void endsSessionsOfSlowClients() throws IOException {
    startInVirtualTime(Map.of());
    try (SmtpClient idle = greeted(Protocol.SMTP);
        SmtpClient typing = greeted(Protocol.SMTP);
        SmtpClient dripping = greeted(Protocol.SMTP)) {
      dripping.send(MAIL + ADA + "DATA\r\n");
      assertThat(dripping.codes(3)).isEqualTo("250 250 354");
      for (int minute = 0; minute < 4; minute++) {
        typing.send("N");
        dripping.send("x");
        fixture.settle();
        advance(Duration.ofSeconds(59));
      }
      assertThat(dripping.reply()).startsWith("421 4.4.2");
      assertThat(dripping.isEnded()).isTrue();
      typing.send("O");
      fixture.settle();
      advance(Duration.ofSeconds(70));
      assertThat(typing.reply()).startsWith("421 4.4.2");
      assertThat(idle.reply()).startsWith("421 4.4.2");
    }
  }

  // ---- strangers

  @Test
  void limitsTheRatesOfStrangers() throws IOException {
    startInVirtualTime(
        Map.of(
            "mail.delivery.trusted",
            List.of("192.0.2.0/24"),
            "mail.delivery.strangers.mails-per-minute",
            2,
            "mail.delivery.strangers.recipients-per-minute",
            4));
    try (SmtpClient smtp = greeted(Protocol.SMTP)) {
      for (int i = 0; i < 2; i++) {
        smtp.send(MAIL + ADA + "RSET\r\n");
        assertThat(smtp.codes(3)).isEqualTo("250 250 250");
      }
      smtp.send(MAIL);
      assertThat(smtp.reply()).startsWith("450 4.7.1");
      advance(Duration.ofSeconds(31));
      smtp.send(MAIL + ADA.repeat(5));
      assertThat(smtp.codes(6)).isEqualTo("250 250 250 250 250 450");
    }
  }

  @Test
  void limitsConnectionsOfStrangersButNotOfMtas() throws IOException {
    start(
        Map.of(
            "mail.delivery.trusted",
            List.of("192.0.2.0/24"),
            "mail.delivery.strangers.connections",
            1));
    try (SmtpClient first = greeted(Protocol.SMTP)) {
      first.send(MAIL); // makes it busy
      assertThat(first.code()).isEqualTo("250");
      try (SmtpClient second = fixture.connect(Protocol.SMTP)) {
        assertThat(second.reply())
            .startsWith("421 4.7.0 ")
            .endsWith("Too many connections from your address; try again later");
        assertThat(second.isEnded()).isTrue();
      }
    }
  }
}
