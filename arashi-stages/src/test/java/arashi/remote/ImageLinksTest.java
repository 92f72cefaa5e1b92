package arashi.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.simulation.VirtualClock;

class ImageLinksTest {
  private static final String URL = "https://shop.example/a?b=c&d=\u00fc e";

  private final VirtualClock clock = new VirtualClock(Instant.parse("2026-11-02T09:00:00Z"));
  private final ImageLinks links = links(7);

  private ImageLinks links(int key) {
    return new ImageLinks(new byte[] {1, 2, 3, (byte) key}, Duration.ofHours(1), clock::instant);
  }

  private static Map<String, String> parameters(String link) {
    assertThat(link).startsWith("/image?").matches("[/?A-Za-z0-9=&._-]+");
    Map<String, String> parameters = new HashMap<>();
    for (String parameter : link.substring(7).split("&", -1)) {
      String[] sides = parameter.split("=", 2);
      parameters.put(sides[0], sides[1]);
    }
    return parameters;
  }

  private static Optional<ImageLinks.Target> read(ImageLinks by, Map<String, String> link) {
    return by.read(link.get("u"), link.get("m"), link.get("t"), link.get("s"));
  }

  private Map<String, String> link() {
    return parameters(links.link(42, 9, URL).orElseThrow());
  }

  @Test
  void readsWhatItHasSigned() {
    assertThat(read(links, link())).contains(new ImageLinks.Target(42, URL));
    assertThat(read(links(7), link())).as("another node").isPresent();
  }

  @Test
  void readsNothingThatAnotherKeyHasSigned() {
    assertThat(read(links(8), link())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "m, 43.9", // another account
    "m, 42.10",
    "m, 42",
    "m, ''",
    "t, 99999999999",
    "t, -1",
    "t, 99999999999999999999",
    "u, aHR0cHM6Ly9vdGhlci5leGFtcGxlLw",
    "u, '*'",
    "u, ''",
    "s, AAAAAAAAAAAAAAAAAAAAAA",
    "s, ''"
  })
  void readsNothingThatWasChanged(String name, String value) {
    Map<String, String> link = link();
    link.put(name, value);

    assertThat(read(links, link)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"u", "m", "t", "s"})
  void readsNothingOfWhichAPartIsMissing(String name) {
    Map<String, String> link = link();
    link.remove(name);

    assertThat(read(links, link)).isEmpty();
  }

  @Test
  void readsNothingWhoseTimeIsOver() {
    Map<String, String> link = link();

    clock.advance(Duration.ofMinutes(59));
    assertThat(read(links, link)).isPresent();
    clock.advance(Duration.ofMinutes(1));
    assertThat(read(links, link)).isEmpty();
  }

  @Test
  void signsAddressesOfTheWebOnly() {
    assertThat(links.link(42, 9, "file:///etc/passwd")).isEmpty();
    assertThat(links.link(42, 9, "https://user@shop.example/")).isEmpty();
  }
}
