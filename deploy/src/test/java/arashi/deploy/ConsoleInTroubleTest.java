package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** The console when it is needed most. */
class ConsoleInTroubleTest {
  private static final List<String> LOOKS = List.of("/admin", "/admin/history", "/metrics");

  private static TestDatabase database;

  @BeforeAll
  static void makeDatabase() {
    database = TestDatabase.migrated();
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  @Test
  void answersWhileAllThreadsOfTheMailStoreWaitForADatabaseThatSaysNothing() {
    PausableDatabase gate = new PausableDatabase(database.dataSource());
    Map<String, Object> settings =
        Map.of("mail.store-threads", 1, "mail.queue-capacity", 3, "mail.session.cache-time", "1 h");
    try (TestService service = TestService.over(gate.dataSource(), settings, Clock.system());
        Background background = new Background()) {
      Client admin = service.signedIn(TestUser.createAdmin(service.store()));
      Client user = service.signedIn(service.user());
      assertThat(admin.get("/admin").status()).isEqualTo(200);
      assertThat(user.get("/mail").status()).isEqualTo(200);
      try {
        gate.close();
        background.start(() -> user.get("/mail"));
        Eventually.holds(
            () -> {
              boolean waits = service.snapshot().stage("list folders").queue().length() > 0;
              if (!waits) {
                background.start(() -> user.get("/mail"));
              }
              return waits;
            });
        Eventually.holds(() -> service.client().get("/readyz").status() == 503);
        for (String look : LOOKS) {
          assertThat(admin.get(look).status()).as(look).isEqualTo(200);
        }
        assertThat(admin.get("/admin").page().select("svg.graph .node:contains(list folders)"))
            .isNotEmpty();
      } finally {
        gate.open();
      }
      background.answers();
      service.awaitAllEnded();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 s", "1 h"})
  void answersAnAdminItHasSeenWhileTheDatabaseIsDown(String cacheTime) throws IOException {
    Database direct = database.connection();
    URI uri = URI.create(direct.url().substring("jdbc:".length()));
    TcpProxy proxy = new TcpProxy(uri.getHost(), uri.getPort());
    String url = direct.url().replace(uri.getAuthority(), "127.0.0.1:" + proxy.port());
    try (proxy;
        HikariDataSource through =
            new Database(url, direct.user(), direct.password(), 5).openForRequests();
        TestService service =
            TestService.over(
                through, Map.of("mail.session.cache-time", cacheTime), Clock.system())) {
      Client admin = service.signedIn(TestUser.createAdmin(service.store()));
      Client user = service.signedIn(service.user());
      assertThat(admin.get("/admin").status()).isEqualTo(200);
      assertThat(user.get("/mail").status()).isEqualTo(200);
      proxy.stop();

      for (String look : LOOKS) {
        assertThat(admin.get(look).status()).as(look).isEqualTo(200);
      }
      assertThat(admin.get("/admin/settings").status()).isEqualTo(503);
      assertThat(user.get("/admin").status()).isEqualTo(403);
      Eventually.holds(() -> service.client().get("/readyz").status() == 503);

      proxy.start();
      Eventually.holds(() -> admin.get("/admin/settings").status() == 200);
      Eventually.holds(() -> service.client().get("/readyz").status() == 200);
    }
  }
}
