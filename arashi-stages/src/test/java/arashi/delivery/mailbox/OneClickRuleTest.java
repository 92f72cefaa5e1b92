package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Envelope;
import arashi.delivery.Protocol;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneClickRuleTest {
  private static final String SERVER = "mx.example.org";
  private static final String RESULTS =
      "Authentication-Results: mx.example.org; spf=pass; dkim=pass (2048 bit) header.d=shop.example"
          + " header.b=AbCd; dmarc=pass\r\n";
  private static final String SIGNATURE =
      String.join(
          "\r\n",
          "DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=k1;",
          " h=From : To : Subject : List-Unsubscribe :",
          " List-Unsubscribe-Post; bh=xx=;",
          " b=Ab Cd",
          " EfGh==",
          "");
  private static final String LIST =
      "List-Unsubscribe: <mailto:a@shop.example>, <https://shop.example/u>\r\n";
  private static final String POST = "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";

  private static boolean holds(boolean trusted, String... fields) {
    Envelope envelope =
        new Envelope(Protocol.LMTP, "192.0.2.1", "mx", false, trusted, Optional.empty(), false, 0);
    byte[] raw = (String.join("", fields) + "\r\nText\r\n").getBytes(US_ASCII);
    return OneClickRule.holds(envelope, HeaderFields.of(raw), SERVER);
  }

  @Test
  void holdsUnderASignatureOfBothFields() {
    assertThat(holds(true, RESULTS, SIGNATURE, LIST, POST)).isTrue();
    assertThat(holds(true, RESULTS.replace("header.d=", "header.i=@news."), SIGNATURE, LIST, POST))
        .isTrue();
  }

  @Test
  void holdsInMailOfTrustedClientsOnly() {
    assertThat(holds(false, RESULTS, SIGNATURE, LIST, POST)).isFalse();
  }

  @Test
  void needsAServerThatIsBelieved() {
    Envelope trusted =
        new Envelope(Protocol.LMTP, "192.0.2.1", "mx", false, true, Optional.empty(), false, 0);
    byte[] raw = (RESULTS + SIGNATURE + LIST + POST + "\r\n").getBytes(US_ASCII);

    assertThat(OneClickRule.holds(trusted, HeaderFields.of(raw), "")).isFalse();
    assertThat(OneClickRule.holds(trusted, HeaderFields.of(raw), "mx.example.net")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Authentication-Results: mx.example.org; dkim=fail header.d=shop.example\r\n",
        "Authentication-Results: mx.example.org; dkim=pass header.d=other.example\r\n",
        "Authentication-Results: mx.example.org; dkim=pass header.d=evilshop.example\r\n",
        "Authentication-Results: mx.example.org; dkim=pass\r\n",
        "Authentication-Results: mx.example.org; dkim=pass (header.d=shop.example)\r\n",
        "Authentication-Results: mx.example.org; dkim=pass reason=\"header.d=shop.example\"\r\n",
        "Authentication-Results: mx.example.org; dkim=pass header.d=shop.example header.b=zzzz\r\n",
        "Authentication-Results: mx.example.org; spf=pass (dkim=pass header.d=shop.example)\r\n"
      })
  void needsAResultThatIsOfTheSignature(String results) {
    assertThat(holds(true, results, SIGNATURE, LIST, POST)).isFalse();
  }

  @Test
  void needsAHeaderThatIsReadWhole() {
    String rest = "X-Rest: a\r\n".repeat(30_000);

    assertThat(holds(true, RESULTS, SIGNATURE, LIST, POST, rest.substring(0, 110_000))).isTrue();
    assertThat(holds(true, RESULTS, SIGNATURE, LIST, POST, rest)).isFalse();
  }

  @Test
  void manySignaturesAndResultsAreNotComparedWithEachOther() {
    String results = RESULTS.replace("\r\n", "; dkim=fail".repeat(40) + "\r\n");

    assertThat(holds(true, RESULTS, SIGNATURE.repeat(3), LIST, POST)).isTrue();
    assertThat(holds(true, RESULTS, SIGNATURE.repeat(40), LIST, POST)).isFalse();
    assertThat(holds(true, results, SIGNATURE, LIST, POST)).isFalse();
  }

  @Test
  void needsBothFieldsOnceEachAndSigned() {
    String partly = SIGNATURE.replace("List-Unsubscribe-Post", "Date");

    assertThat(holds(true, RESULTS, partly, LIST, POST)).isFalse();
    assertThat(holds(true, RESULTS, SIGNATURE, partly, LIST, POST)).as("either is meant").isFalse();
    assertThat(holds(true, RESULTS, LIST, POST)).isFalse();
    assertThat(holds(true, RESULTS, SIGNATURE, POST)).isFalse();
    assertThat(holds(true, RESULTS, SIGNATURE, LIST)).isFalse();
    assertThat(holds(true, RESULTS, LIST, SIGNATURE, LIST, POST)).isFalse();
    assertThat(holds(true, RESULTS, SIGNATURE, LIST, POST, POST)).isFalse();
    assertThat(holds(true, RESULTS, SIGNATURE, LIST, POST.replace("One", "Two"))).isFalse();
  }
}
