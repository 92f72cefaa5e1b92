package arashi.delivery.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Protocol;
import arashi.delivery.memory.Claim;
import arashi.delivery.memory.MailMemory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Content after DATA, cut anywhere. */
class DotReaderTest {

  /** Input before {@code REST}, which must stay in the buffer, and the decoded content. */
  static Stream<Arguments> mails() {
    return Stream.of(
        Arguments.of(".\r\n", ""),
        Arguments.of("a\r\n.\r\n", "a\r\n"),
        Arguments.of("a\r\n..\r\n.\r\n", "a\r\n.\r\n"),
        Arguments.of("..\r\n..b\r\n...\r\n.\r\n", ".\r\n.b\r\n..\r\n"),
        Arguments.of(".b\r\n.\r\n", "b\r\n"),
        Arguments.of("a.\r\nb . c\r\n.\r\n", "a.\r\nb . c\r\n"),
        // ends that other servers accept (SMTP smuggling, 2023)
        Arguments.of("a\n.\nb\r\n.\r\n", "a\n.\nb\r\n"),
        Arguments.of("a\n.\r\nb\r\n.\r\n", "a\n.\r\nb\r\n"),
        Arguments.of("a\r\n.\nb\r\n.\r\n", "a\r\n\nb\r\n"),
        Arguments.of("a\r.\rb\r\n.\r\n", "a\r.\rb\r\n"),
        Arguments.of("a\r\n.\rb\r\n.\r\n", "a\r\n\rb\r\n"),
        Arguments.of("a\r.\r\nb\r\n.\r\n", "a\r.\r\nb\r\n"),
        Arguments.of("a\n.\rb\r\n.\r\n", "a\n.\rb\r\n"),
        Arguments.of("a\r\r\n.\r\r\nb\r\n.\r\n", "a\r\r\n\r\r\nb\r\n"),
        Arguments.of("a\r\n\0.\r\nb\r\n.\r\n", "a\r\n\0.\r\nb\r\n"),
        Arguments.of("a\r\n.\0\r\nb\r\n.\r\n", "a\r\n\0\r\nb\r\n"),
        Arguments.of("a\r\n.\r\r\n\r\n.\r\n", "a\r\n\r\r\n\r\n"));
  }

  @ParameterizedTest
  @MethodSource("mails")
  void findsTheEndHoweverTheMailIsCut(String sent, String content) {
    byte[] octets = (sent + "REST").getBytes(StandardCharsets.ISO_8859_1);
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      MailBody body = body(Protocol.LMTP);
      DotReader reader = new DotReader(body);
      int from = 0;
      int left = -1;
      while (left < 0) {
        int length = Math.min(octets.length - from, seed == 0 ? octets.length : random.nextInt(4));
        ByteBuffer in = ByteBuffer.wrap(Arrays.copyOfRange(octets, from, from + length));
        from += length;
        if (reader.read(in) == BodyReader.Progress.END) {
          left = octets.length - from + in.remaining();
        } else {
          assertThat(in.hasRemaining()).isFalse();
        }
      }
      assertThat(left).as("seed %d", seed).isEqualTo("REST".length());
      assertThat(new String(body.take().toArray(), StandardCharsets.ISO_8859_1))
          .as("seed %d", seed)
          .isEqualTo(content);
    }
  }

  @ParameterizedTest
  @MethodSource("mails")
  void smtpRefusesLineEndsOfOtherKindsAtTheEnd(String sent, String content) {
    MailBody body = body(Protocol.SMTP);
    ByteBuffer in = ByteBuffer.wrap(sent.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(new DotReader(body).read(in)).isEqualTo(BodyReader.Progress.END);

    boolean clean = content.replace("\r\n", "").chars().noneMatch(c -> c == '\r' || c == '\n');
    assertThat(body.failure().isEmpty()).isEqualTo(clean);
  }

  @Test
  void waitsForMemoryWithTheBufferAsItWas() {
    MailMemory memory = Dialogue.memory(20_000);
    MailBody body = new MailBody(Dialogue.config(Protocol.LMTP), Dialogue.claim(memory));
    DotReader reader = new DotReader(body);
    Claim other = Dialogue.claim(memory);
    assertThat(other.tryReserve(12_000)).isTrue();
    ByteBuffer in = ByteBuffer.wrap("text\r\n.\r\n".getBytes(StandardCharsets.US_ASCII));

    assertThat(reader.read(in)).isEqualTo(BodyReader.Progress.MEMORY);
    assertThat(in.position()).isZero();

    other.release();
    assertThat(reader.read(in)).isEqualTo(BodyReader.Progress.END);
    body.take().release();
    assertThat(memory.taken()).isZero();
  }

  private static MailBody body(Protocol protocol) {
    return new MailBody(
        Dialogue.config(protocol), Dialogue.claim(Dialogue.memory(Dialogue.MEMORY)));
  }
}
