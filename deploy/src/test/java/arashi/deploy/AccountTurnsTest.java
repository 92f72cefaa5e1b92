package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import arashi.store.policy.PolicyEdit;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One account asks for 100 × 16 lists at once, pipelined; the database stands still meanwhile. */
class AccountTurnsTest {
  private static final int CONNECTIONS = 100;
  private static final int PIPELINED = 16;
  private static final int IN_PROGRESS = 6;

  private static TestDatabase database;
  private PausableDatabase gate;
  private TestService service;
  private TestUser heavy;
  private Client other;
  private String otherInbox;
  private final List<Socket> sockets = new ArrayList<>();
  private final Background background = new Background();

  @BeforeAll
  static void makeDatabase() {
    database = TestDatabase.migrated();
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  @BeforeEach
  void start() {
    gate = new PausableDatabase(database.dataSource());
    service =
        TestService.over(
            gate.dataSource(),
            Map.of(
                "mail.store-threads", IN_PROGRESS / 2,
                "mail.session.cache-time", "10 m",
                "mail.account.patience", "10 m"),
            seda.kernel.Clock.system());
    heavy = service.user();
    service
        .store()
        .service()
        .policies()
        .change(
            heavy.id(), new PolicyEdit().target("standard", "list messages", OptionalInt.empty()));
    service.applyPolicy();
    TestUser light = service.user();
    other = service.signedIn(light);
    otherInbox = light.path(FolderRole.INBOX);
    assertThat(other.get(otherInbox).status()).isEqualTo(200); // this node knows the session now
  }

  @AfterEach
  void letAllEnd() throws IOException {
    gate.open();
    background.answers();
    background.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    service.awaitAllEnded();
    service.close();
  }

  private void pipeline(String path, String cookie) throws IOException {
    Socket socket = new Socket(service.address().getAddress(), service.address().getPort());
    socket.setSoTimeout(60_000);
    sockets.add(socket);
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nCookie: " + cookie + "\r\n";
    String all = (request + "\r\n").repeat(PIPELINED - 1) + request + "Connection: close\r\n\r\n";
    socket.getOutputStream().write(all.getBytes(StandardCharsets.ISO_8859_1));
  }

  private long accepted(String stage) {
    return service.snapshot().stages().stream()
        .filter(one -> one.stage().equals(stage))
        .mapToLong(one -> one.accepted())
        .sum();
  }

  @Test
  void anotherAccountsListWaitsForAtMostOneAccountsRequestsInProgress() throws Exception {
    Client client = service.signedIn(heavy);
    String inbox = heavy.path(FolderRole.INBOX);
    assertThat(client.get(inbox).status()).isEqualTo(200);
    long listsBefore = accepted("list messages");
    long routedBefore = accepted("route");
    String session = "arashi_session=" + client.cookie("arashi_session");

    gate.close();
    for (int i = 0; i < CONNECTIONS; i++) {
      pipeline(inbox, session);
    }
    Eventually.holds(() -> accepted("route") >= routedBefore + CONNECTIONS);
    background.start(() -> other.get(otherInbox));
    Eventually.holds(() -> accepted("route") > routedBefore + CONNECTIONS);
    Eventually.holds(() -> accepted("list messages") > listsBefore + IN_PROGRESS);

    assertThat(accepted("list messages") - listsBefore)
        .as("in progress: of the one account, and the other's")
        .isEqualTo(IN_PROGRESS + 1);
    assertThat(accepted("route") - routedBefore)
        .as("read: one request of each connection more than is in progress, and the other's")
        .isLessThanOrEqualTo(CONNECTIONS + IN_PROGRESS + 1);

    gate.open();
    assertThat(background.answers()).extracting(Answer::status).containsExactly(200);
    for (Socket socket : sockets) {
      assertThat(answers(socket)).as("every request is answered").isEqualTo(PIPELINED);
    }
  }

  private static int answers(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    return text.split("HTTP/1\\.1 200 ", -1).length - 1;
  }
}
