package arashi.mime.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.PartStream.Progress;
import arashi.mime.view.PartInfo;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** The stream yields the same parts as the parser of the whole mail. */
class PartStreamTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);

  private final Random random = new Random(7);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String base64(byte[] content) {
    return Base64.getMimeEncoder().encodeToString(content);
  }

  private static String part(String header, String body) {
    return "--cut\r\n" + header + "\r\n\r\n" + body + "\r\n";
  }

  private static byte[] mixed(String... parts) {
    return latin1(
        "From: a@example.org\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n"
            + String.join("", parts)
            + "--cut--\r\n");
  }

  /** Returns a few bytes per read. */
  private InputStream chopped(byte[] raw) {
    return new FilterInputStream(new ByteArrayInputStream(raw)) {
      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(5_000)));
      }
    };
  }

  private Map<Integer, byte[]> read(PartStream stream, int pieceBytes) throws IOException {
    Map<Integer, ByteArrayOutputStream> parts = new HashMap<>();
    byte[] piece = new byte[pieceBytes];
    for (Progress p = stream.read(piece, 0); p != Progress.MAIL_END; p = stream.read(piece, 0)) {
      if (p != Progress.WORKING) {
        ByteArrayOutputStream part =
            parts.computeIfAbsent(stream.part(), n -> new ByteArrayOutputStream());
        part.write(piece, 0, p == Progress.BYTES ? stream.count() : 0);
      }
    }
    Map<Integer, byte[]> contents = new HashMap<>();
    parts.forEach((n, content) -> contents.put(n, content.toByteArray()));
    return contents;
  }

  private void readsAsTheParser(byte[] raw) throws IOException {
    for (PartInfo part : PARSER.parse(raw).view().parts()) {
      PartStream stream =
          PartStream.of(chopped(raw), MimeLimits.DEFAULT, n -> n == part.n(), Map.of())
              .orElseThrow();
      byte[] content = read(stream, 1 + random.nextInt(200_000)).get(part.n());
      assertThat(content).as("part %d", part.n()).isEqualTo(PARSER.part(raw, part.n()).get());
      if (!part.contentType().startsWith("message/rfc822")) {
        assertThat(content).hasSize((int) part.size());
      }
    }
  }

  @Test
  void readsPartsInEachEncoding() throws IOException {
    byte[] raw =
        mixed(
            part("Content-Type: text/plain", "words"),
            part(
                "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64",
                base64(bytes(300_000))),
            part(
                "Content-Type: text/csv\r\nContent-Transfer-Encoding: quoted-printable",
                "a=3Db;=E4=\r\nc\r\n".repeat(20_000)),
            part("Content-Type: text/x-log\r\nContent-Transfer-Encoding: 8bit", "\u00e4\r\n\r\nb"),
            part("Content-Type: application/x\r\nContent-Transfer-Encoding: base64", ""),
            part(
                "Content-Type: application/y\r\nContent-Transfer-Encoding: base64",
                "AA=A!!\r\nQUJD====Q"));

    readsAsTheParser(raw);
  }

  @Test
  void readsAttachedMailsWholeAndCountsWhatIsBehindThem() throws IOException {
    byte[] inner =
        latin1(
            """
            Subject: inner
            Content-Type: multipart/alternative; boundary=in

            --in

            plain
            --in
            Content-Type: text/html

            <p>html
            --in--
            """
                .replace("\n", "\r\n"));
    byte[] raw =
        mixed(
            part("Content-Type: text/plain", "words"),
            part("Content-Type: message/rfc822", new String(inner, StandardCharsets.ISO_8859_1)),
            part("Content-Type: application/x; name=behind", "behind"));
    readsAsTheParser(raw);

    PartStream counting = inMemory(raw, MimeLimits.DEFAULT, n -> false, Map.of());
    assertThat(read(counting, 100)).isEmpty();
    List<Integer> wanted =
        PARSER.parse(raw).view().attachments().stream().map(PartInfo::n).toList();
    PartStream all = inMemory(raw, MimeLimits.DEFAULT, wanted::contains, counting.counted());

    Map<Integer, byte[]> contents = read(all, 100);

    assertThat(contents).containsOnlyKeys(wanted);
    assertThat(contents.values().stream().map(c -> new String(c, StandardCharsets.US_ASCII)))
        .anyMatch(text -> text.startsWith("Subject: inner"))
        .contains("behind");
  }

  @Test
  void readsWhatIsCutOffAsFarAsItGoes() throws IOException {
    byte[] raw =
        mixed(
            part("Content-Type: text/plain", "words"),
            part(
                "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64",
                base64(bytes(200_000))));
    for (int i = 0; i < 20; i++) {
      readsAsTheParser(Arrays.copyOf(raw, random.nextInt(raw.length)));
    }
  }

  @Test
  void readsDamagedMailsAsTheParser() throws IOException {
    byte[] raw =
        mixed(
            part("Content-Type: text/plain", "words"),
            part("Content-Type: message/rfc822", "Subject: x\r\n\r\ny"),
            part(
                "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64",
                base64(bytes(2_000))),
            part(
                "Content-Type: text/x-log\r\nContent-Transfer-Encoding: quoted-printable",
                "=C3=A4=\r\nb"));
    for (int i = 0; i < 300; i++) {
      byte[] damaged = raw.clone();
      for (int k = 0; k < 10; k++) {
        damaged[random.nextInt(raw.length)] = (byte) random.nextInt(256);
      }
      for (PartInfo part : PARSER.parse(damaged).view().parts()) {
        PartStream stream = inMemory(damaged, MimeLimits.DEFAULT, n -> n == part.n(), Map.of());
        byte[] content = read(stream, 1_000).getOrDefault(part.n(), new byte[0]);
        assertThat(content).isEqualTo(PARSER.part(damaged, part.n()).get());
      }
    }
  }

  @Test
  void worksInSlicesOnWhatIsBeforeThePart() throws IOException {
    byte[] raw =
        mixed(
            part(
                "Content-Type: application/zip\r\nContent-Transfer-Encoding: base64",
                base64(bytes(5_000_000))),
            part("Content-Type: application/x; name=x", "x"));
    PartStream stream =
        PartStream.of(chopped(raw), MimeLimits.DEFAULT, n -> n == 2, Map.of()).orElseThrow();
    byte[] piece = new byte[100];
    int slices = 0;
    while (stream.read(piece, 0) == Progress.WORKING) {
      slices++;
    }

    assertThat(slices).isBetween(4, 8);
    assertThat(stream.part()).isEqualTo(2);
    assertThat(piece[0]).isEqualTo((byte) 'x');
  }

  @Test
  void doesNotReadALargeMailWhoseLinesMustBeRepaired() throws IOException {
    byte[] raw = mixed(part("Content-Type: application/x; name=x", "x\r\n".repeat(50_000)));
    String text = new String(raw, StandardCharsets.ISO_8859_1);

    for (String odd : List.of(text.replace("\r\n", "\r"), text.replace("\r\n", "\r\r\n"))) {
      Optional<PartStream> stream =
          PartStream.of(chopped(latin1(odd)), MimeLimits.DEFAULT, n -> true, Map.of());
      assertThat(stream).isEmpty();
    }
  }

  @Test
  void readsASmallOneAllTheSame() throws IOException {
    byte[] raw = mixed(part("Content-Type: application/x; name=x", "x"));
    String text = new String(raw, StandardCharsets.ISO_8859_1);

    readsAsTheParser(latin1(text.replace("\r\n", "\r")));
    readsAsTheParser(latin1(text.replace("\r\n", "\r\r\n")));
    readsAsTheParser(latin1("From x@example.org Mon Jan  1 00:00:00 2024\r\n" + text));
  }

  @Test
  void tellsFaultsOfTheSourceFromThoseOfTheMail() throws IOException {
    byte[] raw = mixed(part("Content-Type: application/x; name=x", "x".repeat(100_000)));
    InputStream failing =
        new FilterInputStream(new ByteArrayInputStream(raw)) {
          private int left = 70_000;

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            if (left == 0 && length > 0) {
              throw new IOException("the disk is gone");
            }
            int n = super.read(into, offset, Math.min(length, left));
            left -= n;
            return n;
          }
        };
    PartStream stream =
        PartStream.of(failing, MimeLimits.DEFAULT, n -> n == 1, Map.of()).orElseThrow();

    assertThatThrownBy(() -> read(stream, 1_000)).hasMessage("the disk is gone");
  }

  private static PartStream inMemory(
      byte[] raw, MimeLimits limits, IntPredicate wanted, Map<Integer, Integer> inside)
      throws IOException {
    return PartStream.of(new ByteArrayInputStream(raw), limits, wanted, inside).orElseThrow();
  }
}
