package arashi.mime.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.IDN;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Characters are written as escapes where a reader of this file could mistake them. */
class ShownTest {
  /** Whole-script look-alikes, mixed scripts, and letters that few can tell from ASCII. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0430\u0440\u0440\u04cf\u0435.com", // Cyrillic apple
        "\u0440\u0430\u0443\u0440\u0430\u04cf.com", // Cyrillic paypal
        "\u0441\u043e\u0440.example",
        "\u0455\u0441\u043e\u0440\u0435.co.uk",
        "www.\u0430\u0440\u0440\u04cf\u0435.com",
        "\u0451\u0435.com", // with a diaeresis
        "\u03bf\u03c1\u03b1\u03bf.com", // Greek
        "\u03ba\u03b1\u03b9\u03c1\u03bf.com",
        "\u0578\u057d\u0585.com", // Armenian
        "\u10ff.com", // Georgian
        "\u05d5\u05d5\u05df.com", // Hebrew
        "\u0627\u0647.com", // Arabic
        "\u0e17\u0e19\u0e1a.com", // Thai
        "\u30ce\u4e00.com", // a slash and a dash of Katakana and Han
        "google\u30ce.com",
        "google\u4e28.com",
        "p\u0430ypal.com", // Cyrillic a among Latin
        "\u043fp\u0438\u0432\u0435\u0442.com",
        "\u03b1pple.com",
        "\u4f60\u0430.com",
        "\u13e2\u13aa.com", // Cherokee
        "pa\u0131pal.com", // dotless i
        "goog\u1e37e.com", // dot below
        "\u0251pple.com", // Latin alpha
        "\u029bit.com",
        "exam\u0138le.com",
        "a\u0308\u0323pple.com"
      })
  void lettersThatCouldBeAnothersAreEncoded(String domain) {
    String encoded = IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED);

    assertThat(Shown.text("eve@" + domain)).isEqualTo("eve@" + encoded);
    assertThat(Shown.text("eve@" + encoded)).isEqualTo("eve@" + encoded);
    assertThat(MailDomain.isDeceptive("eve@" + encoded)).isTrue();
    assertThat(MailDomain.written("eve@" + domain)).isEqualTo("eve@" + encoded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "b\u00fccher.example",
        "m\u00fcller-l\u00fcdenscheidt.de",
        "caf\u00e9.fr",
        "\u00f8resund.dk",
        "\u0142\u00f3d\u017a.pl",
        "t\u00fcrk\u015fekeri.com.tr",
        "vi\u1ec7tnam.vn",
        "\u043f\u0440\u0438\u043c\u0435\u0440.com", // Russian
        "\u043c\u043e\u0441\u043a\u0432\u0430.\u0440\u0444",
        "\u0441\u043e\u0440\u043e\u043a\u0430.\u0440\u0444", // like Latin, below a Cyrillic domain
        "\u03c0\u03b1\u03c1\u03ac\u03b4\u03b5\u03b9\u03b3\u03bc\u03b1.gr", // Greek
        "\u0570\u0561\u0575\u0561\u057d\u057f\u0561\u0576.am", // Armenian
        "\u05d3\u05d5\u05d2\u05de\u05d4.co.il", // Hebrew
        "\u0645\u062b\u0627\u0644.example", // Arabic
        "\u0909\u0926\u093e\u0939\u0930\u0923.in", // Hindi
        "\u0e15\u0e31\u0e27\u0e2d\u0e22\u0e48\u0e32\u0e07.th", // Thai
        "\u4f8b\u5b50.cn", // Chinese
        "\u4f8b\u3048.jp", // Han and Hiragana
        "\u30b5\u30f3\u30d7\u30eb.jp", // Katakana
        "\u30b5\u30fc\u30d3\u30b9.jp", // with a long vowel
        "\u65e5\u672cgoogle.jp", // Han and Latin
        "shop\u3055\u304f\u3089.jp",
        "\uc608\uc2dc.kr", // Korean
        "123\u043f\u0440\u0438\u0432\u0435\u0442.com"
      })
  void lettersOfOneLanguageAreShown(String domain) {
    String encoded = IDN.toASCII(domain, IDN.ALLOW_UNASSIGNED);

    assertThat(Shown.text("eve@" + encoded)).isEqualTo("eve@" + domain);
    assertThat(Shown.text("eve@" + domain)).isEqualTo("eve@" + domain);
    assertThat(MailDomain.isDeceptive("eve@" + encoded)).isFalse();
    assertThat(MailDomain.written("eve@" + domain)).isEqualTo("eve@" + domain);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x180F, 0x200B,
        0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E,
        0x2060, 0x2061, 0x2064, 0x2065, 0x2066, 0x2067, 0x2068, 0x2069, 0x206A, 0x206F, 0x2800,
        0x3164, 0xFE00, 0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0xFFF9, 0xFFFB, 0x1BCA0, 0x1D173,
        0x1D17A, 0xE0000, 0xE0001, 0xE0061, 0xE007F, 0xE0100, 0xE01EF, 0xE0FFF, 0x85, 0x9F, 0xE000
      })
  void whatIsInvisibleHasAMark(int c) {
    String hidden = Character.toString(c);
    String mark = String.format("[U+%04X]", c);

    assertThat(Shown.text("Pay" + hidden + "Pal")).isEqualTo("Pay" + mark + "Pal");
    assertThat(Shown.text("ada" + hidden + "@example.org"))
        .isEqualTo("ada" + mark + "@example.org");
    assertThat(Shown.text("ada@exa" + hidden + "mple.org"))
        .isEqualTo("ada@exa" + mark + "mple.org");
    assertThat(Shown.text("PayPal" + hidden)).isEqualTo("PayPal" + mark);
    assertThat(Shown.text(hidden + "PayPal")).isEqualTo(mark + "PayPal");
    assertThat(Invisible.removed("Pay" + hidden + "Pal")).isEqualTo("PayPal");
  }

  /** Joiners and selectors that writing needs stay as they are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Ada Lovelace",
        "J\u00f6rg \u00c5ngstr\u00f6m",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", // Persian
        "\u0915\u094d\u200d\u0937", // Hindi
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3", // Sinhala
        "Ada \u2764\ufe0f",
        "\ud83d\udc69\u200d\ud83d\udcbb Ada",
        "\ud83d\udc68\ud83c\udffd\u200d\ud83d\udd27",
        "\ud83c\udff3\ufe0f\u200d\ud83c\udf08",
        "1\ufe0f\u20e3",
        "\u5c71\u7530\u3000\u592a\u90ce",
        "Ada\u00a0Lovelace"
      })
  void whatWritingNeedsStays(String name) {
    assertThat(Shown.text(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Apple <id@xn--80ak6aa92e.com> | Apple <id@xn--80ak6aa92e.com>",
        "id@\u0430\u0440\u0440\u04cf\u0435.com (Apple) | id@xn--80ak6aa92e.com (Apple)",
        "'a@xn--bcher-kva.example, b@\u0430\u0440\u0440\u04cf\u0435.com' | a@b\u00fccher.example, b@xn--80ak6aa92e.com",
        "ada@exa\u00a0mple.org | ada@exa[U+00A0]mple.org",
        "a\u200b\u200b\u200bb | a[U+200B]b",
        "id@paypal.com\u2044x.example | id@paypal.com[U+2044]x.example",
        "id@paypal\u3002com | id@paypal[U+3002]com",
        "id@\u0430\u200b.com | id@[U+0430][U+200B].com",
        "'\"a b\"@xn--bcher-kva.example' | \"a b\"@b\u00fccher.example",
        "id@.\u0430\u0440\u0440\u04cf\u0435..com | id@.[U+0430][U+0440][U+0440][U+04CF][U+0435]..com"
      })
  void addressesWithinATextAreFound(String text, String shown) {
    assertThat(Shown.text(text)).isEqualTo(shown);
  }

  @Test
  void manyMarksAreFew() {
    String hidden = "\u200b\u200c".repeat(10_000);

    assertThat(Shown.text("a" + hidden + "b")).hasSizeLessThan(100);
    assertThat(Shown.text(null)).isNull();
  }
}
