package arashi.mime.header;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawFieldsTest {
  private static List<String> read(String mail) {
    return StreamSupport.stream(RawFields.of(mail.getBytes(UTF_8)).spliterator(), false)
        .map(field -> field.name() + "=" + field.text())
        .toList();
  }

  /** Escapes: \n and \r stand for themselves. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A: 1\\r\\nB: 2\\r\\n\\r\\nC: 3 | a=1,b=2",
        "A: 1\\nB: 2\\n\\nC: 3 | a=1,b=2",
        "A: 1\\r\\n 2\\r\\n\\t3\\r\\nB: 4 | a=1 2\\t3,b=4",
        "A: 1\\rB: 2\\r\\nC: 3 | a=1\\rB: 2,c=3",
        "A: 1\\r\\n\\rB: 2\\r\\n\\r\\nC: 3 | a=1,b=2",
        "A : 1 | a=1",
        "no colon\\r\\nA: 1 | =,a=1",
        "no\\r\\n colon: 1\\r\\nA: 1 | =,a=1",
        "\\r\\nA: 1 | ''",
        "A:\\r\\n\\r\\n | a=",
        "A: \u00fc | a=\u00fc",
      })
  void readsUpToTheFirstEmptyLine(String mail, String fields) {
    assertThat(String.join(",", read(unescaped(mail)))).isEqualTo(unescaped(fields));
  }

  private static String unescaped(String text) {
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t");
  }

  @Test
  void invalidUtf8IsOneCharForEachByte() {
    RawFields fields = RawFields.of(new byte[] {'A', ':', (byte) 0xc3, (byte) 0xbc, (byte) 0xff});
    assertThat(fields).extracting(RawField::text).containsExactly("\u00c3\u00bc\u00ff");
    assertThat(fields).extracting(RawField::body).containsExactly("\u00c3\u00bc\u00ff");
  }

  @Test
  void stopsAtTheBound() {
    RawFields cut = RawFields.of("A: 1\nB: 2\n".getBytes(UTF_8), 8);
    assertThat(cut).extracting(field -> field.body()).containsExactly("1", "");
  }

  @Test
  void nothingFollowsTheLast() {
    Iterator<RawField> fields = RawFields.of(new byte[0]).iterator();
    assertThat(fields).isExhausted();
    assertThatThrownBy(fields::next).isInstanceOf(NoSuchElementException.class);
  }
}
