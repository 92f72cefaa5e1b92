package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.peer.RecordingRelay;
import arashi.deploy.peer.RecordingRelay.Taken;
import arashi.deploy.peer.RecordingRelay.Trouble;
import arashi.deploy.peer.Sender;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import db.migrations.Database;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.kernel.Clock;

/** A database is copied while mail is queued, and a service runs on either copy. */
class RestoredCopyTest {
  private static final String ELSEWHERE = "@elsewhere.example";

  @TempDir private Path directory;

  private final TestDatabase original = TestDatabase.migrated();
  private final RecordingRelay relay = new RecordingRelay();
  private TestService first;
  private TestUser ada;
  private TestDatabase copy;

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private TestService service(TestDatabase on, String machine, Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(more);
    all.put("mail.outbox.machine", machine);
    all.put("mail.outbox.heartbeat", "100 ms");
    all.put("mail.outbox.hold", "0 s");
    all.put("mail.outbox.poll", "20 ms");
    all.put("mail.outbox.first-retry", "200 ms");
    all.put("mail.outbox.longest-retry", "200 ms");
    all.put("mail.relay", "smtp://127.0.0.1:" + relay.port());
    return TestService.over(on.dataSource(), all, Clock.system());
  }

  @BeforeEach
  void queueMail() throws Exception {
    first = service(original, "mx1", Map.of());
    ada = first.user();
    first.store().people().addressEdit().addDomain("example.org");
    Address address = Address.parse(ada.name() + "@example.org");
    first.store().people().addressEdit().give(ada.id(), address, Tombstone.RESPECT);
    relay.troubles(() -> Trouble.DOWN);
    for (int n = 0; n < 3; n++) {
      send(first, "to-" + n);
    }
    first.close(); // within an attempt, a copy would wait for the end of its lease
    copy = original.copy();
    first = service(original, "mx1", Map.of());
  }

  @AfterEach
  void close() {
    first.close();
    relay.close();
    original.close();
    copy.close();
  }

  private void send(TestService service, String to) {
    Client client = service.signedIn(ada);
    MailPage page = MailPage.of(client.get("/compose"));
    page.type("to", to + ELSEWHERE).type("subject", to).type("text", "It boils.");
    assertThat(page.press(client, "/send").status()).isEqualTo(303);
  }

  private List<String> taken() {
    return relay.taken().stream().map(Taken::recipients).flatMap(List::stream).sorted().toList();
  }

  private static List<String> to(String... names) {
    return List.of(names).stream().map(name -> name + ELSEWHERE).sorted().toList();
  }

  private int command(String... command) throws IOException {
    Database at = copy.connection();
    Path password = Files.writeString(directory.resolve("password"), at.password());
    return Main.execute(
        command[0],
        command[1],
        "--mysql",
        at.url(),
        "--mysql-user",
        at.user(),
        "--mysql-password-file",
        password.toString());
  }

  private static boolean isHeld(TestService service) {
    return service.store().outgoing().holds().latest().isHeld();
  }

  private long sentOf(TestService service) {
    return service
        .store()
        .mail()
        .folders()
        .byRole(ada.id(), FolderRole.SENT)
        .map(Folder::total)
        .orElse(0L);
  }

  @Test
  void aCopySendsNothingUntilItIsReleased() throws IOException {
    int smtp = freePort();
    try (TestService second = service(copy, "mx2", Map.of("mail.smtp.port", smtp))) {
      second.bindDelivery();
      relay.troubles(() -> Trouble.NONE);
      Eventually.holds(() -> sentOf(first) == 3);
      Eventually.holds(() -> isHeld(second));
      assertThat(isHeld(first)).as("the original").isFalse();

      send(second, "written-on-the-copy");
      Client client = second.signedIn(ada);
      assertThat(client.get("/readyz").status()).isEqualTo(200);
      assertThat(client.get("/readyz").text()).isEqualTo("ready\noutbox held (copy)\n");
      assertThat(client.get("/metrics").text()).contains("arashi_outbox_held 1.0");
      Answer outbox = client.get(ada.path(FolderRole.OUTBOX));
      assertThat(outbox.rows()).hasSize(4);
      assertThat(outbox.text()).contains("Held by the operator");
      assertThat(client.get(outbox.rows().get(0)).text()).contains("leaves once it is released");
      try (Sender outside = new Sender(smtp)) { // what arrives is not held
        byte[] mail = Mails.plain(1, "eve@example.net", "Inwards", "It boils.\r\n");
        assertThat(outside.send("eve@example.net", List.of(ada.name() + "@example.org"), mail))
            .startsWith("250");
      }
      assertThat(command("outbox", "status")).isZero();
      assertThat(taken()).isEqualTo(to("to-0", "to-1", "to-2"));

      assertThat(command("outbox", "release")).isZero();

      Eventually.holds(() -> sentOf(second) == 4);
      assertThat(taken())
          .as("the operator has decided so")
          .isEqualTo(to("to-0", "to-0", "to-1", "to-1", "to-2", "to-2", "written-on-the-copy"));
      assertThat(client.get("/readyz").text()).isEqualTo("ready\n");
    }
  }

  @Test
  void anOperatorHoldsAndReleasesARunningService() throws IOException {
    copy.close();
    copy = original; // the commands' database
    assertThat(command("outbox", "hold")).isZero();
    Eventually.holds(() -> isHeld(first));
    relay.troubles(() -> Trouble.NONE);
    try (TestService second = service(original, "mx2", Map.of())) {
      Eventually.holds(() -> isHeld(second));
      assertThat(taken()).isEmpty();

      assertThat(command("outbox", "release")).isZero();

      Eventually.holds(() -> sentOf(first) == 3);
      assertThat(taken()).isEqualTo(to("to-0", "to-1", "to-2"));
    } finally {
      copy = TestDatabase.migrated();
    }
  }
}
