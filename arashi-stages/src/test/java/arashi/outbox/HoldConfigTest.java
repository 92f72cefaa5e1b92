package arashi.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The place of a database, and bad values. */
class HoldConfigTest {
  @TempDir private Path folder;

  private static HoldConfig read(Path data, Map<String, Object> settings) {
    return HoldConfig.of(
        ConfigFactory.parseMap(settings)
            .withFallback(
                ConfigFactory.parseString(
                    """
                    mysql.url = ""
                    mail.outbox {
                      machine = "", hold-on-foreign-start = true, hold-at-start = false, heartbeat = 10 s
                    }
                    """)),
        data);
  }

  private static String place(String url) {
    return read(Path.of("data"), Map.of("mysql.url", url)).place();
  }

  @Test
  void aDirectoryHasOnePlaceHoweverItIsWrittenAndBeforeItExists() throws IOException {
    Path data = folder.resolve("data");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    String before = read(data, Map.of()).place();
    assertThat(read(link.resolve("data"), Map.of()).place()).isEqualTo(before);

    Files.createDirectory(data);

    assertThat(read(data, Map.of()).place()).isEqualTo(before);
    assertThat(read(link.resolve("data"), Map.of()).place()).isEqualTo(before);
    assertThat(read(folder.resolve("x/../data"), Map.of()).place()).isEqualTo(before);
    assertThat(read(folder.resolve("copy"), Map.of()).place()).isNotEqualTo(before);
  }

  @Test
  void aDatabaseOnAServerIsKnownByItsName() {
    assertThat(place("jdbc:mysql://a:3306,b/arashi?sslMode=DISABLED&x=/y"))
        .isEqualTo(place("jdbc:mysql://c/arashi"))
        .isNotEqualTo(place("jdbc:mysql://c/arashi_copy"));
  }

  @Test
  void refusesAHeartbeatOutsideItsRange() {
    for (String bad : new String[] {"0 s", "-1 s", "1 h"}) {
      assertThatThrownBy(() -> read(folder, Map.of("mail.outbox.heartbeat", bad)))
          .hasMessageContaining("mail.outbox.heartbeat");
    }
  }
}
