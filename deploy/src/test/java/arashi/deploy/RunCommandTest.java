package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.ItemPage;
import arashi.store.mail.Order;
import db.migrations.EmbeddedServer;
import db.migrations.ScratchDirectory;
import db.migrations.Servers;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arashi run} as a process, on an embedded database of its own. */
class RunCommandTest {
  private static final int MAILS = 1_500;
  private static final Path DATA = ScratchDirectory.of("run-command");
  private static final String URL = "Arashi is at (http://\\S+)";

  @TempDir private static Path folder;

  @BeforeAll
  static void writeMails() throws IOException {
    ByteArrayOutputStream mbox = new ByteArrayOutputStream();
    for (int n = 0; n < MAILS; n++) {
      mbox.write(Mails.utf8("From ada@example.org Fri Mar  1 08:00:00 2024\n"));
      mbox.write(
          Mails.plain(n, "Ada <ada@example.org>", "Mail " + n, "Word " + n + " and more.\r\n"));
      mbox.write('\n');
    }
    Files.write(folder.resolve("list.mbox"), mbox.toByteArray());
  }

  @AfterAll
  static void deleteData() {
    Eventually.holds(() -> databases().isEmpty());
    ScratchDirectory.delete(DATA);
  }

  /** What another run left, however that ended. */
  @BeforeEach
  void removeAllUsers() {
    Eventually.holds(() -> databases().isEmpty()); // else this may join one that is about to end
    try (OpenStore open = OpenStore.forCommand(settings(), new StopSignal())) {
      for (Account account : open.store().accounts().list("", 1_000)) {
        open.store().accounts().remove(account.id());
      }
    }
  }

  private static MailSettings settings() {
    return MailSettings.load(null).overridden(DATA, null);
  }

  private static Arashi.Running run(String... options) {
    List<String> all = new ArrayList<>(List.of("run", "--port", "0", "--data", DATA.toString()));
    all.addAll(List.of(options));
    return Arashi.start(all);
  }

  private static List<String> onData(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--data", DATA.toString()));
    return all;
  }

  private static void addUser(String name) {
    Arashi.Outcome outcome =
        Arashi.run(TestUser.PASSWORD + "\n", onData("user", "add", name, "--password-stdin"));
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
  }

  private static List<String> load(String name) {
    return onData("import", "--user", name, folder.resolve("list.mbox").toString());
  }

  @Test
  void servesTheDemoUntilItIsStopped() {
    try (Arashi.Running running = run()) {
      Client client = new Client(URI.create(running.await(URL)));
      String password = running.await("password (\\S+)");

      Answer answer = client.signInPatiently("demo", password);
      Arashi.Outcome second = Arashi.run(onData("run", "--port", "0"));
      Arashi.Outcome stopped = running.stop();

      assertThat(answer.status()).isEqualTo(303);
      assertThat(second.exit()).isEqualTo(1);
      assertThat(second.err().lines()).hasSize(1).first().asString().contains(DATA.toString());
      assertThat(stopped.out()).contains("Stopping").doesNotContain("ERROR", "Exception");
      assertThat(stopped.exit()).as("as documented").isZero();
      assertThat(databases()).isEmpty();
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
      try (Arashi.Running running = run()) {
        int port = Integer.parseInt(running.await("Takes mail by SMTP at 127.0.0.1:(\\d+)"));

        assertThat(port).isNotEqualTo(DeliveryAddresses.DEMO_SMTP_PORT);
        assertThat(greeting(port)).startsWith("220 ");
      }
    }
  }

  @Test
  void theDemoTakesNoMailWhereThatIsTurnedOff() {
    try (Arashi.Running running = run("--smtp", "0")) {
      running.await(URL);

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

  /** Process ids of the databases that run on the data. */
  private static List<Long> databases() {
    return Servers.in(DATA.resolve("database"));
  }

  private static void killTheDatabase() {
    ProcessHandle.of(databases().get(0)).orElseThrow().destroyForcibly();
  }

  @Test
  void servesAgainAfterItsDatabaseWasKilled() {
    try (Arashi.Running running = run()) {
      Client client = new Client(URI.create(running.await(URL)));
      client.signInPatiently("demo", running.await("password (\\S+)"));
      for (int kill = 0; kill < 3; kill++) {
        long before = databases().get(0);
        int round = kill;
        killTheDatabase();
        Eventually.holds(() -> !databases().contains(before));
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
    try (Arashi.Running running = run("--config", config.toString())) {
      Client client = new Client(URI.create(running.await(URL)));
      client.signInPatiently("demo", running.await("password (\\S+)"));
      Path data = DATA.resolve("database/data");
      Path away = DATA.resolve("database/away");
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
      commands.add(Arashi.start(onData("user", "list")));
    }
    for (Arashi.Running command : commands) {
      Arashi.Outcome outcome = command.end();
      assertThat(outcome.exit()).as(outcome.toString()).isZero();
    }
    assertThat(databases()).isEmpty();
  }

  @Test
  void saysHowFarAnImportCameThatIsToldToStop() {
    addUser("stopped-import");
    try (Arashi.Running importing = Arashi.start(load("stopped-import"))) {
      awaitMails("stopped-import", 100);
      Arashi.Outcome stopped = importing.stop();

      assertThat(stopped.exit()).as(stopped.toString()).isEqualTo(143);
      assertThat(stopped.out())
          .contains(" added, ", "stopped by a signal; repeat the import to continue");
    }
    assertThat(databases()).isEmpty();

    Arashi.Outcome again = Arashi.run(load("stopped-import"));
    assertThat(again.exit()).as(again.toString()).isZero();
    assertComplete("stopped-import");
  }

  @Test
  void hasNoDemoWhereOthersCanConnectAndAnnouncesNoneWithAnotherPassword(@TempDir Path data) {
    String[] stored = {"--data", data.toString()};
    List<String> run = List.of("run", "--port", "0", stored[0], stored[1]);
    List<String> open = new ArrayList<>(run);
    open.addAll(List.of("--host", "0.0.0.0"));
    try (Arashi.Running running = Arashi.start(open)) {
      running.await(URL);
      assertThat(running.stop().out()).doesNotContain("password");
    }
    List<String> add = List.of("user", "add", "demo", "--password-stdin", stored[0], stored[1]);
    assertThat(Arashi.run(TestUser.PASSWORD + "\n", add).exit()).isZero();
    try (Arashi.Running running = Arashi.start(run)) {
      running.await(URL);
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
    try (Arashi.Running running = run("--config", config.toString())) {
      URI at = URI.create(running.await("Arashi is at (https://\\S+)"));

      HttpsURLConnection connection =
          (HttpsURLConnection) at.resolve("/login").toURL().openConnection();
      connection.setSSLSocketFactory(KeyFile.trusting(keys, "secret").getSocketFactory());

      assertThat(connection.getResponseCode()).isEqualTo(200);
      assertThat(running.stop().out()).doesNotContain("WARN"); // it could be warmed up
    }
  }

  @Test
  void saysInOneLineThatThePortIsBusy() throws IOException {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Arashi.Outcome outcome =
          Arashi.run(onData("run", "--port", Integer.toString(busy.getLocalPort())));

      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err()).contains(":" + busy.getLocalPort()).contains("--port");
    }
  }

  @Test
  void losesAndDoublesNothingWhenAnImportIsKilled() {
    addUser("killed-import");
    try (Arashi.Running importing = Arashi.start(load("killed-import"))) {
      awaitMails("killed-import", 300);
      importing.kill();
    }

    Arashi.Outcome again = Arashi.run(load("killed-import"));

    assertThat(again.exit()).as(again.toString()).isZero();
    assertComplete("killed-import");
  }

  @Test
  void losesAndDoublesNothingWhenTheServerIsKilledMeanwhile() {
    addUser("killed-server");
    try (Arashi.Running server = run("--no-demo")) {
      String url = server.await(URL);
      try (Arashi.Running importing = Arashi.start(load("killed-server"))) {
        awaitMails("killed-server", 300);
        server.kill();
        importing.kill();
      }
      assertThat(url).startsWith("http://127.0.0.1:");
    }

    // Its database has ended or is about to; the next start waits for that.
    try (Arashi.Running server = run("--no-demo")) {
      Client client = new Client(URI.create(server.await(URL)));
      Arashi.Outcome again = Arashi.run(load("killed-server"));

      assertThat(again.exit()).as(again.toString()).isZero();
      assertThat(client.signInPatiently("killed-server", TestUser.PASSWORD).status())
          .isEqualTo(303);
      assertThat(client.get("/search?q=1499").subjects()).containsExactly("Mail 1499");
      assertThat(server.stop().out()).doesNotContain("ERROR");
    }
    assertComplete("killed-server");
  }

  /** Waits until a number of mails is stored, but not all. */
  private static void awaitMails(String name, long least) {
    Eventually.holds(RunCommandTest::databaseRuns);
    try (OpenStore open = OpenStore.forCommand(settings(), new StopSignal())) {
      Store store = open.store();
      long account = store.accounts().byName(name).orElseThrow().id();
      Eventually.holds(
          () -> store.folders().byRole(account, FolderRole.INBOX).orElseThrow().total() >= least);
    }
  }

  private static boolean databaseRuns() {
    try {
      return EmbeddedServer.attach(DATA.resolve("database"), 1).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All mails once, and the counters are those of the rows. */
  private static void assertComplete(String name) {
    try (OpenStore open = OpenStore.forCommand(settings(), new StopSignal())) {
      Store store = open.store();
      long account = store.accounts().byName(name).orElseThrow().id();
      Folder inbox = store.folders().byRole(account, FolderRole.INBOX).orElseThrow();
      List<Item> items = new ArrayList<>();
      ItemPage page = store.items().first(account, inbox.id(), Order.NEWEST_FIRST, 1_000);
      while (true) {
        items.addAll(page.rows());
        if (page.next().isEmpty()) {
          break;
        }
        page =
            store.items().after(account, inbox.id(), Order.NEWEST_FIRST, page.next().get(), 1_000);
      }
      assertThat(items.stream().map(Item::subject).distinct()).hasSize(MAILS);
      assertThat(items).hasSize(MAILS);
      assertThat(inbox.total()).isEqualTo(MAILS);
      assertThat(inbox.unread()).isEqualTo(MAILS);
      assertThat(inbox.bytes()).isEqualTo(items.stream().mapToLong(Item::size).sum());
    }
  }
}
