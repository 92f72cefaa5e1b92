package arashi.deploy.service;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.Arashi;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A start that cannot succeed says so in one line, before it starts the database. */
class StartChecksTest {
  private static final String FREE = "port = 0\n";

  @TempDir private Path temporary;

  private Arashi.Outcome run(String config, String command) throws IOException {
    Path file = Files.writeString(temporary.resolve("arashi.conf"), config);
    List<String> all = new ArrayList<>(List.of(command.split(" ")));
    all.addAll(List.of("--config", file.toString()));
    all.addAll(List.of("--data", temporary.resolve("data").toString()));
    return Arashi.run(all);
  }

  private void assertOneLine(Arashi.Outcome outcome, String... words) {
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    assertThat(outcome.err().lines()).hasSize(1).first().asString().startsWith("arashi: ");
    assertThat(outcome.err()).contains(words).doesNotContain("Exception");
    assertThat(temporary.resolve("data/database/server")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http.access-log.file = no/such/access.log | http.access-log.file = TMP/no/such/access.log,"
            + " can't be written: there is no directory TMP/no/such",
        "http.access-log.file = \".\"              | http.access-log.file = TMP, can't be written:"
            + " it is a directory",
        "mail.lmtp.socket = no/lmtp                | mail.lmtp.socket = TMP/no/lmtp, can't be made:"
            + " there is no directory TMP/no",
        "mail.held-mails-size = 4000 GiB           | mail.held-mails-size = 4096000 MiB, must be"
            + " less than the heap of",
        "http.max-bodies-bytes = 4000 GiB          | http.max-bodies-bytes = 4096000 MiB, must be"
            + " less than the heap of",
        "mail.delivery.memory = 4000 GiB           | mail.delivery.memory = 4096000 MiB, must be"
            + " less than the heap of",
        "embedded.redo-log = 1000 TiB              | MiB free, but its first start needs"
            + " 1048576128 MiB, 1048576000 of them for embedded.redo-log: free some",
      })
  void namesWhatIsWrongAndWhatToDo(String line, String said) throws IOException {
    assertOneLine(run(FREE + line, "run"), said.replace("TMP", temporary.toString()));
  }

  @Test
  void findsEachTakenPortBeforeTheDatabaseStarts() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      port = taken.getLocalPort();
      String where = "can't listen on 127.0.0.1:" + port + ": ";

      assertOneLine(run("port = " + port, "run"), where, "in use", "try --port");
      assertOneLine(
          run(FREE + "mail.smtp.port = " + port, "run"), where, "in use", "see mail.smtp.port");
      assertOneLine(
          run(FREE + "mail.lmtp.port = " + port, "run"), where, "in use", "see mail.lmtp.port");
    }
    String both = "mail.lmtp.port = " + port + ", mail.smtp.port = " + port;
    assertOneLine(run(FREE + both, "run"), "127.0.0.1:" + port, "in use");
  }

  @Test
  void namesTheLineOfABraceThatIsNotClosed() throws IOException {
    Path file = temporary.resolve("arashi.conf");
    String text = "# a { comment\nname {\n  a = \"}\"\n  b { c = 1 }\n\nport = 81\n";
    assertOneLine(
        run(text, "user list"), file + ": 2: the brace or bracket of this line is never closed");
    assertOneLine(
        run("port = 81\nmail.delivery.trusted = [\n  a,", "user list"),
        file + ": 2: the brace or bracket of this line is never closed");
    assertOneLine(run("port = 81\n}\n", "user list"), file + ": 2: unbalanced close brace");
  }
}
