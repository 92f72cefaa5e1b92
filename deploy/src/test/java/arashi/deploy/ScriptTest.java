package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code arashi}, in a checkout of a few empty files, with its own Maven and Java. */
class ScriptTest {
  private static final Path BASH = Path.of("/bin/bash");
  private static final String BUILT = "mkdir -p deploy/target\n";

  @TempDir private Path home;
  private Path log;

  @BeforeEach
  void copy() throws IOException {
    assumeTrue(Files.isExecutable(BASH), "there is no bash");
    Files.copy(Path.of("..", "arashi"), home.resolve("arashi"));
    Files.createDirectories(home.resolve("deploy/src/main"));
    Files.createFile(home.resolve("pom.xml"));
    Files.createFile(home.resolve("deploy/pom.xml"));
    log = home.resolve("target/build.log");
    program("java", "echo java \"$@\"");
  }

  private Path program(String name, String text) throws IOException {
    Path file = home.resolve("bin").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/bash\ncd '" + home + "'\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(BASH.toString(), home.resolve("arashi") + ""));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("PATH", home.resolve("bin") + ":/usr/bin:/bin");
    return builder.start();
  }

  private static String end(Process process) throws IOException, InterruptedException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said;
  }

  @Test
  void isBash() throws Exception {
    Process check =
        new ProcessBuilder(BASH.toString(), "-n", "../arashi").redirectErrorStream(true).start();

    assertThat(end(check)).isEmpty();
    assertThat(check.exitValue()).isZero();
  }

  @Test
  void showsEachModuleWhenItsBuildBegins() throws Exception {
    String fifo = home.resolve("go").toString();
    assumeTrue(new ProcessBuilder("mkfifo", fifo).start().waitFor() == 0, "there is no mkfifo");
    program(
        "mvn",
        "echo '[INFO] Scanning for projects...'\n"
            + "echo '[INFO] Building seda-kernel 0.1.0-SNAPSHOT                  [2/9]'\n"
            + "echo 'Downloading from central: https://x/a.pom'\n"
            + "echo 'Downloading from central: https://x/b.pom'\n"
            + "read -r < go\n"
            + "echo '[INFO] Building jar: /x/y.jar'\n"
            + "echo '[INFO] Building deploy 0.1.0-SNAPSHOT                       [9/9]'\n"
            + BUILT);
    Process process = start("run", "--port", "0");

    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertThat(out.readLine()).startsWith("arashi: building (");
    assertThat(out.readLine()).isEqualTo("arashi: building seda-kernel [2/9]");
    assertThat(out.readLine()).isEqualTo("arashi:   downloading libraries");
    Files.writeString(Path.of(fifo), "\n"); // only now does Maven go on
    assertThat(out.readLine()).isEqualTo("arashi: building deploy [9/9]");
    assertThat(out.readLine()).isEqualTo("arashi: a first start, to make later ones quick");
    assertThat(out.readLine()).startsWith("java ").endsWith("arashi.deploy.Main run --port 0");
    assertThat(out.readLine()).isNull();
    assertThat(process.waitFor()).isZero();

    assertThat(end(start("run"))).as("built already").startsWith("java ");
  }

  @Test
  void startsWithTheClassesThatTheBuildHasRecorded() throws Exception {
    program("mvn", BUILT);
    program(
        "java",
        """
        case "$*" in
          *-XX:ArchiveClassesAtExit=*--then-stop) touch deploy/target/arashi.jsa ;;
        esac
        echo java "$@"
        """);
    assertThat(end(start("run"))).contains("java -XX:SharedArchiveFile=" + home);
    assertThat(end(start("run"))).startsWith("java -XX:SharedArchiveFile=");
  }

  @Test
  void startsWithoutThemIfTheyCouldNotBeRecorded() throws Exception {
    program("mvn", BUILT);
    program(
        "java",
        """
        case "$*" in
          *-XX:ArchiveClassesAtExit=*) touch deploy/target/arashi.jsa; exit 1 ;;
        esac
        echo java "$@"
        """);
    assertThat(end(start("run"))).contains("\njava -Xmx1g ");
  }

  @Test
  void showsWhatMavenComplainsOfAndWhereTheRestIs() throws Exception {
    program(
        "mvn",
        """
        echo '[INFO] Building deploy 0.1.0-SNAPSHOT [9/9]'
        echo '[ERROR] /x/Y.java:[3,5] cannot find symbol'
        echo '[ERROR] '
        exit 1
        """);
    Process process = start("run");

    assertThat(end(process).lines())
        .endsWith(
            "arashi: building deploy [9/9]",
            "[ERROR] /x/Y.java:[3,5] cannot find symbol",
            "arashi: the build failed; all that Maven said is in " + log);
    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(log).content().contains("[INFO] Building deploy", "cannot find symbol");
    assertThat(end(start("run"))).as("it is not built").contains("cannot find symbol");
  }

  @Test
  void showsTheEndOfALogWithoutErrors() throws Exception {
    program("mvn", "echo 'mvn: cannot execute' >&2\nexit 127");

    assertThat(end(start("run"))).contains("mvn: cannot execute", "the build failed");
  }

  @Test
  void namesAJavaHomeThatPointsNowhere() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(BASH.toString(), home.resolve("arashi").toString(), "run");
    builder.environment().put("JAVA_HOME", "/no/jdk");
    Process process = builder.redirectErrorStream(true).start();

    assertThat(end(process))
        .isEqualTo("arashi: JAVA_HOME is /no/jdk, but there is no /no/jdk/bin/java\n");
    assertThat(process.exitValue()).isEqualTo(1);
  }
}
