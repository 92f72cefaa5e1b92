package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import db.migrations.Database;
import db.migrations.MySqlUrl;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start whose database is not up yet waits for it; one that is refused does not. */
class LateDatabaseTest {
  private static final String WAITING = "waiting for the database at jdbc:mysql://127.0.0.1:";

  private final TestDatabase database = TestDatabase.migrated();
  private final Database direct = database.connection();
  private final URI uri = URI.create(direct.url().substring("jdbc:".length()));
  private TcpProxy proxy;
  @TempDir private Path folder;

  @BeforeEach
  void startProxy() throws IOException {
    proxy = new TcpProxy(uri.getHost(), uri.getPort());
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    database.close();
  }

  private MySqlUrl url(int port) {
    return new MySqlUrl(direct.url().replace(uri.getAuthority(), "127.0.0.1:" + port));
  }

  private Arashi.Running run(MySqlUrl url, String user, String password, String more)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of("warm-up = 0 s", more));
    lines.add("mysql { url = \"" + url.text() + "\"");
    lines.add(user.isEmpty() ? "" : "user = \"" + user + "\"");
    lines.add(password.isEmpty() ? "}" : "password = \"" + password + "\" }");
    Path config = Files.write(folder.resolve("late.conf"), lines);
    return Arashi.start(
        List.of("run", "--port", "0", "--smtp", "0", "--config", config.toString()));
  }

  private Arashi.Running run(MySqlUrl url, String more) throws IOException {
    return run(url, direct.user(), direct.password(), more);
  }

  @Test
  void waitsForADatabaseThatIsNotUpYet() throws IOException {
    proxy.stop();
    try (Arashi.Running running = run(url(proxy.port()), "")) {
      running.await(WAITING + proxy.port() + "/.* 0 s of at most 60 s: .*refused");
      proxy.start();

      running.await(ProductData.URL);

      assertThat(running.stop().exit()).isZero();
    }
  }

  @Test
  void endsTheWaitByASignal() throws IOException {
    proxy.stop();
    try (Arashi.Running running = run(url(proxy.port()), "")) {
      running.await(WAITING);

      Arashi.Outcome stopped = running.stop();

      assertThat(stopped.exit()).as(stopped.toString()).isZero();
      assertThat(stopped.out()).contains("Stopped during the start");
    }
  }

  @Test
  void failsInWordsAfterTheTime() throws IOException {
    proxy.stop();
    try (Arashi.Running running = run(url(proxy.port()), "mysql.start-timeout = 1 s")) {
      Arashi.Outcome ended = running.end();

      assertThat(ended.exit()).isEqualTo(1);
      assertThat(ended.out())
          .containsPattern(
              "arashi: the database cannot be reached after [1-9]\\d* s \\(mysql.start-timeout\\):"
                  + " jdbc:mysql://127.0.0.1:"
                  + proxy.port()
                  + "/\\S+: .*refused")
          .contains(WAITING)
          .doesNotContain("\tat ");
    }
  }

  @Test
  void doesNotWaitForARefusedLogin() throws IOException {
    try (Arashi.Running running = run(url(proxy.port()).withoutPassword(), "nobody", "wrong", "")) {
      assertRefused(running.end(), "refuses the login", "mysql.password");
    }
  }

  @Test
  void doesNotWaitForADatabaseThatTheServerLacks() throws IOException {
    String other = url(proxy.port()).text().replaceFirst("/arashi_test_\\d+_\\d+", "/arashi_none");
    try (Arashi.Running running = run(new MySqlUrl(other), "")) {
      // a login without rights on it must not learn whether it exists
      assertRefused(running.end(), "arashi_none", "");
    }
  }

  @Test
  void doesNotWaitForAServerWithoutTheRequiredTls() throws IOException {
    MySqlUrl secure = url(proxy.port()).with("sslMode", "REQUIRED");
    try (Arashi.Running running = run(secure, "")) {
      assertRefused(running.end(), "SSL", "");
    }
  }

  @Test
  void doesNotWaitForAnUntrustedCertificate() throws Exception {
    Path keys = folder.resolve("keys.p12");
    KeyFile.write(keys, "secret");
    try (UntrustedDatabase untrusted =
            new UntrustedDatabase(uri.getHost(), uri.getPort(), keys, "secret");
        Arashi.Running running = run(url(untrusted.port()).with("sslMode", "VERIFY_CA"), "")) {
      assertRefused(running.end(), "TLS is refused", "trustCertificateKeyStoreUrl");
    }
  }

  @Test
  void saysThatTheEmbeddedDatabaseTakesTooLong() throws IOException {
    ProductData data = ProductData.of("late-database");
    Path config =
        Files.writeString(
            folder.resolve("hasty.conf"),
            "embedded { start-timeout = 1 ms, buffer-pool = 64 MiB, redo-log = 64 MiB }");
    Arashi.Outcome ended = Arashi.run(data.command("user", "list", "--config", config.toString()));
    data.delete();

    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.err()).contains("does not answer within 0 s (embedded.start-timeout)");
  }

  private static void assertRefused(Arashi.Outcome ended, String why, String what) {
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.out()).contains(why, what).doesNotContain(WAITING, "\tat ");
    assertThat(ended.out().lines().filter(line -> line.startsWith("arashi: "))).hasSize(1);
  }
}
