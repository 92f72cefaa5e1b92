package arashi.deploy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.deploy.Arashi;
import arashi.deploy.KeyFile;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code --config} reads includes, and refuses unknown keys. */
class ConfigFileTest {
  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void resolve() throws IOException {
    folder = temporary.toRealPath();
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void readsWhatAFileIncludesThatIsNamedWithoutItsDirectory() throws IOException {
    write("arashi.conf", "include \"database.conf\"");
    write("database.conf", "mysql.url = \"jdbc:mysql://127.0.0.1:1/arashi\"");
    List<String> command =
        List.of("user", "list", "--config", "arashi.conf", "--data", folder.resolve("data") + "");

    try (Arashi.Running running = Arashi.start(folder, Map.of(), command)) {
      assertThat(running.end().out())
          .contains("the database cannot be reached: jdbc:mysql://127.0.0.1:1/arashi");
    }
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void readsEachIncludeRelativeToTheFileThatHasIt() throws IOException {
    Path file =
        write(
            "arashi.conf",
            "include \"parts/one.conf\"\n mail { include required(file(\"parts/mail\")) }");
    write("parts/one.conf", "port = 81, include \"two.inc\"");
    write("parts/two.inc", "host = two, include \"../three.json\"");
    write("three.json", "{\"warm-up\": \"3 s\"}");
    write("parts/mail.conf", "page-size = 7, zone = Europe/Berlin");
    Path top = write("top.conf", "include \"" + file + "\"");

    MailSettings settings = MailSettings.load(top);

    assertThat(settings.port()).isEqualTo(81);
    assertThat(settings.host()).isEqualTo("two");
    assertThat(settings.warmUp()).hasSeconds(3);
    assertThat(settings.mail().viewing().list().pageSize()).isEqualTo(7);
  }

  @Test
  void readsEachFileRelativeToTheConfigurationThatNamesIt() throws Exception {
    Path keys = folder.resolve("parts/keys.p12");
    Files.createDirectories(keys.getParent());
    KeyFile.write(keys, "secret");
    write("parts/tls-password", "secret\n");
    write("database-password", "swordfish\n");
    write(
        "parts/tls.conf",
        """
        tls { key-store = keys.p12, password-file = tls-password }
        mail.public-origin = "https://a"
        mail.delivery.tls { key-store = ./keys.p12, password-file = ${tls.password-file} }
        mail.lmtp.socket = ../lmtp
        """);
    Path file =
        write(
            "arashi.conf",
            """
            include "parts/tls.conf"
            mysql.password-file = database-password
            http.access-log.file = logs/access.log, data = "./mail"
            """);
    Path here = Path.of("").toAbsolutePath();

    MailSettings settings = MailSettings.load(here.relativize(file));

    assertThat(settings.mysqlPassword()).isEqualTo("swordfish");
    assertThat(settings.data()).isEqualTo(folder.resolve("mail"));
    assertThat(settings.http().tls().keyStore()).isEqualTo(keys);
    assertThat(settings.http().accessLog().file()).isEqualTo(folder.resolve("logs/access.log"));
    assertThat(settings.deliveryAt().lmtpSocket()).contains(folder.resolve("lmtp"));
    assertThat(settings.mail().arrival().delivery().tls().orElseThrow().keyStore()).isEqualTo(keys);
  }

  @Test
  void readsTheFilesOfTheRouterRelativeToItsConfiguration() throws IOException {
    Path file = write("router.conf", "log = router.log, catcher.file = hosts");

    assertThat(GnutellaSettings.load(file).router().log()).contains(folder.resolve("router.log"));
  }

  /** A key of another name that holds a file goes into both lists. */
  @Test
  void knowsEveryKeyThatNamesAFile() {
    Set<String> named =
        Stream.of("arashi-defaults.conf", "gnutella-defaults.conf")
            .flatMap(all -> ConfigFactory.parseResources(all).resolve().entrySet().stream())
            .map(Map.Entry::getKey)
            .filter(key -> key.matches("(.*[.-])?(file|store|socket|directory|path)|data|log"))
            .collect(Collectors.toSet());

    assertThat(FileKeys.KEYS).containsExactlyInAnyOrderElementsOf(named);
  }

  static Stream<List<String>> commands() {
    return Stream.of(
        List.of("user", "list"), List.of("run"), List.of("haboob"), List.of("gnutella"));
  }

  static Stream<Map.Entry<List<String>, String>> missing() {
    return commands()
        .flatMap(
            command ->
                Stream.of(
                        "include \"no.conf\"",
                        "include \"no\"",
                        "include required(\"no.conf\")",
                        "include file(\"no.conf\")",
                        "include required(file(\"no.conf\"))",
                        "seda { include \"no.conf\" }",
                        "include \"no.inc\"",
                        "include classpath(\"no.conf\")")
                    .map(include -> Map.entry(command, include)));
  }

  private Arashi.Outcome run(List<String> command, Path config) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of("--config", config.toString()));
    return Arashi.run(all);
  }

  @ParameterizedTest
  @MethodSource("missing")
  void stopsAtAnIncludeThatIsNotThere(Map.Entry<List<String>, String> wanted) throws IOException {
    Path direct = write("direct.conf", wanted.getValue());
    Path nested = write("nested.conf", "include \"direct.conf\"");

    for (Path config : List.of(direct, nested)) {
      Arashi.Outcome outcome = run(wanted.getKey(), config);

      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err().lines()).hasSize(1);
      assertThat(outcome.err()).startsWith("arashi: " + direct + " includes ");
      if (!wanted.getValue().contains("classpath")) {
        assertThat(outcome.err())
            .contains(folder.resolve("no").toString(), "not there")
            .doesNotContain("classpath");
      }
    }
  }

  @Test
  void namesAnIncludeThatCanNotBeRead() throws IOException {
    Files.createDirectory(folder.resolve("folder.conf"));
    Path config = write("arashi.conf", "include \"folder.conf\"");

    assertThat(run(List.of("user", "list"), config).err())
        .contains(config + " includes " + folder.resolve("folder.conf"));
  }

  @ParameterizedTest
  @CsvSource({"one.conf,two.conf", "one.conf,one.conf"})
  void refusesFilesThatIncludeEachOther(String first, String second) throws IOException {
    Path config = write("one.conf", "include \"" + second + "\"");
    if (!first.equals(second)) {
      write(second, "include \"one.conf\"");
    }

    Arashi.Outcome outcome = run(List.of("user", "list"), config);

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("include", "cycle");
  }

  @Test
  void includesNothingFromTheNetwork() throws IOException {
    Path config = write("arashi.conf", "include url(\"http://127.0.0.1:1/x.conf\")");

    assertThat(run(List.of("user", "list"), config).err()).contains("only files");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "porf = 81                 | porf              | port",
        "mysqll.url = x            | mysqll            | mysql",
        "mysql.passwort = x        | mysql.passwort    | mysql.password",
        "mysql.passwordfile = x    | mysql.passwordfile| mysql.password-file",
        "mysl {}                   | mysl              | mysql",
        "mail.login { windwo {} }  | mail.login.windwo | mail.login.window",
        "page-size = 5             | page-size         | mail.page-size",
        "mail.serch.hits = null    | mail.serch        | mail.search",
        "sedda.window = 5 s        | sedda             | seda",
        "Host = x                  | Host              | host",
        "\"mail.page-size\" = 5    | \"mail.page-size\"| mail.page-size"
      })
  void refusesAnUnknownKeyAndHintsAtTheRightOne(String line, String key, String hint)
      throws IOException {
    Path config = write("arashi.conf", line);

    assertThatThrownBy(() -> MailSettings.load(config))
        .isInstanceOf(CommandException.class)
        .hasMessage(config + ": unknown key " + key + "; did you mean " + hint + "?");
  }

  @Test
  void refusesUnknownKeysOfTheOtherServersToo() throws IOException {
    assertThat(run(List.of("haboob"), write("haboob.conf", "sedda { window = 5 s }")).err())
        .contains("haboob.conf: unknown key sedda; did you mean seda?");
    assertThat(run(List.of("gnutella"), write("gnutella.conf", "peers.maxx = 5")).err())
        .contains("gnutella.conf: unknown key peers.maxx; did you mean peers.max?");
  }

  @Test
  void refusesAnUnknownKeyOfAnIncludedFile() throws IOException {
    write("more.conf", "porf = 81");
    assertThat(run(List.of("user", "list"), write("arashi.conf", "include \"more\"")).err())
        .contains("porf", "did you mean port?");
  }
}
