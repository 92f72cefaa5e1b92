package db.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import db.migrations.EmbeddedServer.Settings;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories whose paths could break a shell, a list of paths or a short buffer. */
class ServerPathTest {
  private static final Path ROOT = ScratchDirectory.of("paths");

  @AfterEach
  void delete() { // more than a hundred megabytes each
    ScratchDirectory.delete(ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"with two  blanks", "'single' and \"double\" quotes", "a:b;c,d $HOME `id` #~*?\\"})
  void startsInADirectoryWithAnyCharacterInItsPath(String name) throws Exception {
    startsIn(name);
  }

  @Test
  void startsInADirectoryWithLettersBeyondAscii() throws Exception {
    String name = "Büro – 日本";
    Charset ofPaths = Charset.forName(System.getProperty("sun.jnu.encoding"));
    assumeTrue(ofPaths.newEncoder().canEncode(name), "this JVM's file names are " + ofPaths);
    startsIn(name);
  }

  @Test
  void startsInADirectoryWithALongPath() throws Exception {
    startsIn(Path.of("x".repeat(200), "y".repeat(435 - 202 - ROOT.toString().length())).toString());
  }

  @Test
  void saysThatAPathIsTooLong() throws Exception {
    Path dir = ROOT.resolve("x".repeat(200)).resolve("y".repeat(240));
    assertThatThrownBy(() -> EmbeddedServer.start(dir, Settings.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("the path of its directory has \\d+ bytes; at most are 440");
  }

  private static void startsIn(String name) throws Exception {
    Path dir = ROOT.resolve(name);
    try (EmbeddedServer server = EmbeddedServer.start(dir, Settings.DEFAULT);
        var pool = server.database(1).open()) {
      Schema.migrate(pool);
    }
    assertThat(Servers.in(dir)).isEmpty();
    EmbeddedServer.start(dir, Settings.DEFAULT).close();
  }
}
