package arashi.mime.parse;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.Mailbox;
import arashi.mime.text.CharsetRescue;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTest {
  private static String text(String header) {
    return HeaderText.decode(header.getBytes(StandardCharsets.UTF_8), "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          =?utf-8?Q?a_b=C3=A4?=                          | a bä
          =?UTF-8?B?w6TDtg?=                             | äö
          =?utf-8?b?w6Q=?= =?UTF-8?B?w7Y=?=              | äö
          =?utf-8?Q?=C3?= =?utf-8?Q?=A4?=                | ä
          x =?utf-8?Q?y?= z                              | x y z
          =?iso-8859-1?Q?=80?=                           | €
          =?utf-8*en?Q?=C3=A4?=                          | ä
          =?x-unknown?Q?=C3=A4?=                         | ä
          =?utf-8?Q?a b c?=                              | a b c
          =?utf-8?Q?a=?=                                 | a=
          =?utf-8?Q?what??=                              | what?
          =?utf-8?Q?cut_off                              | cut off
          "=?utf-8?Q?q?="                                | "q"
          =?utf-8?X?q?=                                  | =?utf-8?X?q?=
          =?=?=?                                         | =?=?=?
          =?gb2312?B?1tDOxA==?=                          | 中文
          =?iso-2022-jp?B?GyRCRnxLXBsoQg==?=             | 日本
          =?utf-8?Q?a?==?utf-8?Q?b?=                     | ab
          """)
  void decodesEncodedWords(String header, String expected) {
    assertThat(text(header)).isEqualTo(expected);
  }

  @Test
  void decodesRawEightBitText() {
    assertThat(text("Grüße")).isEqualTo("Grüße");
    byte[] cyrillic = "Привет, как дела".getBytes(Charset.forName("koi8-r"));
    assertThat(HeaderText.decode(cyrillic, "koi8-r")).isEqualTo("Привет, как дела");
    assertThat(text("a\r\n b\u0000\u0007c")).isEqualTo("a bc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ada@x.example                              | ada@x.example
          Ada Lovelace <ada@x.example>               | Ada Lovelace <ada@x.example>
          "Lovelace, Ada" <ada@x.example>            | Lovelace, Ada <ada@x.example>
          ada@x.example (Ada)                        | Ada <ada@x.example>
          Ünal Öz <u@x.example>, b@x.example         | Ünal Öz <u@x.example> + b@x.example
          =?utf-8?Q?Love=2C_Ada?= <ada@x.example>    | Love, Ada <ada@x.example>
          "=?utf-8?Q?Love=22=2C?=" <ada@x.example>   | Love", <ada@x.example>
          a@x.example; b@x.example                   | a@x.example + b@x.example
          Team: a@x.example, B <b@x.example>;        | a@x.example + B <b@x.example>
          undisclosed-recipients:;                   | undisclosed-recipients
          Ada <ada@x.example                         | Ada <ada@x.example>
          "Ada <ada@x.example>                       | Ada <ada@x.example>
          ada@x.example <ada@x.example>              | ada@x.example
          <<ada@x.example>>                          | ada@x.example
          Ada Lovelace ada@x.example                 | Ada Lovelace <ada@x.example>
          <@relay.example:ada@x.example>             | ada@x.example
          'Ada' <ada@x.example>                      | Ada <ada@x.example>
          a@x.example, , <>, b@x.example             | a@x.example + b@x.example
          root                                       | root
          "odd local"@x.example                      | "odd local"@x.example
          "a @b, c"@x.example, d@x.example           | "a @b, c"@x.example + d@x.example
          "a\\"b"@x.example                           | "a\\"b"@x.example
          Ada <"a,b"@x.example>, d@x.example         | Ada <"a,b"@x.example> + d@x.example
          <"a(b)>;<c"@x.example>, d@x.example        | "a(b)>;<c"@x.example + d@x.example
          <a"@x.example>, "B" <b@x.example>          | a"@x.example + B <b@x.example>
          =?utf-8?Q?N_<n@x.example>,_M_<m@x.example>?= | N <n@x.example> + M <m@x.example>
          =?utf-8?Q?n@x.example,_m@x.example?=       | n@x.example + m@x.example
          =?utf-8?Q?N_<n@x.example>,_M?= <m@x.example> | N <n@x.example>, M <m@x.example>
          =?utf-8?Q?N_<n@x.example>?=, b@x.example   | N <n@x.example> + b@x.example
          "N <n@x.example>, M" <m@x.example>         | N <n@x.example>, M <m@x.example>
          """)
  void readsAddresses(String header, String expected) {
    assertThat(HeaderText.mailboxes(header, 100))
        .extracting(Mailbox::toString)
        .containsExactly(expected.split(" \\+ ", -1));
  }

  @Test
  void boundsTheNumberOfAddresses() {
    assertThat(HeaderText.mailboxes("a@b,".repeat(1_000), 7)).hasSize(7);
    assertThat(HeaderText.mailboxes("a@b ".repeat(1_000), 7)).hasSize(7);
    assertThat(HeaderText.mailboxes("a@b (Bo)", 1)).containsExactly(new Mailbox("Bo", "a@b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a/b; name=plain.txt                                   | plain.txt
          a/b; name="two words.txt"                             | two words.txt
          a/b; NAME = "q\\"uote.txt" ; x=y                      | q"uote.txt
          a/b; name*=utf-8''%C3%A4.txt                          | ä.txt
          a/b; name*0="long"; name*1=".txt"                     | long.txt
          a/b; name*0*=utf-8'en'%C3; name*1*=%A4; name*2=.txt   | ä.txt
          a/b; name*1=b; name*0=a                               | ab
          a/b; name=old.txt; name*=utf-8''new.txt               | new.txt
          a/b; name="=?utf-8?B?w6Q=?=.txt"                      | ä.txt
          a/b; name*=iso-8859-1''%E4                            | ä
          a/b; name*=bogus''%C3%A4                              | ä
          a/b; name="unclosed                                   | unclosed
          a/b; name="C:\\dir\\file"                             | C:\\dir\\file
          a/b (comment); name=x                                 | x
          a/b; name=a=b                                         | a=b
          """)
  void readsParameters(String header, String expected) {
    HeaderParameters parameters = HeaderParameters.parse(header.replace("\\\\", "\\"));
    assertThat(parameters.value()).isEqualTo("a/b");
    assertThat(parameters.get("name")).isEqualTo(expected.replace("\\\\", "\\"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Tue, 5 Mar 2024 10:00:00 +0100            | 2024-03-05T09:00:00Z
          5 Mar 2024 10:00 +0100                    | 2024-03-05T09:00:00Z
          Tue, 05 Mar 24 10:00:00 GMT               | 2024-03-05T10:00:00Z
          Tue, 5 Mar 2024 10:00:00 -0500 (EST)      | 2024-03-05T15:00:00Z
          Tue, 5 Mar 2024 10:00:00 EST              | 2024-03-05T15:00:00Z
          Tue Mar  5 10:00:00 2024                  | 2024-03-05T10:00:00Z
          Tue Mar 5 10:00:00 PST 2024               | 2024-03-05T18:00:00Z
          Tue,5-Mar-2024 10:00:00                   | 2024-03-05T10:00:00Z
          2024-03-05T10:00:00.123Z                  | 2024-03-05T10:00:00Z
          2024-03-05 10:00:00+01:00                 | 2024-03-05T09:00:00Z
          March 5, 2024 10:00:00 PM                 | 2024-03-05T22:00:00Z
          Tue, 5 Mar 0102 10:00:00 +0000            | 2002-03-05T10:00:00Z
          Tue, 5 Mar 2024 23:59:60 +0000            | 2024-03-05T23:59:59Z
          Tue, 5 Mar 2024 10:00:00 +9999            | 2024-03-05T10:00:00Z
          Tue, 5 Mar 99 10.00.00 +0000              | 1999-03-05T10:00:00Z
          """)
  void readsDates(String header, String expected) {
    assertThat(MailDate.parse(header)).map(Object::toString).contains(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          yesterday
          Tue, 31 Feb 2024 10:00:00 +0000
          Thu, 1 Jan 1970 00:00:00 +0000
          Tue, 5 Mar 9999 10:00:00 +0000
          Tue, 5 Mar 2024 10:99:00 +0000
          12345678901234567890
          """)
  void refusesAbsurdDates(String header) {
    assertThat(MailDate.parse(header)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          utf-8       | utf-8           | Grüße, 中文
          iso-8859-1  | windows-1252    | “Grüße” €
          us-ascii    | utf-8           | Grüße
          ''          | utf-8           | Grüße
          gb2312      | gb18030         | 中文字符
          cp932       | windows-31j     | 日本語①
          x-sjis      | windows-31j     | 日本語
          ks_c_5601   | x-windows-949   | 한국어
          default_charset | utf-8       | Grüße
          unknown-8bit | windows-1252   | Grüße
          utf-8       | windows-1252    | Grüße aus Köln
          x-utf-8     | utf-8           | Grüße
          big5        | big5            | 繁體中文
          koi8-r      | koi8-r          | Привет
          """)
  void rescuesCharsets(String declared, String actual, String text) {
    byte[] bytes = text.getBytes(Charset.forName(actual));
    assertThat(CharsetRescue.decode(bytes, declared, false).text()).isEqualTo(text);
  }

  @Test
  void decodesUtf7() {
    byte[] bytes = "Hi +AOQ- 1 +- 1 +ZeVnLA".getBytes(StandardCharsets.US_ASCII);
    assertThat(CharsetRescue.decode(bytes, "utf-7", false).text()).isEqualTo("Hi ä 1 + 1 日本");
  }

  @Test
  void cutsWithinACharacter() {
    byte[] bytes = java.util.Arrays.copyOf("ää".getBytes(StandardCharsets.UTF_8), 3);
    var decoded = CharsetRescue.decode(bytes, "utf-8", true);
    assertThat(decoded.text()).isEqualTo("ä");
    assertThat(decoded.guessed()).isFalse();
  }

  /** A guess costs as much as a kilobyte of text, and a word of seven letters can request one. */
  @ParameterizedTest
  @ValueSource(strings = {"x-none", "utf-8", "x%d"})
  void aFieldCostsFewGuessesHoweverManyWordsItHas(String charset) {
    StringBuilder field = new StringBuilder();
    for (int n = 0; n < 3_000; n++) {
      field.append("=?").append(charset.formatted(n)).append("?q?gr=FC=DFe?= z ");
    }
    CharsetRescue.Guesses guesses = new CharsetRescue.Guesses();
    String text = HeaderText.decodeText(field.toString(), guesses);
    assertThat(guesses.made()).isEqualTo(8);
    assertThat(text).isEqualTo("gr\u00fc\u00dfe z ".repeat(3_000));
  }

  /** A second space only makes a date unusual, so the general reader parses it. */
  @Test
  void readsUsualDatesAsTheGeneralReaderDoes() {
    Random random = new Random(5322);
    List<String> months = List.of("Jan", "Feb", "Mar", "Jun", "Sep", "Dec", "Foo", "Mai");
    for (int n = 0; n < 5_000; n++) {
      String usual =
          String.format(
              Locale.ROOT,
              "%s%d %s %04d %02d:%02d:%02d %s%02d%02d%s",
              random.nextBoolean() ? "Fri, " : "",
              random.nextInt(33),
              months.get(random.nextInt(months.size())),
              random.nextInt(8) == 0 ? random.nextInt(3_000) : 1970 + random.nextInt(60),
              random.nextInt(26),
              random.nextInt(61),
              random.nextInt(62),
              random.nextBoolean() ? "+" : "-",
              random.nextInt(16),
              random.nextInt(4) == 0 ? random.nextInt(70) : 30,
              random.nextInt(4) == 0 ? " (CET)" : "");
      String unusual = usual.replaceFirst("(\\d) ", "$1  ");

      assertThat(MailDate.parse(usual)).as(usual).isEqualTo(MailDate.parse(unusual));
    }
  }
}
