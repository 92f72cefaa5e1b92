package arashi.delivery.mailbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Envelope;
import arashi.delivery.Protocol;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a sender can write to claim a result that the server did not give: all syntax of RFC 8601,
 * RFC 5322, 3.2 and RFC 6376, 3.5. Each forged row has a genuine one that differs in the syntax
 * alone. In the rows {@code ^} ends a line (CRLF), {@code ~} is NUL, and {@code A-R} and {@code mx}
 * stand for the name of the field and the server's id.
 */
class ForgedClaimsTest {
  private static final String SERVER = "mx.example.org";
  private static final String SIGNATURE =
      "DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; s=k1;"
          + " h=From:List-Unsubscribe:List-Unsubscribe-Post; bh=xx=; b=AbCdEfGh==\r\n";
  private static final String LIST =
      String.join(
          "\r\n",
          "List-Unsubscribe: <https://shop.example/u>",
          "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
          "");

  private static final Envelope TRUSTED =
      new Envelope(Protocol.LMTP, "192.0.2.1", "mx", false, true, Optional.empty(), false, 0);

  private static HeaderFields header(String row) {
    String fields = row.replace("A-R:", "Authentication-Results:").replace("mx", SERVER);
    String lines = fields.replace("^", "\r\n").replace('~', '\0').replace("sig@", SIGNATURE);
    String own = row.contains("sig@") ? "" : SIGNATURE;
    return HeaderFields.of((lines + "\r\n" + own + LIST + "\r\nText\r\n").getBytes(ISO_8859_1));
  }

  private static boolean offers(String row) {
    return OneClickRule.holds(TRUSTED, header(row), SERVER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // quoted strings and quoted pairs
        "A-R: mx; spf=fail smtp.mailfrom=\"a\\\"; dkim=pass header.d=shop.example; x=\\\"\"@evil.example",
        "A-R: mx; spf=fail smtp.mailfrom=\"\\\\\\\"; dkim=pass header.d=shop.example; x=y\"@evil.example",
        "A-R: mx; spf=fail smtp.mailfrom=\"; dkim=pass header.d=shop.example\"@evil.example",
        "A-R: mx; dkim=pass header.d=evil.example header.i=\"\\\" header.d=shop.example\"@evil.example",
        "A-R: mx; dkim=pass reason=\"\\\" header.d=shop.example\" header.d=evil.example",
        "A-R: mx; dkim=pass reason = \"\\\"\" header.i=\"\\\"@shop.example\"@evil.example",
        "A-R: mx; dkim=pass header.i=\"@shop.example \"@evil.example",
        "A-R: mx; dkim=pass header.s=\"header.d=shop.example\" header.d=evil.example",
        "A-R: mx; spf=fail smtp.mailfrom=\"a\"; dkim=pass header.d=shop.example; x=\"@evil.example",
        "A-R: mx; spf=fail smtp.mailfrom=a\\; dkim=pass header.d=shop.example",
        "A-R: mx; dkim=\"pass\" header.d=shop.example",
        "A-R: mx; \"dkim=pass\" header.d=shop.example",
        "A-R: mx; dkim=pass\"\" header.d=shop.example",
        // comments
        "A-R: mx; spf=fail (; dkim=pass header.d=shop.example)",
        "A-R: mx; spf=fail (a \\) ; dkim=pass header.d=shop.example ; b)",
        "A-R: mx; spf=fail (a (b) ; dkim=pass header.d=shop.example ; c)",
        "A-R: mx; spf=fail (a \\( b) ; x=y (\\) ; dkim=pass header.d=shop.example)",
        "A-R: mx; spf=fail (a \" b) ; x=y (\"; dkim=pass header.d=shop.example)",
        "A-R: mx; spf=fail (a; dkim=pass header.d=shop.example",
        "A-R: mx; spf=fail a); dkim=pass header.d=shop.example",
        "A-R: mx; dkim=pass (\\\") header.d=evil.example (\" header.d=shop.example)",
        "A-R: mx; dkim=pass ((header.d=shop.example) header.d=shop.example)",
        "A-R: mx; dkim=fail (x) header.d=shop.example (; dkim=pass header.d=shop.example)",
        "A-R: mx; dkim=fail reason=\"(\" header.i=\")\"@x; x=\"dkim=pass header.d=shop.example\"",
        // folded lines
        "A-R: mx; spf=fail smtp.mailfrom=\"a^ ; dkim=pass header.d=shop.example^ \"@evil.example",
        "A-R: mx; spf=fail (a^ ; dkim=pass header.d=shop.example)",
        "A-R: evil.example;^ mx; dkim=pass header.d=shop.example",
        "X-A-R: mx; dkim=pass header.d=shop.example",
        "Subject: a\rA-R: mx; dkim=pass header.d=shop.example",
        // the id
        "A-R: evil.example; mx; dkim=pass header.d=shop.example",
        "A-R: (mx;) evil.example; dkim=pass header.d=shop.example",
        "A-R: \"mx\"; dkim=pass header.d=shop.example",
        "A-R: \"m\\x.example.org\"; dkim=pass header.d=shop.example",
        "A-R: mx.; dkim=pass header.d=shop.example",
        "A-R: a.mx; dkim=pass header.d=shop.example",
        "A-R: mx.evil.example; dkim=pass header.d=shop.example",
        "A-R: mx/evil.example; dkim=pass header.d=shop.example",
        "A-R: mx@evil.example; dkim=pass header.d=shop.example",
        "A-R: =?utf-8?q?mx?=; dkim=pass header.d=shop.example",
        "A-R: ; mx; dkim=pass header.d=shop.example",
        "A-R: mx dkim=pass header.d=shop.example",
        "A-R: mx\u00a0; dkim=pass header.d=shop.example",
        "A-R: mx\u00ad; dkim=pass header.d=shop.example",
        "A-R: mx~; dkim=pass header.d=shop.example",
        // versions
        "A-R: mx 2; dkim=pass header.d=shop.example",
        "A-R: mx 11; dkim=pass header.d=shop.example",
        "A-R: mx 1 2; dkim=pass header.d=shop.example",
        "A-R: mx; dkim/2=pass header.d=shop.example",
        // methods, results and properties
        "A-R: mx; x-dkim=pass header.d=shop.example",
        "A-R: mx; dkim-adsp=pass header.d=shop.example",
        "A-R: mx; dkim=passed header.d=shop.example",
        "A-R: mx; dkim=pass-not header.d=shop.example",
        "A-R: mx; dkim=pass.header.d=shop.example",
        "A-R: mx; dkim=fail dkim=pass header.d=shop.example",
        "A-R: mx; dkim=fail =pass header.d=shop.example",
        "A-R: mx; spf=pass dkim=pass header.d=shop.example",
        "A-R: mx; dkim=pass x.header.d=shop.example",
        "A-R: mx; dkim=pass xheader.d=shop.example",
        "A-R: mx; dkim=pass header.dd=shop.example",
        "A-R: mx; dkim=pass header.d=evil.example/header.d=shop.example",
        "A-R: mx; dkim=pass header.d=evil.example header.d=shop.example",
        "A-R: mx; dkim=pass header.d=shop.example header.d=evil.example",
        "A-R: mx; dkim=pass header.d=evil.example header.i=@shop.example",
        "A-R: mx; dkim=pass header.i=@shop.example@evil.example",
        "A-R: mx; dkim=pass header.i=@shop.example header.i=@evil.example",
        "A-R: mx; dkim=pass header.d=shop.example. header.d=evil.example",
        "A-R: mx; dkim=pass header.d=shop.example.evil.example",
        "A-R: mx; dkim=pass header.d=shop.example@evil.example",
        "A-R: mx; dkim=pass header.d=shop.example\u00ad",
        "A-R: mx; dkim=pass header.d==?utf-8?q?shop.example?=",
        "A-R: mx; =?utf-8?q?dkim=3Dpass?= header.d=shop.example",
        "A-R: mx; dkim=pass header.d=shop.example~.evil.example",
        "A-R: mx; spf=pass smtp.helo=~; dkim=pass header.d=shop.example",
        // several results and fields
        "A-R: mx; dkim=fail header.d=shop.example; dkim=pass header.d=evil.example",
        "A-R: mx; dkim=pass header.d=shop.example header.b=AbCdEfGh; dkim=fail header.d=shop.example header.b=AbCdEfGh",
        "A-R: mx; dkim=pass header.d=shop.example header.b=AbCd header.b=zzzz",
        "A-R: mx; dkim=pass header.d=shop.example header.b=zzzz",
        "A-R: mx; dkim=fail header.d=shop.example^A-R: evil.example; dkim=pass header.d=shop.example",
        "A-R: mx; dkim=fail^Received: from evil.example by mx^A-R: mx; dkim=pass header.d=shop.example",
        "Received: from a by mx^A-R: mx; none^Received: from b by a^A-R: mx; dkim=pass header.d=shop.example",
        "ARC-A-R: i=1; mx; dkim=pass header.d=shop.example",
        // signatures that readers could take differently
        "A-R: mx; dkim=pass header.d=shop.example^DKIM-Signature: d=shop.example; h=From; b=AbCdEfGh",
        "A-R: mx; dkim=pass header.d=shop.example header.b=AbCdEfGh^DKIM-Signature: d=shop.example; d=x; h=From; b=AbCdEfGh",
        "A-R: mx; dkim=pass header.d=shop.example^sig@DKIM-Signature: d=shop.example; h=From:Date; b=AbCdEfGh",
        "A-R: mx; dkim=pass header.d=a.shop.example"
      })
  void aForgedClaimIsNotBelieved(String row) {
    assertThat(offers(row)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A-R: mx; dkim=pass header.d=shop.example",
        "A-R: MX.Example.org; DKIM=Pass Header.D=SHOP.example",
        "A-R:mx;dkim=pass header.d=shop.example;",
        "A-R: mx; spf=fail smtp.mailfrom=\"a\\\"; b\"@evil.example; dkim=pass header.d=shop.example",
        "A-R: mx; spf=fail smtp.mailfrom=\"a\\\\\"@evil.example; dkim=pass header.d=shop.example",
        "A-R: mx; spf=fail (a \\) ; dkim=fail (b)) ; dkim=pass header.d=shop.example",
        "A-R: mx; dkim=pass (2048 bit (rsa; \"x) ) header.d=shop.example (\\()",
        "A-R: (a) mx (b) 1 (c) ; (d) dkim (e) / (f) 1 (g) = (h) pass (i) header (j) . (k) d (l) = (m) shop.example (n)",
        "A-R:^ mx;^\tdkim=pass^ header.d=shop.example^ ",
        "A-R: mx 1; dkim=pass header.d=shop.example",
        "A-R: mx; dkim/1=pass header.d=shop.example",
        "A-R: mx; dkim=pass reason=\"good; (\\\"signature\" header.d=shop.example",
        "A-R: mx; dkim=pass reason=good header.d=\"shop.example\"",
        "A-R: mx; dkim=pass header.i=\"a b@x\"@news.shop.example",
        "A-R: mx; dkim=pass header.d=shop.example header.i=@shop.example header.b=\"AbCd\"",
        "A-R: mx; dkim=pass header.d=shop.example header.b=AbCdEfGh header.a=rsa-sha256",
        "A-R: mx; spf=pass smtp.mailfrom=; dkim=pass header.d=shop.example; dmarc=pass action=none header.from=shop.example",
        "A-R: mx; spf=pass smtp.mailfrom=<>; dkim=pass header.d=shop.example",
        "A-R: mx; spf=pass smtp.mailfrom=j\u00c3\u00b6rg@x.example; dkim=pass header.d=shop.example",
        "A-R: mx; dkim=fail header.d=evil.example; dkim=pass header.d=shop.example",
        "A-R: mx; dkim=fail header.d=shop.example header.b=zzzz; dkim=pass header.d=shop.example header.b=AbCd",
        "A-R: mx; spf=pass^A-R: mx; dkim=pass header.d=shop.example^A-R: evil.example; dkim=fail",
        "Received: from x by mx^A-R: mx; dkim=pass header.d=shop.example^Received: from y by x",
        "Received: from z^Received: from y^A-R: mx; dkim=pass header.d=shop.example",
        "A-R: mx; dkim=pass header.d=shop.example^DKIM-Signature: d=other.example; h=From; b=AbCd"
      })
  void aGenuineClaimIsBelieved(String row) {
    assertThat(offers(row)).isTrue();
  }
}
