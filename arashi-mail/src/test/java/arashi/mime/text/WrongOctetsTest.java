package arashi.mime.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A declared charset is believed although some octets are not of it. */
class WrongOctetsTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          utf-8        | Grüße aus Köln und München, schöne Tage in Österreich      | ff fe
          utf-8        | Žluťoučký kůň úpěl ďábelské ódy, příliš                    | c3 c3
          utf-8        | Съешь же ещё этих мягких французских булок                 | e0 ff 80
          utf-8        | 今日はとても良い天気ですね。明日もきっと晴れるでしょう。   | ff ff ff
          utf-8        | Grüße und Küsse, schöne Ostern                             | e4
          windows-1253 | Καλημέρα σας, τι κάνετε σήμερα; Ελπίζω να είστε καλά       | d2 aa
          iso-8859-7   | Καλημέρα σας, τι κάνετε σήμερα; Ελπίζω να είστε καλά       | d2 ff
          windows-1255 | שלום לכולם, מה שלומכם היום? אני מקווה שאתם בסדר גמור        | d9 ff
          windows-1257 | Žąsų skridimas į šiltus kraštus, ačiū už ąžuolą             | a1 a5
          tis-620      | สวัสดีครับ วันนี้อากาศดีมาก ผมหวังว่าคุณสบายดี             | fc fd
          gb2312       | 今天天气很好，我们一起去公园散步吧，明天也许会下雨。       | ff 20 ff 20
          big5         | 今天天氣很好，我們一起去公園散步吧，明天也許會下雨。       | ff 20 ff 20
          shift_jis    | 今日はとても良い天気ですね。明日もきっと晴れるでしょう。   | ff 20 fd 20
          euc-jp       | 今日はとても良い天気ですね。明日もきっと晴れるでしょう。   | ff 20 ff 20
          euc-kr       | 오늘은 날씨가 아주 좋습니다. 내일도 아마 맑을 것입니다.    | ff 20 ff 20
          """)
  void believesTheDeclaredCharset(String charset, String text, String wrong) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes((text + " ").getBytes(Charset.forName(charset)));
    bytes.writeBytes(HexFormat.ofDelimiter(" ").parseHex(wrong));
    bytes.writeBytes((" " + text).getBytes(Charset.forName(charset)));

    CharsetRescue.Decoded decoded = CharsetRescue.decode(bytes.toByteArray(), charset, false);

    assertThat(decoded.text()).startsWith(text + " ").endsWith(" " + text);
    assertThat(decoded.guessed()).isFalse();
    assertThat(decoded.lossy()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          utf-8        | windows-1251 | Съешь же ещё этих мягких французских булок, да выпей чаю
          utf-8        | windows-1252 | Grüße aus Köln
          gb2312       | windows-1251 | Съешь же ещё этих мягких французских булок, да выпей чаю
          euc-kr       | big5         | 今天天氣很好，我們一起去公園散步吧，明天也許會下雨。
          """)
  void doesNotBelieveADeclaredCharsetThatFitsNothing(String charset, String real, String text) {
    byte[] bytes = text.getBytes(Charset.forName(real));

    CharsetRescue.Decoded decoded = CharsetRescue.decode(bytes, charset, false);

    assertThat(decoded.guessed()).isTrue();
    assertThat(decoded.lossy()).isFalse();
  }
}
