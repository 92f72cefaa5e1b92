package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.config.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of the command line before any change. */
class CommandLineTest {
  @TempDir private Path folder;

  private static List<String> words(String line) {
    return line.isEmpty() ? List.of() : List.of(line.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "run --help",
        "import --help",
        "reindex --help",
        "outbox --help",
        "outbox release --help",
        "haboob --help",
        "gnutella --help",
        "user --help",
        "user add --help",
        "user passwd --help",
        "user class --help",
        "user admin --help",
        "user list --help",
        "user remove --help"
      })
  void fitsItsHelpOnAScreen(String command) {
    Arashi.Outcome outcome = Arashi.run(words(command));

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out().lines().count()).isBetween(3L, 24L);
    assertThat(outcome.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "import", "user add", "user list"})
  void takesTheOptionsOfTheStoreEverywhere(String command) {
    assertThat(Arashi.run(words(command + " --help")).out())
        .contains("--data", "--mysql", "--config");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no-such-command",
        "run --no-such-option",
        "run --port many",
        "run extra",
        "haboob extra",
        "haboob --port many",
        "haboob --cache lots",
        "haboob --host-root nowhere",
        "gnutella --port many",
        "import",
        "import --user ada",
        "import somewhere",
        "user",
        "user add",
        "user class ada",
        "user list extra"
      })
  void answersWrongUsageWith2(String command) {
    Arashi.Outcome outcome = Arashi.run(words(command));

    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).isNotBlank().doesNotContain("Exception", "\tat ");
  }

  @Test
  void printsItsVersion() {
    assertThat(Arashi.run(List.of("--version")).out()).startsWith("Arashi ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "porf = 8081                            | porf",
        "port = 70000                           | port = 70000 0 65535",
        "port = many                            | port NUMBER",
        "mail.page-size = 0                     | mail.page-size = 0 at least 1",
        "mail.page-size = 9999                  | mail.page-size = 9999 at most 500",
        "mail.zone = Nowhere/Land               | mail.zone = Nowhere/Land Europe/Berlin",
        "mail.public-origin = \"mail.example\"  | mail.public-origin = mail.example https://",
        "mail.store-threads = 0                 | mail.store-threads = 0 at least 1",
        "mail.returns-per-second = 0            | mail.returns-per-second = 0 at least 1",
        "mail.complete-busy-pages = 0           | mail.complete-busy-pages = 0 at least 1",
        "mail.returns-per-second = many         | mail.returns-per-second NUMBER",
        "mail.login.per-address = 0             | mail.login.per-address 0 at least 1",
        "mail.login.window = 0 s                | mail.login.window 0 positive",
        "mail.login.devices.failures = 0        | mail.login.devices.failures 0 at least 1",
        "mail.login.devices.accounts = 0        | mail.login.devices.accounts 0 at least 1",
        "mail.login.devices.lifetime = -1 s     | mail.login.devices.lifetime negative",
        "outages.heartbeat = 1 ms               | outages.heartbeat PT0.001S at least PT0.1S",
        "outages.silence = 0 s                  | outages.silence PT0S at least PT1S",
        "outages.longest-pause = 0 s            | outages.longest-pause PT0S at least PT1S",
        "search-index.fan-out = 1               | search-index.fan-out 1 from 2 to 64",
        "search-index.max-mails = 1000000       | search-index.max-mails 1000000 from 1 to 100000",
        "search-index.dead-share = 0            | search-index.dead-share 0.0 above 0 and at most"
            + " 1",
        "search-index.lease = 0 s               | search-index.lease PT0S at least 1 s",
        "search-index.pause = -1 s              | search-index.pause PT-1S not negative",
        "mail.search.hits = 0                   | mail.search.hits 0 at least 1",
        "mail.session.lifetime = -1 s           | mail.session.lifetime -1",
        "mail.session.lifetime = soon           | mail.session.lifetime soon",
        "mail.spool-threshold = -1              | mail.spool-threshold -1",
        "mail.max-mail-size = 0                 | mail.max-mail-size 0",
        "mail.held-mails-size = 63 MiB          | mail.held-mails-size at least max-mail-size",
        "mail.spool-size = 63 MiB               | mail.spool-size at least max-mail-size",
        "mail.images.mail-size = -1             | mail.images.mail-size -1",
        "mail.images.own-count = -1             | mail.images.own-count = -1 least",
        "mail.images.own-size = -1              | mail.images.own-size -1",
        "http.max-header-bytes = 3 GiB          | http.max-header-bytes less than 2 GiB",
        "http.max-body-bytes = -1               | http.max-body-bytes -1",
        "http.idle-timeout = -1 s               | http.idle-timeout -1",
        "http.server-name = \"a\\nb\"           | http.server-name",
        "http.access-log.format = xml           | http.access-log.format = xml common",
        "http.access-log.capacity = 1           | http.access-log.capacity = 1 at least 256",
        "tls.key-store = a.p12                  | tls.key-store = a.p12 mail.public-origin",
        "tls.key-store = a.p12, mail.public-origin = \"https://a\" | tls.key-store = a.p12 PKCS",
        "tcp.backlog = 0                        | tcp.backlog 0",
        "drain-timeout = -1 s                   | drain-timeout -1",
        "warm-up = -1 s                         | warm-up -1",
        "mail.held-mails-size = 5 Gb            | arashi.conf: 1: mail.held-mails-size = 5 Gb GiB"
            + " GB",
        "mail.import.depth = 2, mail.spool-size = \"1 gigs\" | mail.spool-size = 1 gigs MiB kB",
        "warm-up = 5 sec                        | arashi.conf: 1: warm-up = 5 sec ms, s, m, h, d",
        "seda = 5                               | seda = 5 section",
        "seda.domain.x.count = 1                | seda.domain unknown domains",
        "seda.domains.mail-store.max-treads = 9 | seda.domains.mail-store.max-treads = 9"
            + " max-threads",
        "seda.domains.files.order = newest      | seda.domains.files.order = newest fifo",
        "seda.stages.search.queue-capacity = 0  | seda.stages.search.queue-capacity = 0 at least 1",
        "embedded.buffer-pool = 1               | embedded.buffer-pool 1",
        "{                                      | arashi.conf"
      })
  void refusesABadSettingWithItsKeyItsValueAndTheAllowedRange(String line, String said)
      throws IOException {
    Path config = Files.writeString(folder.resolve("arashi.conf"), line);

    Arashi.Outcome outcome =
        Arashi.run(
            List.of(
                "user",
                "list",
                "--config",
                config.toString(),
                "--data",
                folder.resolve("data").toString()));

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err().lines()).hasSize(1).first().asString().startsWith("arashi: ");
    assertThat(outcome.err()).contains(said.replace(" = ", " ").split(" "));
    assertThat(outcome.out()).isEmpty();
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void refusesAConfigurationThatIsNotThere() {
    Arashi.Outcome outcome = Arashi.run(List.of("user", "list", "--config", "no/such/file.conf"));

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err())
        .startsWith("arashi: can't read " + Path.of("no/such/file.conf").toAbsolutePath());
  }

  @Test
  void saysWhyTheDataCanNotBeKept() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(Arashi.run(List.of("user", "list", "--data", file.toString())).err())
        .startsWith("arashi: the database can't be started: " + file)
        .containsIgnoringCase("directory");

    Path nowhere = folder.resolve("nowhere");
    assertThat(Failures.words(new NoSuchFileException(nowhere.toString())))
        .isEqualTo(nowhere + ": no such file or directory");
  }

  @Test
  void saysInOneLineThatADatabaseDoesNotAnswer() {
    Arashi.Outcome outcome =
        Arashi.run(List.of("user", "list", "--mysql", "jdbc:mysql://127.0.0.1:1/arashi"));

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err().lines().filter(line -> line.startsWith("arashi: "))).hasSize(1);
    assertThat(outcome.err())
        .startsWith("arashi: the database cannot be reached: jdbc:mysql://127.0.0.1:1/arashi")
        .doesNotContain("\tat ");
  }

  @Test
  void hidesThePasswordOfAnUnreachableDatabase() {
    Arashi.Outcome outcome =
        Arashi.run(
            List.of(
                "user",
                "list",
                "--mysql",
                "jdbc:mysql://127.0.0.1:1/arashi?user=ada&password=hunter22"));

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err() + outcome.out()).doesNotContain("hunter22");
  }

  @Test
  void refusesAUrlOfAnotherDatabase() {
    Arashi.Outcome outcome =
        Arashi.run(List.of("user", "list", "--mysql", "postgres://localhost/arashi"));

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("jdbc:mysql:");
  }
}
