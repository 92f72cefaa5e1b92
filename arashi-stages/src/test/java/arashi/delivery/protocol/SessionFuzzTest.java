package arashi.delivery.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Protocol;
import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Arbitrary octets after a greeting, cut anywhere. A build runs the stored inputs beside this
 * class; to search for more: {@code JAZZER_FUZZ=1 mvn test -Dtest=SessionFuzzTest
 * -Djazzer.hooks=true}.
 */
class SessionFuzzTest {
  private static final int MOST_MAILS = 20;
  private static final byte[] ENVELOPE =
      "MAIL FROM:<eve@example.net>\r\nRCPT TO:<ada@example.org>\r\n".getBytes(US_ASCII);

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
    assertThat(whole.memory.taken()).isZero();
    assertThat(cut.memory.taken()).isZero();
  }

  /**
   * Chunks are stored octet for octet: no command, dot or line end in them counts. The session
   * expects a command after each chunk.
   */
  @FuzzTest(maxDuration = "2m")
  void aMailInChunksIsItsOctets(FuzzedDataProvider data) {
    Random random = new Random(data.consumeInt());
    Dialogue lmtp = Dialogue.begun(Protocol.LMTP, left -> 1 + random.nextInt(left));
    List<String> mails = new ArrayList<>();
    while (data.remainingBytes() > 0 && mails.size() < MOST_MAILS) {
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      sent.writeBytes(ENVELOPE);
      int chunks = data.consumeInt(0, 5);
      for (int n = 0; n <= chunks; n++) {
        byte[] octets = data.consumeBytes(data.consumeInt(0, 300));
        String last = n == chunks ? " LAST" : "";
        sent.writeBytes(("BDAT " + octets.length + last + "\r\n").getBytes(US_ASCII));
        sent.writeBytes(octets);
        content.writeBytes(octets);
      }
      sent.writeBytes("NOOP\r\n".getBytes(US_ASCII));
      mails.add(content.toString(ISO_8859_1));

      assertThat(lmtp.codes(sent.toByteArray())).isEqualTo("250" + " 250".repeat(chunks + 3));
      assertThat(lmtp.contents()).isEqualTo(mails);
      assertThat(lmtp.memory.taken()).isZero();
    }
  }

  /** Removes STARTTLS, because the octets that a handshake discards depend on the cut. */
  private static byte[] withoutStartTls(byte[] octets) {
    return new String(octets, ISO_8859_1)
        .replaceAll("(?i)STARTTLS", "XTARTTLS")
        .getBytes(ISO_8859_1);
  }
}
