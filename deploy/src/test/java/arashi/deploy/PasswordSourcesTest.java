package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.deploy.config.MailSettings;
import db.migrations.Database;
import db.migrations.MySqlUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passwords come from files and the environment, and stand in no command line. */
public class PasswordSourcesTest {
  private static final String PASSWORD = "correct horse battery";

  private final TestService service = TestService.shared();
  private final TestUser user = service.user();
  private final Path here = Path.of("").toAbsolutePath();
  private final MySqlUrl url = url();
  private final String password = url.password().orElse(database().password());
  private final String login = url.text().contains("user=") ? null : database().user();
  @TempDir private Path folder;

  private static Database database() {
    return TestService.database().connection();
  }

  private static MySqlUrl url() {
    return new MySqlUrl(database().url());
  }

  /** A file that holds a password, for this user only; it goes with the JVM. */
  public static Path file(String password) {
    try {
      Path file = Files.createTempFile("password", null); // mode 600
      file.toFile().deleteOnExit();
      return Files.writeString(file, password + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command(List<String> command, String... options) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--mysql", url.withoutPassword().text()));
    if (login != null) {
      all.addAll(List.of("--mysql-user", login));
    }
    all.addAll(List.of(options));
    return all;
  }

  private List<String> list(String... options) {
    return command(List.of("user", "list"), options);
  }

  private void assertLists(Arashi.Outcome outcome) {
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains(user.name()).doesNotContain(password);
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void ofTheDatabaseComesFromAFileThatAnOptionNames() {
    assertLists(Arashi.run(list("--mysql-password-file", file(password).toString())));
  }

  @Test
  void ofTheDatabaseComesFromAFileThatTheConfigurationNames() throws IOException {
    Path config = folder.resolve("arashi.conf");
    Files.writeString(config, "mysql.password-file = \"" + file(password) + "\"");

    assertLists(Arashi.run(list("--config", config.toString())));
  }

  @Test
  void ofTheDatabaseComesFromTheEnvironment() {
    Map<String, String> environment = Map.of("ARASHI_MYSQL_PASSWORD", password);
    try (Arashi.Running running = Arashi.start(here, environment, list())) {
      assertLists(running.end());
    }
  }

  @Test
  void inTheUrlStillWorksButIsWarnedOf() {
    MySqlUrl whole = url.withoutPassword().with("password", password);
    if (login != null) {
      whole = whole.with("user", login);
    }

    Arashi.Outcome outcome = Arashi.run(List.of("user", "list", "--mysql", whole.text()));

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err()).startsWith("arashi: warning: ").contains("--mysql-password-file");
    assertThat(outcome.err()).doesNotContain(password);
  }

  @Test
  void inAFileThatOthersCanReadIsWarnedOf() throws IOException {
    assumeTrue(
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no modes");
    Path file = file(password);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    Arashi.Outcome outcome = Arashi.run(list("--mysql-password-file", file.toString()));

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err().lines()).hasSize(1);
    assertThat(outcome.err()).startsWith("arashi: warning: " + file).contains("chmod 600");
  }

  @Test
  void thatIsMissingIsNamed() throws IOException {
    Path none = folder.resolve("none");
    Path empty = Files.createFile(folder.resolve("empty"));

    assertThat(Arashi.run(list("--mysql-password-file", none.toString())).err())
        .startsWith("arashi: --mysql-password-file: can't read " + none);
    assertThat(Arashi.run(list("--mysql-password-file", empty.toString())).err())
        .startsWith("arashi: --mysql-password-file = " + empty + ", must hold a password");
    Path config = Files.writeString(folder.resolve("a.conf"), "mysql.password-file = " + none);
    assertThat(Arashi.run(list("--config", config.toString())).err())
        .contains("a.conf", "mysql.password-file", none.toString());
  }

  @Test
  void ofANewUserComesFromAFileOrTheEnvironment() {
    String fromFile = "f-" + user.name();
    String fromEnvironment = "e-" + user.name();
    String options = file(password).toString();

    Arashi.Outcome first =
        Arashi.run(
            command(
                List.of("user", "add", fromFile, "--password-file", file(PASSWORD).toString()),
                "--mysql-password-file",
                options));
    assertThat(first.exit()).as(first.toString()).isZero();
    try (Arashi.Running running =
        Arashi.start(
            here,
            Map.of("ARASHI_USER_PASSWORD", PASSWORD, "ARASHI_MYSQL_PASSWORD", password),
            command(List.of("user", "add", fromEnvironment)))) {
      assertThat(running.end().exit()).isZero();
    }

    for (String name : List.of(fromFile, fromEnvironment)) {
      assertThat(service.client().signIn(name, PASSWORD).status()).isEqualTo(303);
    }
  }

  @Test
  void ofTheKeyStoreComesFromAFileOrTheEnvironment() throws Exception {
    Path keys = folder.resolve("keys.p12");
    KeyFile.write(keys, "secret");
    String https =
        "mail.public-origin = \"https://mail.example\", tls.key-store = \"" + keys + "\"";
    Path config = Files.writeString(folder.resolve("https.conf"), https);
    assertThatThrownBy(() -> MailSettings.load(config)).hasMessageContaining("tls.key-store");

    Files.writeString(config, https + ", tls.password-file = \"" + file("secret") + "\"");
    assertThat(MailSettings.load(config).http().tls().password()).isEqualTo("secret");

    try (Arashi.Running running =
        Arashi.start(
            here,
            Map.of("ARASHI_TLS_PASSWORD", "secret"),
            List.of("haboob", "--port", "0", "--root", folder + "", "--tls", keys.toString()))) {
      running.await("Haboob is at https://");
    }
  }

  @Test
  void isNotInWhatTheStartSaysOfTheDatabase() {
    try (Arashi.Running running =
        Arashi.start(
            here,
            Map.of("ARASHI_MYSQL_PASSWORD", password),
            command(List.of("run", "--port", "0", "--no-demo", "--data", folder + "")))) {
      String said = running.await("^(Using the database at .*)");

      assertThat(said).contains(url.server()).doesNotContain(password);
      running.await("Arashi is at");
      running.stop();
    }
    assertThat(MailSettings.load(null).overridden(folder, null).database())
        .isEqualTo("Starting the database in " + folder);
    assertThat(
            MailSettings.load(null)
                .overridden(null, "jdbc:mysql://a:pw@h:1/db?password=pw")
                .database())
        .isEqualTo("Using the database at jdbc:mysql://h:1/db");
  }
}
