package arashi.delivery.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Protocol;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Any octets, cut anywhere, behind a greeting. In a build this runs over the inputs that are kept
 * beside it; to search for more: {@code JAZZER_FUZZ=1 mvn test -Dtest=SessionFuzzTest
 * -Djazzer.hooks=true}.
 */
class SessionFuzzTest {

  @FuzzTest(maxDuration = "2m")
  void readsAnythingTheSameHoweverItIsCut(FuzzedDataProvider data) {
    Protocol protocol = data.consumeBoolean() ? Protocol.LMTP : Protocol.SMTP;
    Random random = new Random(data.consumeInt());
    byte[] octets = withoutStartTls(data.consumeRemainingAsBytes());

    Dialogue whole = Dialogue.begun(protocol, IntUnaryOperator.identity());
    String replies = whole.send(octets);
    Dialogue cut = Dialogue.begun(protocol, left -> 1 + random.nextInt(left));

    assertThat(cut.send(octets)).isEqualTo(replies);
    assertThat(cut.contents()).isEqualTo(whole.contents());
    assertThat(cut.isClosed()).isEqualTo(whole.isClosed());
    if (!replies.isEmpty()) {
      assertThat(Arrays.asList(replies.split("(?<=\r\n)", -1)))
          .allMatch(line -> line.isEmpty() || line.matches("[2-5][0-9]{2}[ -][\\x20-\\x7e]*\r\n"));
    }
    whole.session.close();
    cut.session.close();
    assertThat(whole.memory.left()).isEqualTo(Dialogue.MEMORY);
    assertThat(cut.memory.left()).isEqualTo(Dialogue.MEMORY);
  }

  /** What is lost in a handshake depends on how the octets were cut. */
  private static byte[] withoutStartTls(byte[] octets) {
    return new String(octets, StandardCharsets.ISO_8859_1)
        .replaceAll("(?i)STARTTLS", "XTARTTLS")
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
