package arashi.delivery.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.delivery.Reply;
import arashi.delivery.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions and answers of policy delegation. */
class PolicyReaderTest {
  private static final String QUESTION =
      """
      request=smtpd_access_policy
      protocol_state=RCPT
      sender=eve@example.net
      recipient=%s
      size=%s
      later_attribute=a=b

      """;

  private static List<PolicyQuestion> read(PolicyReader reader, String text)
      throws MalformedQuestionException {
    List<PolicyQuestion> questions = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(text.getBytes(UTF_8));
    while (in.hasRemaining()) {
      reader.read(in).ifPresent(questions::add);
    }
    return questions;
  }

  @Test
  void readsQuestionsHoweverTheyAreCut() throws MalformedQuestionException {
    String text = QUESTION.formatted("ada@example.org", 70) + QUESTION.formatted("", "");
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      PolicyReader reader = new PolicyReader();
      List<PolicyQuestion> questions = new ArrayList<>();
      for (int at = 0; at < text.length(); ) {
        int end = Math.min(text.length(), at + 1 + random.nextInt(120));
        questions.addAll(read(reader, text.substring(at, end)));
        at = end;
      }
      assertThat(questions)
          .containsExactly(new PolicyQuestion("ada@example.org", 70), new PolicyQuestion("", 0));
      assertThat(reader.hasBegun()).isFalse();
    }
  }

  @Test
  void anUnknownSizeIsEmpty() throws MalformedQuestionException {
    assertThat(read(new PolicyReader(), QUESTION.formatted("ada@example.org", -1)))
        .containsExactly(new PolicyQuestion("ada@example.org", 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n",
        "request=other\n\n",
        "GET / HTTP/1.1\n",
        "=x\n",
        "request=smtpd_access_policy\nsize=many\n\n"
      })
  void aMalformedQuestionIsRefused(String text) {
    assertThatThrownBy(() -> read(new PolicyReader(), text))
        .isInstanceOf(MalformedQuestionException.class);
  }

  @Test
  void anEndlessQuestionIsRefused() {
    assertThatThrownBy(
            () -> read(new PolicyReader(), "a=b\n".repeat(PolicyReader.MAX_BYTES / 4) + "c"))
        .isInstanceOf(MalformedQuestionException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "552, 5.2.2, 552 5.2.2 words",
    "452, 4.2.2, 452 4.2.2 words",
    "550, 5.1.1, 550 5.1.1 words",
    "550, 5.1.2, DUNNO", // another site's
    "451, 4.3.0, DUNNO", // an outage: the MTA keeps the mail
    "451, 4.3.2, DUNNO",
    "451, 4.3.5, DUNNO"
  })
  void onlyAMailboxRefuses(int code, String status, String expected) {
    Reply reply = new Reply(code, status, "words");
    assertThat(PolicyAnswer.action(new Verdict.Refused(reply))).isEqualTo(expected);
    assertThat(UTF_8.decode(PolicyAnswer.octets(expected)).toString())
        .isEqualTo("action=" + expected + "\n\n");
  }
}
