package arashi.delivery.session;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Protocol;
import arashi.delivery.TestMailboxes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.simulation.VirtualClock;

/** Shared parts of tests of sessions over sockets. */
abstract class SocketSessions {
  static final String MAIL = "MAIL FROM:<eve@example.net>\r\n";
  static final String ADA = "RCPT TO:<ada@example.org>\r\n";
  static final String BOB = "RCPT TO:<bob@example.org>\r\n";

  final TestMailboxes mailboxes = new TestMailboxes();
  final VirtualClock clock = new VirtualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private final List<CountDownLatch> held = new ArrayList<>();
  DeliveryFixture fixture;

  @TempDir Path directory;

  final void start(Map<String, Object> settings) {
    fixture = new DeliveryFixture(mailboxes, Clock.system(), settings);
  }

  final void startInVirtualTime(Map<String, Object> settings) {
    fixture = new DeliveryFixture(mailboxes, clock, settings);
  }

  @AfterEach
  void stop() {
    held.forEach(CountDownLatch::countDown);
    fixture.close();
    assertThat(fixture.graph.snapshot().stages())
        .allMatch(stage -> stage.accepted() == stage.completed() + stage.failed() + stage.shed());
  }

  final SmtpClient greeted(Protocol protocol) throws IOException {
    SmtpClient client = fixture.connect(protocol);
    assertThat(client.code()).isEqualTo("220");
    client.send(protocol == Protocol.LMTP ? "LHLO client\r\n" : "EHLO client\r\n");
    assertThat(client.code()).isEqualTo("250");
    return client;
  }

  @SuppressWarnings("unchecked")
  final Stage<Delivery> deliverStage() {
    return (Stage<Delivery>) fixture.graph.find("deliver").orElseThrow();
  }

  final void advance(Duration step) {
    clock.advance(step);
    fixture.settle();
  }

  /** Holds mails in the store until the returned latch is counted down. */
  final CountDownLatch holdMails(CountDownLatch first) {
    CountDownLatch release = new CountDownLatch(1);
    held.add(release);
    mailboxes.beforeStoring(
        () -> {
          first.countDown();
          DeliveryFixture.await(release);
        });
    return release;
  }
}
