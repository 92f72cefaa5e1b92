package arashi.mime.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Charset names in mail (IANA, WHATWG), including charsets that the platform lacks. */
class CharsetNamesTest {
  private static CharsetRescue.Decoded decode(byte[] bytes, String charset) {
    return CharsetRescue.decode(bytes, charset, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ibm866       | Ж       | 866 cp866 csibm866 IBM866
          iso-8859-2   | łž      | csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
          iso-8859-3   | ħ       | csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3:1988 l3 latin3
          iso-8859-4   | ķ       | csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4:1988 l4 latin4
          iso-8859-5   | Жж      | csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5:1988
          iso-8859-6   | عيب     | arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6:1987
          iso-8859-7   | αβγ     | csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7:1987 sun_eu_greek
          iso-8859-8   | שלום    | csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical
          iso-8859-13  | ų       | iso-8859-13 iso8859-13 iso885913
          iso-8859-15  | €œ      | csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 Latin-9
          iso-8859-16  | ș       | iso-8859-16
          koi8-r       | Привет  | cskoi8r koi koi8 koi8-r koi8_r
          koi8-u       | Їжак    | koi8-ru koi8-u
          x-macroman   | Grüße   | csmacintosh mac macintosh x-mac-roman MACINTOSH
          x-maccyrillic | Привет | x-mac-cyrillic x-mac-ukrainian
          windows-874  | ไทย     | dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
          windows-1250 | łž      | cp1250 windows-1250 x-cp1250
          windows-1251 | Привет  | cp1251 windows-1251 x-cp1251
          windows-1252 | “ü”     | cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 windows-1252 x-cp1252 ISO-8859-1
          windows-1253 | αβγ     | cp1253 windows-1253 x-cp1253
          windows-1254 | ğış     | cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254
          windows-1255 | שלום    | cp1255 windows-1255 x-cp1255
          windows-1256 | عيب     | cp1256 windows-1256 x-cp1256
          windows-1257 | ķ       | cp1257 windows-1257 x-cp1257
          windows-1258 | ơ       | cp1258 windows-1258 x-cp1258
          gb18030      | 中文     | chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030
          big5         | 繁體     | big5 big5-hkscs cn-big5 csbig5 x-x-big5
          euc-jp       | 日本     | cseucpkdfmtjapanese euc-jp x-euc-jp
          iso-2022-jp  | 日本     | csiso2022jp iso-2022-jp
          windows-31j  | 日本     | csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
          euc-kr       | 한국어   | cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
          iso-2022-kr  | 한국어   | csiso2022kr iso-2022-kr
          utf-8        | Grüße   | unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 UTF8
          utf-16be     | Grüße   | unicodefffe utf-16be
          utf-16le     | Grüße   | utf-16le
          ibm850       | Grüße   | cp850 850 ibm850 cspc850multilingual cp-850
          ibm437       | ü       | cp437 437 ibm437 cspc8codepage437
          """)
  void knowsEachName(String charset, String text, String names) {
    byte[] bytes = text.getBytes(Charset.forName(charset));
    for (String name : names.split(" ", -1)) {
      var decoded = decode(bytes, name);
      assertThat(decoded.text()).as(name).isEqualTo(text);
      assertThat(decoded.guessed() || decoded.lossy()).as(name).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "iso-8859-10, a6b6bf, Ķķŋ",
    "latin6, a6b6bf, Ķķŋ",
    "ISO_8859-14, d0b8f7, Ŵẁṫ",
    "iso-celtic, d0b8f7, Ŵẁṫ"
  })
  void readsTheSetsThatThePlatformLacks(String charset, String hex, String text) {
    assertThat(decode(HexFormat.of().parseHex(hex), charset).text()).isEqualTo(text);
  }

  @Test
  void readsHz() {
    byte[] bytes = "a~~b ~{VPND~} c\n~{VP~}~\nd ~{VP\nplain".getBytes(StandardCharsets.US_ASCII);
    for (String name : Arrays.asList("hz-gb-2312", "HZ-GB-2312", "hz")) {
      assertThat(decode(bytes, name).text()).isEqualTo("a~b 中文 c\n中d 中\nplain");
    }
    assertThat(decode("~{V".getBytes(StandardCharsets.US_ASCII), "hz-gb-2312").text())
        .isEqualTo("V");
    byte[] eightBits = "中文".getBytes(Charset.forName("gb18030"));
    assertThat(decode(eightBits, "hz-gb-2312").text()).isEqualTo("中文");
  }

  @Test
  void guessesWhatSaysThatItIsUnknown() {
    byte[] bytes = "Grüße aus Köln".getBytes(StandardCharsets.UTF_8);
    assertThat(decode(bytes, "x-user-defined").text()).isEqualTo("Grüße aus Köln");
    assertThat(decode(bytes, "UNKNOWN-8BIT").lossy()).isFalse();
  }
}
