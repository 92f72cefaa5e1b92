package arashi.mime.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapedAddressTest {
  @ParameterizedTest
  @CsvSource({
    "ada@example.org,                     ada@example.org",
    "j\\x{F6}rg@example.org,              j\u00f6rg@example.org",
    "\\x{7528}\\x{6237}@xn--fsq.example,  \u7528\u6237@xn--fsq.example",
    "\\x{1F600}@example.org,              \ud83d\ude00@example.org",
    "\\x{110000}\\x{0A}\\x{}$1@a.example, \\x{110000}\\x{0A}\\x{}$1@a.example"
  })
  void readsLettersBeyondAscii(String escaped, String address) {
    assertThat(EscapedAddress.plain(escaped)).isEqualTo(address);
  }
}
