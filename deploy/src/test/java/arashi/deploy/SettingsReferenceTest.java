package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page of all settings, and its sources. */
class SettingsReferenceTest {
  private static final Path PAGE = Path.of("../docs/settings.md");

  @Test
  void theReferenceIsWhatTheServiceSays() throws IOException {
    String expected = SettingsReference.markdown();
    if (Boolean.getBoolean("arashi.docs.write")) {
      Files.writeString(PAGE, expected);
    }

    assertThat(Files.readString(PAGE))
        .as(
            "mvn test -pl deploy -am -Dtest=SettingsReferenceTest -Darashi.docs.write=true writes"
                + " it")
        .isEqualTo(expected);
  }

  /** Sizes, times and counts below zero make no sense anywhere, and -1 is often typed for none. */
  @Test
  void noNumberBelowZeroIsTaken() {
    Config defaults = ConfigFactory.parseResources("arashi-defaults.conf").resolve();
    List<String> taken = new ArrayList<>();
    for (Map.Entry<String, ConfigValue> entry : defaults.entrySet()) {
      String key = String.join(".", ConfigUtil.splitPath(entry.getKey()));
      SettingsReference.Kind kind = SettingsReference.Kind.of(entry.getValue());
      boolean optional = key.startsWith("tls."); // read where a key store is given
      if (!optional && !kind.suspects().isEmpty()) {
        String answer = SettingsReference.answer(key, kind.suspects().get(0));
        String last = key.substring(key.lastIndexOf('.') + 1);
        boolean refused = answer.contains("must") || answer.contains("negative number");
        if (!refused || !answer.contains(last)) {
          taken.add(key + ": " + answer);
        }
      }
    }

    assertThat(taken).isEmpty();
  }
}
