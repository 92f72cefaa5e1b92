package arashi.front.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrowserNameTest {

  @ParameterizedTest
  @CsvSource({
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0, Firefox · Linux",
    "'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
        + " Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0', Edge · Windows",
    "'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0"
        + " Mobile Safari/537.36', Chrome · Android",
    "'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
        + " Gecko) Version/18.5 Mobile/15E148 Safari/604.1', Safari · iPhone",
    "curl/8.5.0, curl/8.5.0",
    "'', ''"
  })
  void saysInTwoWordsWhatABrowserIs(String userAgent, String name) {
    assertThat(BrowserName.of(userAgent)).isEqualTo(name);
  }

  @Test
  void cutsUnknownNames() {
    assertThat(BrowserName.of("x".repeat(255))).hasSize(60);
  }
}
