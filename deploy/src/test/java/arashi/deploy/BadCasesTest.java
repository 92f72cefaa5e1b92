package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import arashi.store.policy.PolicyEdit;
import arashi.target.RequestType;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No bad case wedges a stage: after each, all users are served without a restart. */
class BadCasesTest {
  private static final int USERS = 8;

  private final Background background = new Background();
  private final AtomicBoolean loaded = new AtomicBoolean(true);
  private final JumpingClock clock = new JumpingClock();
  private TestDatabase database;
  private TcpProxy proxy;
  private HikariDataSource throughProxy;
  private TestService service;
  private TestUser user;
  private Client client;
  private String inbox;

  @BeforeEach
  void start() throws IOException {
    database = TestDatabase.migrated();
    Database direct = database.connection();
    URI uri = URI.create(direct.url().substring("jdbc:".length()));
    proxy = new TcpProxy(uri.getHost(), uri.getPort());
    String url = direct.url().replace(uri.getAuthority(), "127.0.0.1:" + proxy.port());
    throughProxy = new Database(url, direct.user(), direct.password(), 5).openForRequests();
    service = TestService.over(throughProxy, Map.of(), clock);
    user = service.user();
    user.receives(List.of(Mails.plain(0, "a@example.org", "Kettle", "It boils.")));
    client = service.signedIn(user);
    inbox = user.path(FolderRole.INBOX);
  }

  /** Afterwards everything is as it was. */
  @AfterEach
  void recover() throws IOException {
    loaded.set(false);
    background.answers();
    background.close();
    Eventually.holds(() -> client.get(inbox).status() == 200);
    Eventually.holds(() -> client.get("/search?q=kettle").status() == 200);
    Eventually.holds(() -> client.get(user.path(1)).status() == 200);
    Eventually.holds(() -> client.act(inbox + "/flag", Client.field("uid", 1)).status() == 303);
    service.awaitAllEnded();
    service.close();
    throughProxy.close();
    proxy.close();
    database.close();
  }

  /** Several users ask again and again until the end of the test; each answer is one of these. */
  private void load(String... paths) {
    for (int i = 0; i < USERS; i++) {
      Client one = service.signedIn(user);
      background.start(
          () -> {
            Answer last = one.get(paths[0]);
            for (int n = 1; loaded.get(); n++) {
              last = one.get(paths[n % paths.length]);
              assertThat(last.status()).isIn(200, 303, 503);
            }
            return last;
          });
    }
  }

  private void completeMore(String stage) {
    complete(20, stage);
  }

  private void complete(int more, String stage) {
    long before = service.snapshot().stage(stage).completed();
    try {
      Eventually.holds(() -> service.snapshot().stage(stage).completed() >= before + more);
    } catch (AssertionError e) {
      throw new AssertionError("had completed " + before + ", now " + service.snapshot(), e);
    }
  }

  @Test
  void databaseStoppedAndStartedAgainUnderLoad() throws IOException {
    load(inbox, "/search?q=kettle");
    completeMore("list messages");
    proxy.stop();
    Eventually.holds(() -> client.get(inbox).status() == 503); // in bounded time: the client's
    long before = System.nanoTime();
    assertThat(client.get(inbox).status()).isEqualTo(503);
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(50));
    proxy.start();
    completeMore("list messages");
  }

  @Test
  void databaseSlow() {
    load(inbox, "/search?q=kettle");
    proxy.delay(Duration.ofMillis(10));
    completeMore("list messages");
    proxy.delay(Duration.ofMillis(100)); // most are refused, but neither type keeps the other out
    completeMore("route");
    complete(3, "list messages");
    complete(3, "search");
    proxy.delay(Duration.ZERO);
    completeMore("list messages");
  }

  @Test
  void hugeMailboxBesideOthers() {
    TestUser huge = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      mails.add(Mails.plain(i, "a@example.org", "Mail " + i, "common words"));
    }
    huge.receives(mails);
    Client owner = service.signedIn(huge);
    for (int i = 0; i < USERS; i++) {
      background.start(
          () -> {
            Answer last = owner.get("/search?q=common");
            while (loaded.get()) {
              last = owner.get("/search?q=larger:1M");
            }
            return last;
          });
    }
    completeMore("search");
    Eventually.holds(() -> client.get(inbox).status() == 200);
  }

  @Test
  void allLoadOnOneType() {
    load("/search?q=kettle");
    completeMore("search");
    Eventually.holds(() -> client.get(inbox).status() == 200);
  }

  @Test
  void clientsThatNeverRead() throws IOException {
    List<Socket> deaf = new ArrayList<>();
    for (int i = 0; i < USERS; i++) {
      Socket socket = new Socket(service.address().getAddress(), service.address().getPort());
      deaf.add(socket);
      String request =
          "GET "
              + inbox
              + " HTTP/1.1\r\nHost: localhost\r\nCookie: arashi_session="
              + client.cookie("arashi_session")
              + "\r\n\r\n";
      socket.getOutputStream().write(request.repeat(16).getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(client.get(inbox).status()).isIn(200, 503);
    for (Socket socket : deaf) {
      socket.close();
    }
  }

  @Test
  void wallClockStepped() {
    load(inbox);
    for (Duration step :
        List.of(
            Duration.ofDays(1), Duration.ofDays(-3), Duration.ofHours(-5), Duration.ofDays(2))) {
      clock.step(step);
      completeMore("list messages");
    }
  }

  @Test
  void targetsChangedDuringASpike() {
    load(inbox);
    for (int millis : new int[] {1, 5_000, 20, 600_000, 1_000}) {
      service
          .store()
          .service()
          .policies()
          .change(
              user.id(),
              new PolicyEdit().target("standard", "list messages", OptionalInt.of(millis)));
      service.applyPolicy();
      completeMore("list messages");
    }
  }

  @Test
  void classRemovedWhileItHasSessions() {
    load(inbox);
    completeMore("list messages");
    service
        .store()
        .service()
        .policies()
        .change(user.id(), new PolicyEdit().withoutClass("standard", "guest"));
    service.applyPolicy();
    completeMore("list messages");
    assertThat(service.store().people().accounts().byName(user.name()).orElseThrow().serviceClass())
        .isEqualTo("guest");
  }

  @Test
  void controllersSwitchedWhileLoaded() {
    load(inbox, "/search?q=kettle");
    for (Controller controller :
        List.of(
            Controller.NONE,
            Controller.AIMD,
            Controller.THRESHOLD,
            Controller.DEADLINE,
            Controller.AIMD)) {
      PolicyEdit edit = new PolicyEdit();
      for (RequestType type : service.requestTypes()) {
        edit.stage(type.name(), new StageSetting(controller, OptionalDouble.empty()));
      }
      service.store().service().policies().change(user.id(), edit);
      service.applyPolicy();
      completeMore("list messages");
    }
  }
}
