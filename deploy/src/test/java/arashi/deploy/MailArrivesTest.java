package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.delivery.session.Deliver;
import arashi.deploy.config.MailSettings;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service where mail arrives: sockets, settings, the request type. */
class MailArrivesTest {
  @TempDir private Path directory;

  private static String dialogue(Path socket, String commands) throws IOException {
    try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      client.connect(UnixDomainSocketAddress.of(socket));
      client.write(ByteBuffer.wrap(commands.getBytes(StandardCharsets.US_ASCII)));
      ByteBuffer said = ByteBuffer.allocate(4000);
      while (client.read(said) >= 0) {}
      return new String(said.array(), 0, said.position(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void listensAtTheGivenAddressUntilItStops() throws IOException {
    Path socket = directory.resolve("lmtp");
    try (TestService service =
        TestService.with(
            Map.of("mail.lmtp.socket", socket.toString(), "mail.delivery.hostname", "mx.test"))) {
      assertThat(service.bindDelivery()).containsExactly("LMTP at " + socket);

      assertThat(dialogue(socket, "LHLO me\r\nMAIL FROM:<>\r\nRCPT TO:<x@y.test>\r\nQUIT\r\n"))
          .startsWith("220 mx.test LMTP Arashi\r\n250-mx.test\r\n")
          .contains("250 2.1.0 ")
          .endsWith("221 2.0.0 Bye\r\n");
      service.awaitAllEnded();
    }
    assertThat(socket).doesNotExist();
  }

  @Test
  void anOutageOfTheDatabasePutsTheClientOff() throws IOException {
    Path socket = directory.resolve("lmtp");
    String rcpt = "RCPT TO:<x@y.test>\r\n";
    try (FailingDatabase database = new FailingDatabase();
        TestService service =
            TestService.over(
                database, Map.of("mail.lmtp.socket", socket.toString()), new JumpingClock())) {
      service.bindDelivery();
      String unknown = dialogue(socket, "LHLO me\r\nMAIL FROM:<>\r\n" + rcpt + "QUIT\r\n");
      database.proxy().stop();
      Eventually.holds(() -> service.client().get("/readyz").status() == 503);

      String out = dialogue(socket, "LHLO me\r\nMAIL FROM:<>\r\n" + rcpt + "QUIT\r\n");

      assertThat(unknown).contains("\r\n550 ");
      assertThat(out).contains("\r\n451 4.3.0 Database outage").doesNotContain("\r\n55");
    }
  }

  @Test
  void adminsSetTargetsOfDeliveries() {
    try (TestService service = TestService.with(Map.of())) {
      assertThat(service.requestTypes()).contains(Deliver.TYPE);
      assertThat(service.controlled(Deliver.TYPE).stage().name()).isEqualTo("deliver");
    }
  }

  @Test
  void badSettingsAreNamed() {
    for (Map.Entry<String, Object> bad :
        Map.<String, Object>of(
                "mail.smtp.port", 70_000,
                "mail.lmtp.port", -1,
                "mail.lmtp.socket-permissions", "everybody",
                "mail.delivery.trusted", "10.0.0.0/99",
                "mail.delivery.hostname", "mx example",
                "mail.delivery.memory", "1 MiB",
                "mail.delivery.tls.key-store", "/nowhere")
            .entrySet()) {
      Object value = bad.getKey().endsWith("trusted") ? List.of(bad.getValue()) : bad.getValue();
      assertThatThrownBy(() -> MailSettings.load(null).with(bad.getKey(), value).check())
          .as(bad.getKey())
          .hasMessageContaining(bad.getKey().endsWith("key-store") ? "/nowhere" : bad.getKey());
    }
  }
}
