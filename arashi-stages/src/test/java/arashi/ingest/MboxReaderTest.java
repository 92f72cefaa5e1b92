package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MboxReaderTest {
  private static final String FROM = "From eve@x.example Tue Mar  5 10:00:00 2024\n";
  private static final int LARGEST = 1 << 20;

  private record Cut(String text, Optional<Instant> date, long offset) {}

  private static List<Cut> read(InputStream in, int largest) {
    List<Cut> cuts = new ArrayList<>();
    MboxReader.MailSink sink =
        new MboxReader.MailSink() {
          @Override
          public void mail(byte[] raw, Optional<Instant> separator, long offset) {
            cuts.add(new Cut(new String(raw, StandardCharsets.ISO_8859_1), separator, offset));
          }

          @Override
          public void tooLarge(long offset) {
            cuts.add(new Cut("too large", Optional.empty(), offset));
          }
        };
    try {
      new MboxReader(in, largest, sink).read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cuts;
  }

  private static List<String> texts(String mbox) {
    InputStream in = new ByteArrayInputStream(mbox.getBytes(StandardCharsets.ISO_8859_1));
    return read(in, LARGEST).stream().map(Cut::text).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "From a@x.example Sat Jan  3 01:05:34 1996               | 1996-01-03T01:05:34Z",
        "From a@x.example Sat Jan 03 01:05:34 +0200 1996         | 1996-01-02T23:05:34Z",
        "From a@x.example Sat Jan  3 01:05:34 1996 +0200         | 1996-01-02T23:05:34Z",
        "From a@x.example Sat Jan  3 01:05:34 EST 1996           | 1996-01-03T06:05:34Z",
        "From a@x.example Sat Jan  3 01:05:34 96                 | 1996-01-03T01:05:34Z",
        "From - Sat, 03 Jan 1996 01:05:34 +0000                  | 1996-01-03T01:05:34Z",
        "From ???@??? Sat Jan 03 01:05:34 1996                   | 1996-01-03T01:05:34Z",
        "From a@x.example  Sat Jan  3 01:05:34 1996 remote from z| 1996-01-03T01:05:34Z",
        "From <a@x.example> 1996-01-03T01:05:34Z                 | 1996-01-03T01:05:34Z",
        "From \"An Na\"@x.example Sat Jan  3 01:05:34 1996       | 1996-01-03T01:05:34Z",
        "From a@x.example Sat Jan  3 01:05 1996                  | 1996-01-03T01:05:00Z"
      })
  void readsTheSeparatorsOfRealWriters(String separator, Instant date) {
    String mbox = FROM + "Subject: one\n\ntext\n\n" + separator + "\nSubject: two\n\ntext\n";
    List<Cut> cuts =
        read(new ByteArrayInputStream(mbox.getBytes(StandardCharsets.ISO_8859_1)), LARGEST);
    assertThat(cuts)
        .extracting(Cut::text)
        .containsExactly("Subject: one\n\ntext\n", "Subject: two\n\ntext\n");
    assertThat(cuts.get(1).date()).contains(date);
    assertThat(cuts.get(1).offset()).isEqualTo(mbox.indexOf(separator));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "From Friday 9:15 on 8 May 2026 we meet next door.\n\nbye",
        "From Friday 9:15 on 8 May 2026 we meet next door.\nNote: bring a cup",
        "From Friday, 8 May 2026 9:15\nRoom: 12",
        "From the desk of eve@x.example\n\nbye",
        "From eve@x.example Tue Mar  5 10:00:00 2024\n\nis how it begins",
        "From eve@x.example Tue Mar  5 10:00:00 2024\nis how it begins",
        "From 10:00 to 12:00 in 2024\nSubject: none",
        "From here\nFrom there\nTo: there"
      })
  void keepsTextThatBeginsWithFrom(String text) {
    for (String before : List.of("\n", "see\n", "see\n\n")) {
      String mail = "Subject: one\n" + "\n" + before + text + "\n";
      assertThat(texts(FROM + mail + "\n" + FROM + "Subject: two\n"))
          .containsExactly(mail, "Subject: two\n");
    }
  }

  @Test
  void needsNoBlankLineBeforeASeparator() {
    assertThat(texts(FROM + "Subject: one\n\ntext\n" + FROM + "Subject: two\n" + FROM + "To: c\n"))
        .containsExactly("Subject: one\n\ntext\n", "Subject: two\n", "To: c\n");
  }

  @Test
  void takesTheBareSeparatorsOfThunderbird() {
    String one = "X-Mozilla-Status: 0001\r\n\r\ntext\r\n>From \r\nTo: none\r\n";
    String two = "Message-ID: <2@x.example>\r\n\r\nFrom\r\nTo: none\r\n";
    assertThat(texts("From \r\n" + one + "\r\nFrom \r\n" + two + "\r\nFrom \r\nTo: c\r\n\r\n"))
        .containsExactly(one.replace(">From", "From"), two, "To: c\r\n");
  }

  /** The second byte of {@code \u00c5} in UTF-8 is a line end to regular expressions. */
  @Test
  void takesASeparatorBeforeAFieldInUtf8() {
    assertThat(texts(FROM + "To: b\n\ntext\n" + FROM + "Subject: \u00c3\u0085land\n"))
        .containsExactly("To: b\n\ntext\n", "Subject: \u00c3\u0085land\n");
  }

  @Test
  void takesTheFirstLineAsSeparatorWithoutADate() {
    assertThat(texts("From nobody\nSubject: one\n\ntext\n"))
        .containsExactly("Subject: one\n\ntext\n");
  }

  @Test
  void takesOneMarkOffEscapedLines() {
    assertThat(texts(FROM + "To: b\n\n>From a\n>>From b\n> From c\n>Fromage\n"))
        .containsExactly("To: b\n\nFrom a\n>From b\n> From c\n>Fromage\n");
  }

  @Test
  void believesAContentLengthAtWhoseEndAMailBegins() {
    String body = "see\n\n" + FROM + "Subject: no mail\n\n>From as it was\n";
    String mail = "Content-Length: " + body.length() + "\nTo: b\n\n" + body;
    for (String end : List.of("", "\n", "\n" + FROM + "To: c\n", FROM + "To: c\n")) {
      assertThat(texts(FROM + mail + end))
          .as(end)
          .startsWith(mail)
          .hasSize(end.length() > 1 ? 2 : 1);
    }
  }

  @Test
  void countsContentLengthWithoutTheLastLineEndAndWithTheBlankLine() {
    String body = FROM + "Subject: no mail\n\nend";
    for (int more = 0; more <= 2; more++) {
      String head = "Content-Length: " + (body.length() + more) + "\n\n";
      List<String> texts = texts(FROM + head + body + "\n\n" + FROM + "To: c\n");
      assertThat(texts).hasSize(2);
      assertThat(texts.get(0).strip()).isEqualTo((head + body).strip());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 60, 200, 999_999, 2_000_000_000})
  void readsOnWithoutAContentLengthThatIsWrong(int length) {
    String one = "Content-Length: " + length + "\n\ntext\n\n>From x\n";
    String mbox = FROM + one + "\n" + (FROM + "To: b\n\ntext\n\n").repeat(5);
    List<String> texts = texts(mbox);
    assertThat(texts).hasSize(6);
    assertThat(texts.get(0)).isEqualTo(one.replace(">From", "From"));
    assertThat(texts.subList(1, 6)).containsOnly("To: b\n\ntext\n");
  }

  @Test
  void readsTheSameHoweverItsBytesCome() {
    Random random = new Random(7);
    String[] pieces = {
      FROM,
      "Subject: x\n",
      "Content-Length: 40\n",
      "Content-Length: 3\r\n",
      "\n",
      "\r\n",
      ">From \n",
      "text\n",
      "x".repeat(70_000),
      "From me\n"
    };
    for (int n = 0; n < 300; n++) {
      StringBuilder mbox = new StringBuilder(FROM);
      for (int i = random.nextInt(60); i > 0; i--) {
        mbox.append(pieces[random.nextInt(random.nextInt(10) == 0 ? pieces.length : 8)]);
      }
      byte[] bytes = mbox.toString().getBytes(StandardCharsets.ISO_8859_1);
      assertThat(read(new Choppy(bytes, random), 90_000))
          .isEqualTo(read(new ByteArrayInputStream(bytes), 90_000));
    }
  }

  /** Returns few bytes at a time. */
  static final class Choppy extends InputStream {
    private final byte[] bytes;
    private final Random random;
    private int at;

    Choppy(byte[] bytes, Random random) {
      this.bytes = bytes;
      this.random = random;
    }

    @Override
    public int read() {
      return at == bytes.length ? -1 : bytes[at++] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int most) {
      if (at == bytes.length) {
        return -1;
      }
      int some = Math.min(Math.min(most, bytes.length - at), 1 + random.nextInt(5_000));
      System.arraycopy(bytes, at, into, from, some);
      at += some;
      return some;
    }
  }
}
