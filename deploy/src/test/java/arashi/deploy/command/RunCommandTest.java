package arashi.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.Answer;
import arashi.deploy.Arashi;
import arashi.deploy.Client;
import arashi.deploy.Eventually;
import arashi.deploy.KeyFile;
import arashi.deploy.ProductData;
import arashi.deploy.TestUser;
import arashi.deploy.config.DeliveryAddresses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arashi run} as a process, on an embedded database of its own. */
public class RunCommandTest {
  private static final ProductData DATA = ProductData.of("run-command");

  @TempDir private static Path folder;

  @AfterAll
  static void deleteData() {
    DATA.delete();
  }

  @BeforeEach
  void awaitEarlierRuns() {
    DATA.awaitDatabasesEnded();
  }

  @Test
  void servesTheDemoUntilItIsStopped() {
    try (Arashi.Running running = DATA.run()) {
      Client client = new Client(URI.create(running.await(ProductData.URL)));
      String password = running.await("password (\\S+)");

      Answer answer = client.signInPatiently("demo", password);
      Arashi.Outcome second = Arashi.run(DATA.command("run", "--port", "0"));
      Arashi.Outcome stopped = running.stop();

      assertThat(answer.status()).isEqualTo(303);
      assertThat(second.exit()).isEqualTo(1);
      assertThat(second.err().lines())
          .hasSize(1)
          .first()
          .asString()
          .contains(DATA.directory().toString());
      assertThat(stopped.out()).contains("Stopping").doesNotContain("ERROR", "Exception");
      assertThat(stopped.exit()).as("as documented").isZero();
      assertThat(DATA.databases()).isEmpty();
    }
  }

  @Test
  void printsTheSameRandomPasswordAtEachStart(@TempDir Path data) {
    List<String> run = List.of("run", "--port", "0", "--data", data.toString());
    String password;
    try (Arashi.Running running = Arashi.start(run)) {
      URI url = URI.create(running.await(ProductData.URL));
      password = running.await("password (\\S+)");
      assertThat(new Client(url).signInPatiently("admin", password).status()).isEqualTo(303);
      running.stop();
    }
    try (Arashi.Running running = Arashi.start(run)) {
      Client client = new Client(URI.create(running.await(ProductData.URL)));
      assertThat(running.await("password (\\S+)")).isEqualTo(password);
      assertThat(client.signIn("admin", password).status()).isEqualTo(303);
      running.stop();
    }
  }

  @Test
  void makesNoFileThatOthersCanReadInItsDataDirectory(@TempDir Path folder) throws IOException {
    Path data = folder.resolve("data");
    List<String> run = List.of("run", "--port", "0", "--data", data.toString());
    try (Arashi.Running running = Arashi.start(run)) {
      running.await("password (\\S+)");
      assertThat(Files.getPosixFilePermissions(data))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      try (Stream<Path> made = Files.list(data)) { // what is below is out of reach, too
        assertThat(made).isNotEmpty();
      }
      running.stop();
    }
  }

  @Test
  void theDemoTakesMailBySmtpEvenIfTheUsualPortIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket()) {
      try {
        taken.bind(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), DeliveryAddresses.DEMO_SMTP_PORT));
      } catch (BindException e) {
        // somebody else has it: taken all the same
      }
      try (Arashi.Running running = DATA.run()) {
        int port = Integer.parseInt(running.await("Takes mail by SMTP at 127.0.0.1:(\\d+)"));

        assertThat(port).isNotEqualTo(DeliveryAddresses.DEMO_SMTP_PORT);
        assertThat(greeting(port)).startsWith("220 ");
      }
    }
  }

  @Test
  void theDemoTakesNoMailWhereThatIsTurnedOff() {
    try (Arashi.Running running = DATA.run("--smtp", "0")) {
      running.await(ProductData.URL);

      assertThat(running.stop().out()).doesNotContain("Takes mail");
    }
  }

  private static String greeting(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  private static void killTheDatabase() {
    ProcessHandle.of(DATA.databases().get(0)).orElseThrow().destroyForcibly();
  }

  @Test
  void servesAgainAfterItsDatabaseWasKilled() {
    try (Arashi.Running running = DATA.run()) {
      Client client = new Client(URI.create(running.await(ProductData.URL)));
      client.signInPatiently("demo", running.await("password (\\S+)"));
      for (int kill = 0; kill < 3; kill++) {
        long before = DATA.databases().get(0);
        int round = kill;
        killTheDatabase();
        Eventually.holds(() -> !DATA.databases().contains(before));
        Eventually.holds(() -> client.get("/search?q=word" + round).status() == 200);
        Eventually.holds(() -> client.get("/readyz").status() == 200);
        assertThat(client.get("/healthz").status()).isEqualTo(200);
      }
      assertThat(running.stop().exit()).isZero();
    }
  }

  @Test
  void isUnhealthyWhileItsDatabaseCanNotBeStartedAndHealsWithIt() throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("hasty.conf"),
            "embedded.restart-failures = 2, embedded.buffer-pool = 64 MiB, warm-up = 0 s");
    try (Arashi.Running running = DATA.run("--config", config.toString())) {
      Client client = new Client(URI.create(running.await(ProductData.URL)));
      client.signInPatiently("demo", running.await("password (\\S+)"));
      Path data = DATA.database().resolve("data");
      Path away = DATA.database().resolve("away");
      try {
        killTheDatabase();
        Files.move(data, away); // as a disk that is gone
        Eventually.holds(() -> client.get("/healthz").status() == 503);
        assertThat(client.get("/healthz").text())
            .containsPattern("failed to start \\d+ times") // it goes on trying
            .contains("server.log");
      } finally {
        Files.move(away, data);
      }
      Eventually.holds(() -> client.get("/healthz").status() == 200);
      Eventually.holds(() -> client.get("/search?q=word").status() == 200);
      assertThat(running.stop().out().lines().filter(line -> line.contains(" ERROR "))).hasSize(1);
    }
  }

  @Test
  void letsSeveralCommandsStartAtTheSameTime() {
    List<Arashi.Running> commands = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      commands.add(Arashi.start(DATA.command("user", "list")));
    }
    for (Arashi.Running command : commands) {
      Arashi.Outcome outcome = command.end();
      assertThat(outcome.exit()).as(outcome.toString()).isZero();
    }
    assertThat(DATA.databases()).isEmpty();
  }

  @Test
  void hasNoDemoWhereOthersCanConnectAndAnnouncesNoneWithAnotherPassword(@TempDir Path data) {
    String[] stored = {"--data", data.toString()};
    List<String> run = List.of("run", "--port", "0", stored[0], stored[1]);
    List<String> open = new ArrayList<>(run);
    open.addAll(List.of("--host", "0.0.0.0"));
    try (Arashi.Running running = Arashi.start(open)) {
      running.await(ProductData.URL);
      assertThat(running.stop().out()).doesNotContain("password");
    }
    List<String> add = List.of("user", "add", "demo", "--password-stdin", stored[0], stored[1]);
    assertThat(Arashi.run(TestUser.PASSWORD + "\n", add).exit()).isZero();
    try (Arashi.Running running = Arashi.start(run)) {
      running.await(ProductData.URL);
      assertThat(running.stop().out()).doesNotContain("password");
    }
  }

  @Test
  void speaksHttpsIfItIsGivenAKeyStore() throws Exception {
    Path keys = folder.resolve("keys.p12");
    KeyFile.write(keys, "secret");
    Path config =
        Files.writeString(
            folder.resolve("https.conf"),
            "embedded.buffer-pool = 64 MiB, tls.password = secret\n"
                + "mail.public-origin = \"https://mail.example\"\n"
                + "tls.key-store = \""
                + keys
                + "\"");
    try (Arashi.Running running = DATA.run("--config", config.toString())) {
      URI at = URI.create(running.await("Arashi is at (https://\\S+)"));

      HttpsURLConnection connection =
          (HttpsURLConnection) at.resolve("/login").toURL().openConnection();
      connection.setSSLSocketFactory(KeyFile.trusting(keys, "secret").getSocketFactory());

      assertThat(connection.getResponseCode()).isEqualTo(200);
      assertThat(connection.getHeaderField("Strict-Transport-Security"))
          .isEqualTo("max-age=15552000");
      assertThat(running.stop().out()).doesNotContain("WARN"); // it could be warmed up
    }
  }

  @Test
  void saysInOneLineThatThePortIsBusy() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Arashi.Outcome outcome =
          Arashi.run(DATA.command("run", "--port", Integer.toString(busy.getLocalPort())));

      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err()).contains(":" + busy.getLocalPort()).contains("--port");
    }
  }
}
