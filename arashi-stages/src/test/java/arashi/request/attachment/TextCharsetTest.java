package arashi.request.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextCharsetTest {
  private static final ByteBuffer LATIN = ByteBuffer.wrap(new byte[] {'a', (byte) 0xe4, 'b'});

  @ParameterizedTest
  @CsvSource({"iso-8859-5, ISO-8859-5", "koi8-r, KOI8-R", "utf-8, UTF-8", "latin1, ISO-8859-1"})
  void isTheDeclaredOneIfItIsKnown(String declared, String charset) {
    assertThat(TextCharset.of(declared, LATIN)).isEqualTo(Charset.forName(charset));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "us-ascii", "no such; charset", "x-unknown-9", "utf-7"})
  void isGuessedIfItIsNotKnown(String declared) {
    byte[] utf8 = "\u00e4\u0416".getBytes(StandardCharsets.UTF_8);
    assertThat(TextCharset.of(declared, LATIN)).isEqualTo(Charset.forName("windows-1252"));
    assertThat(TextCharset.of(declared, ByteBuffer.wrap(utf8))).isEqualTo(StandardCharsets.UTF_8);
    assertThat(TextCharset.of(declared, ByteBuffer.wrap(utf8, 0, 3)))
        .as("the last character is incomplete")
        .isEqualTo(StandardCharsets.UTF_8);
  }
}
