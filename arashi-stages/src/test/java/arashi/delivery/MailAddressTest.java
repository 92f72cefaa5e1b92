package arashi.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailAddressTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "eve@example.net | eve | example.net",
        "Eve.Smith+x=y@EXAMPLE.Net | Eve.Smith+x=y | example.net",
        "\"eve smith\"@example.net | eve smith | example.net",
        "\"a@b> c\"@example.net | a@b> c | example.net",
        "\"a\\\"b\\\\c\"@example.net | a\"b\\c | example.net",
        "\"eve\"@example.net | eve | example.net",
        "eve@[192.0.2.1] | eve | [192.0.2.1]",
        "eve@[IPv6:2001:DB8::25] | eve | [ipv6:2001:db8::25]",
        "eve@[IPv6:::ffff:192.0.2.1] | eve | [ipv6:::ffff:192.0.2.1]",
        "eve@localhost | eve | localhost",
        "δοκιμή@παράδειγμα.example | δοκιμή | xn--hxajbheg2az3al.example",
        "eve@Bücher.example | eve | xn--bcher-kva.example",
      })
  void readsMailboxes(String text, String localPart, String domain) {
    assertThat(MailAddress.parse(text, true)).contains(new MailAddress(localPart, domain));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@",
        "eve",
        "eve@",
        "@example.net",
        ".eve@example.net",
        "eve.@example.net",
        "e..ve@example.net",
        "eve smith@example.net",
        "ad\"a@example.net",
        "\"ada@example.net",
        "\"\"@example.net",
        "\"ada\"x@example.net",
        "\"a\u0001\"@example.net",
        "eve@example..net",
        "eve@.example.net",
        "eve@example.net.",
        "eve@-example.net",
        "eve@exam ple.net",
        "eve@example.net>",
        "eve@[192.0.2]",
        "eve@[192.0.2.256]",
        "eve@[IPv6:x]",
        "eve@[example.net]",
        "e\u0085ve@example.net",
        "e\u202eve@example.net",
        "<eve@example.net>",
      })
  void refusesMalformedInput(String text) {
    assertThat(MailAddress.parse(text, true)).isEmpty();
  }

  @Test
  void takesLettersBeyondAsciiOnlyWithSmtputf8() {
    assertThat(MailAddress.parse("dürer@example.net", false)).isEmpty();
    assertThat(MailAddress.parse("eve@bücher.example", false)).isEmpty();
    assertThat(MailAddress.parse("eve@xn--bcher-kva.example", false)).isPresent();
  }

  @Test
  void isBounded() {
    assertThat(MailAddress.parse("e".repeat(256) + "@example.net", false)).isPresent();
    assertThat(MailAddress.parse("e".repeat(257) + "@example.net", false)).isEmpty();
    assertThat(MailAddress.parse("e@" + "a".repeat(64) + ".net", false)).isEmpty();
    assertThat(MailAddress.parse("e@" + "a.".repeat(127) + "net", false)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "eve@example.net | eve@example.net",
        "\"eve\"@example.net | eve@example.net",
        "\"eve smith\"@example.net | \"eve smith\"@example.net",
        "\"a\\\"b\\\\c\"@example.net | \"a\\\"b\\\\c\"@example.net",
        "\".eve\"@example.net | \".eve\"@example.net",
      })
  void isWrittenWithQuotesWhereItHasTo(String text, String written) {
    MailAddress address = MailAddress.parse(text, false).orElseThrow();
    assertThat(address).hasToString(written);
    assertThat(MailAddress.parse(address.toString(), false)).contains(address);
  }

  @Test
  void isComparedWithoutCaseAndForm() {
    assertThat(new MailAddress("DU\u0308RER", "example.net").folded()).isEqualTo("d\u00fcrer");
  }
}
