package arashi.mime.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.MimeLimits;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** What RFC 2045 lets be written oddly, and what programs write instead. */
class TransferEncodingTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);

  @ParameterizedTest(name = "{0}: {1}")
  @CsvFileSource(
      resources = "bodies.txt",
      delimiter = '|',
      quoteCharacter = '\u0001',
      emptyValue = "",
      maxCharsPerColumn = 10_000)
  void readsABody(String what, String encoding, String body, String text, String problem)
      throws IOException {
    byte[] raw = mail(octets(encoding), octets(body));

    ParsedMail mail = PARSER.parse(raw);

    assertThat(mail.view().text()).isEqualTo(Octets.text(text == null ? "" : text));
    assertThat(mail.problems().stream().map(one -> one.kind().name()).findFirst().orElse("-"))
        .isEqualTo(problem);
    assertThat(streamed(raw, 0)).isEqualTo(PARSER.part(raw, 0).orElseThrow());
  }

  private static byte[] octets(String text) {
    return Octets.of(text == null ? "" : text);
  }

  private static byte[] mail(byte[] encoding, byte[] body) {
    ByteArrayOutputStream mail = new ByteArrayOutputStream();
    mail.writeBytes("Subject: x\nContent-Type: text/plain; charset=utf-8\n".getBytes(UTF_8));
    mail.writeBytes("Content-Transfer-Encoding: ".getBytes(UTF_8));
    mail.writeBytes(encoding);
    mail.writeBytes("\n\n".getBytes(UTF_8));
    mail.writeBytes(body);
    return mail.toByteArray();
  }

  /** Reads a part from a stream; files within text need the whole mail. */
  private static byte[] streamed(byte[] raw, int n) throws IOException {
    PartStream stream =
        PartStream.of(new ByteArrayInputStream(raw), MimeLimits.DEFAULT, i -> i == n, Map.of())
            .orElseThrow();
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] piece = new byte[7];
    boolean read = false;
    for (var p = stream.read(piece, 0);
        p != PartStream.Progress.MAIL_END;
        p = stream.read(piece, 0)) {
      read = true;
      content.write(piece, 0, p == PartStream.Progress.BYTES ? stream.count() : 0);
    }
    return read ? content.toByteArray() : PARSER.part(raw, n).orElseThrow();
  }

  @Test
  void offersTheTextThatStandsInAnEncodedFile() {
    String zip = "UEsDBAoAAAAAAA==\n";
    ParsedMail mail =
        PARSER.parse(
            ("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nbody\n--b\n"
                    + "Content-Type: application/zip; name=a.zip\n"
                    + "Content-Transfer-Encoding: base64\n\n"
                    + zip
                    + "____\nThis list is public.\n--b--\n")
                .getBytes(UTF_8));

    assertThat(mail.view().text()).isEqualTo("body\n\n____\nThis list is public.");
    assertThat(mail.part(2)).contains(Base64.getMimeDecoder().decode(zip));
    assertThat(mail.problems()).extracting(one -> one.kind().name()).containsExactly("UNDECODED");
  }

  @Test
  void decodesTheSameInAnySlices() throws IOException {
    Random random = new Random(47);
    for (int round = 0; round < 300; round++) {
      byte[] content = new byte[random.nextInt(3_000)];
      random.nextBytes(content);
      int width = 4 * (1 + random.nextInt(30));
      byte[] encoded = Base64.getMimeEncoder(width, new byte[] {'\r', '\n'}).encode(content);

      assertThat(new Base64Stream(sliced(encoded, random), random.nextBoolean()).readAllBytes())
          .isEqualTo(content);
    }
  }

  @Test
  void losesNoBlockThatWasPaddedAlone() throws IOException {
    Random random = new Random(48);
    for (int round = 0; round < 300; round++) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      StringBuilder encoded = new StringBuilder();
      int length = 20 + random.nextInt(38);
      for (int line = 0; line < 1 + random.nextInt(20); line++) {
        byte[] block = new byte[length];
        random.nextBytes(block);
        content.writeBytes(block);
        encoded.append(Base64.getEncoder().encodeToString(block)).append("\r\n");
      }

      byte[] raw = encoded.toString().getBytes(UTF_8);
      assertThat(new Base64Stream(sliced(raw, random), false).readAllBytes())
          .isEqualTo(content.toByteArray());
    }
  }

  @Test
  void decodesQuotedPrintableInAnySlices() throws IOException {
    Random random = new Random(49);
    for (int round = 0; round < 300; round++) {
      StringBuilder encoded = new StringBuilder();
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      for (int i = 0; i < random.nextInt(2_000); i++) {
        int c = random.nextInt(256);
        boolean plain = c > ' ' && c < 0x7f && c != '=';
        encoded.append(plain ? String.valueOf((char) c) : String.format("=%02X", c));
        content.write(c);
        encoded.append(random.nextInt(40) == 0 ? "=\r\n" : "");
      }

      byte[] raw = encoded.toString().getBytes(ISO_8859_1);
      assertThat(new QuotedPrintableStream(sliced(raw, random)).readAllBytes())
          .isEqualTo(content.toByteArray());
    }
  }

  private static InputStream sliced(byte[] raw, Random random) {
    return new FilterInputStream(new ByteArrayInputStream(raw)) {
      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(100)));
      }
    };
  }

  @Test
  void opensAnAttachedMailThatIsEncodedInBlocks() {
    String inner =
        """
        Subject: inner
        Content-Type: multipart/mixed; boundary=i

        --i

        quokka
        --i
        Content-Type: application/pdf; name=p.pdf

        %PDF
        --i--
        """;
    byte[] raw =
        ("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
                + "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
                + blocks(inner)
                + "--b\nContent-Type: image/png; name=p.png\n\nPNG\n--b--\n")
            .getBytes(UTF_8);

    ParsedMail mail = PARSER.parse(raw);

    assertThat(mail.view().text()).contains("quokka");
    assertThat(mail.view().parts())
        .filteredOn(part -> !part.inline())
        .extracting(PartInfo::name)
        .containsExactly("inner.eml", "p.pdf", "p.png");
    mail.view().parts().stream()
        .filter(part -> part.name().startsWith("p."))
        .forEach(part -> assertThat(mail.part(part.n()).orElseThrow()).hasSizeBetween(3, 4));
    assertThat(mail.part(1)).contains(inner.getBytes(UTF_8));
  }

  private static String blocks(String text) {
    StringBuilder encoded = new StringBuilder();
    byte[] bytes = text.getBytes(UTF_8);
    for (int at = 0; at < bytes.length; at += 40) {
      byte[] block = java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 40));
      encoded.append(Base64.getEncoder().encodeToString(block)).append('\n');
    }
    return encoded.toString();
  }
}
