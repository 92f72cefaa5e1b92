package arashi.mime.address;

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
    assertThat(MailAddress.parse(text)).contains(new MailAddress(localPart, domain));
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
        "e\u00a0ve@example.net",
        "e\ud83dve@example.net",
        "eve@exam\u200bple.net",
        "eve@stra\u00dfe.example",
        "<eve@example.net>",
      })
  void refusesMalformedInput(String text) {
    assertThat(MailAddress.parse(text)).isEmpty();
  }

  @Test
  void isBounded() {
    assertThat(MailAddress.parse("e".repeat(256) + "@example.net")).isPresent();
    assertThat(MailAddress.parse("e".repeat(257) + "@example.net")).isEmpty();
    assertThat(MailAddress.parse("e@" + "a".repeat(64) + ".net")).isEmpty();
    assertThat(MailAddress.parse("e@" + "a.".repeat(127) + "net")).isEmpty();
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
    MailAddress address = MailAddress.parse(text).orElseThrow();
    assertThat(address).hasToString(written);
    assertThat(MailAddress.parse(address.toString())).contains(address);
  }

  @Test
  void isComparedWithoutCaseAndForm() {
    assertThat(new MailAddress("DU\u0308RER", "example.net").key().localPart())
        .isEqualTo("d\u00fcrer");
  }
}
