package arashi.delivery.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Protocol;
import arashi.delivery.Reply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Content of mails in sessions, without sockets and stages. */
class SessionContentTest {
  private static final String MAIL = "MAIL FROM:<eve@example.net>\r\n";
  private static final String ADA = "RCPT TO:<ada@example.org>\r\n";
  private static final String BOB = "RCPT TO:<bob@example.org>\r\n";
  private static final String NOBODY = "RCPT TO:<nobody@example.org>\r\n";

  // ---- content

  @Test
  void lmtpAnswersForEachRecipientAndSmtpForAll() {
    assertThat(
            Dialogue.lmtp().codes(MAIL + ADA + NOBODY + BOB + ADA + "DATA\r\nx\r\n.\r\nNOOP\r\n"))
        .isEqualTo("250 250 550 250 250 354 250 250 250 250");
    assertThat(Dialogue.smtp().codes(MAIL + ADA + NOBODY + BOB + "DATA\r\nx\r\n.\r\nNOOP\r\n"))
        .isEqualTo("250 250 550 250 354 250 250");
  }

  @ParameterizedTest
  @CsvSource({
    "250, 250, 250",
    "250, 552, 552",
    "552, 250, 552",
    "552, 452, 452",
    "452, 250, 452",
    "554, 552, 554"
  })
  void theOneAnswerOfSmtpIsTheOneThatLosesNothing(int first, int second, String code) {
    Dialogue smtp = Dialogue.smtp();
    smtp.send(MAIL + ADA + BOB);
    session(smtp, "DATA\r\nx\r\n.\r\n");
    smtp.session.takeMail().content().release();
    smtp.session.delivered(List.of(reply(first), reply(second)));

    assertThat(smtp.codes("\r")).isEqualTo(code);
  }

  @Test
  void answersForAllEvenIfTheStoreDoesNot() {
    Dialogue lmtp = Dialogue.lmtp();
    lmtp.send(MAIL + ADA + BOB);
    assertThat(session(lmtp, "DATA\r\nx\r\n.\r\n")).isEqualTo(Next.DELIVER);
    lmtp.session.takeMail().content().release();
    lmtp.session.delivered(List.of(reply(250)));

    assertThat(lmtp.codes("\r")).isEqualTo("250 451");
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void givesAMailOnAsItCame(Protocol protocol) {
    StringBuilder body = new StringBuilder();
    Random random = new Random(7);
    while (body.length() < 60_000) {
      body.append(".".repeat(random.nextInt(3))).append("x".repeat(random.nextInt(2000)));
      body.append("\u00ff\u0080\0").append("\r\n");
    }
    String content = body.toString();
    String stuffed = content.replaceAll("(?m)^\\.", "..");
    for (int seed = 0; seed < 20; seed++) {
      Random cuts = new Random(seed);
      Dialogue dialogue = Dialogue.begun(protocol, left -> 1 + cuts.nextInt(Math.min(left, 5000)));
      dialogue.send(MAIL + ADA + "DATA\r\n");
      dialogue.send((stuffed + ".\r\n").getBytes(StandardCharsets.ISO_8859_1));
      dialogue.send(
          (MAIL + ADA + "BDAT " + content.length() + " LAST\r\n" + content)
              .getBytes(StandardCharsets.ISO_8859_1));

      assertThat(dialogue.contents()).containsExactly(content, content);
      assertThat(dialogue.memory.left()).isEqualTo(Dialogue.MEMORY);
    }
  }

  @Test
  void lmtpKeepsLineEndsOfOtherKindsAndSmtpRefusesThem() {
    String smuggled = "one\n.\nMAIL FROM:<root@example.org>\r\nDATA\r\ntwo\r\n.\r\n";
    Dialogue lmtp = Dialogue.lmtp();
    assertThat(lmtp.codes(MAIL + ADA + "DATA\r\n" + smuggled)).isEqualTo("250 250 354 250");
    assertThat(lmtp.contents())
        .containsExactly("one\n.\nMAIL FROM:<root@example.org>\r\nDATA\r\ntwo\r\n");

    Dialogue smtp = Dialogue.smtp();
    assertThat(smtp.codes(MAIL + ADA + "DATA\r\n" + smuggled)).isEqualTo("250 250 354 550");
    assertThat(smtp.codes(MAIL + ADA + "BDAT 4 LAST\r\na\nb\r")).isEqualTo("250 250 550");
    assertThat(smtp.codes(MAIL + ADA + "BDAT 2\r\na\rBDAT 3 LAST\r\n\nb\r"))
        .as("a CRLF that two chunks share, and a CR at the end")
        .isEqualTo("250 250 250 550");
    assertThat(smtp.codes(MAIL + ADA + "BDAT 2\r\na\rBDAT 1 LAST\r\n\n"))
        .isEqualTo("250 250 250 250");
    assertThat(smtp.contents()).containsExactly("a\r\n");
  }

  @Test
  void refusesAMailThatIsTooLargeAtItsEnd() {
    Dialogue lmtp = Dialogue.lmtp();
    String line = "x".repeat(998) + "\r\n";
    assertThat(lmtp.codes(MAIL + ADA + BOB + "DATA\r\n" + line.repeat(100) + ".\r\n"))
        .isEqualTo("250 250 250 354 250 250");
    assertThat(lmtp.codes(MAIL + ADA + BOB + "DATA\r\n" + line.repeat(100) + "x\r\n.\r\nNOOP\r\n"))
        .isEqualTo("250 250 250 354 552 552 250");
    assertThat(lmtp.memory.left()).isEqualTo(Dialogue.MEMORY);
  }

  @Test
  void endsIfNoEndOfAMailComes() {
    Dialogue smtp = Dialogue.smtp();
    smtp.send(MAIL + ADA + "DATA\r\n");
    String endless = "x".repeat(10_000);
    int sent = 0;
    while (!smtp.isClosed() && sent < 1_000_000) {
      smtp.send(endless);
      sent += endless.length();
    }
    assertThat(sent).isBetween(300_000, 330_000);
    assertThat(smtp.memory.left()).isEqualTo(Dialogue.MEMORY);
  }

  @Test
  void failsAMailForWhichThereIsNoMemory() {
    Dialogue lmtp = Dialogue.lmtp();
    assertThat(lmtp.memory.tryTake(Dialogue.MEMORY - 1000)).isTrue();
    assertThat(lmtp.codes(MAIL + ADA + "DATA\r\nhello\r\n.\r\nNOOP\r\n"))
        .isEqualTo("250 250 354 452 250");
    assertThat(lmtp.codes(MAIL + ADA + "BDAT 5\r\nhelloBDAT 5 LAST\r\nhello"))
        .isEqualTo("250 250 452 452");
    lmtp.memory.giveBack(Dialogue.MEMORY - 1000);
    assertThat(lmtp.codes(MAIL + ADA + "DATA\r\nhello\r\n.\r\n")).isEqualTo("250 250 354 250");
  }

  // ---- chunks

  @Test
  void putsChunksTogether() {
    Dialogue lmtp = Dialogue.lmtp();
    assertThat(
            lmtp.codes(
                MAIL + ADA + BOB + "BDAT 3\r\na\r\nBDAT 0\r\nBDAT 5\r\n.\r\n.\rBDAT 1 last\r\n\n"))
        .isEqualTo("250 250 250 250 250 250 250 250");
    assertThat(lmtp.contents()).containsExactly("a\r\n.\r\n.\r\n");
  }

  @Test
  void readsTheChunkOfARefusedBdat() {
    Dialogue lmtp = Dialogue.lmtp();
    assertThat(lmtp.codes("BDAT 6 LAST\r\nQUIT\r\nNOOP\r\n")).isEqualTo("503 250");
    assertThat(lmtp.codes(MAIL + NOBODY + "BDAT 6\r\nQUIT\r\nNOOP\r\n"))
        .isEqualTo("250 550 503 250");
    assertThat(lmtp.codes(ADA + "BDAT 3\r\na\r\nDATA\r\n" + BOB + "RSET\r\nBDAT 0 LAST\r\n"))
        .isEqualTo("250 250 503 503 250 503");
    assertThat(lmtp.codes(MAIL + ADA + "BDAT 3 LAST\r\nb\r\n")).isEqualTo("250 250 250");
    assertThat(lmtp.contents()).containsExactly("b\r\n");
  }

  @Test
  void anUnreadableBdatLeavesTheMailAsItIs() {
    Dialogue lmtp = Dialogue.lmtp();
    assertThat(lmtp.codes(MAIL + ADA + "BDAT x\r\nDATA\r\nx\r\n.\r\n"))
        .isEqualTo("250 250 501 354 250");
  }

  @Test
  void refusesChunksThatAreTooLarge() {
    Dialogue lmtp = Dialogue.lmtp();
    String much = "x".repeat(60_000);
    assertThat(
            lmtp.codes(
                MAIL
                    + ADA
                    + BOB
                    + "BDAT 60000\r\n"
                    + much
                    + "BDAT 60000\r\n"
                    + much
                    + "BDAT 0 LAST\r\nNOOP\r\n"))
        .isEqualTo("250 250 250 250 552 552 552 250");
    assertThat(lmtp.codes(MAIL + ADA + "BDAT 120000 LAST\r\n" + much + much + "NOOP\r\n"))
        .isEqualTo("250 250 552 250");
    assertThat(lmtp.codes("BDAT 999999999999 LAST\r\n")).isEqualTo("552");
    assertThat(lmtp.isClosed()).isTrue();
    assertThat(lmtp.contents()).isEmpty();
  }

  private static Reply reply(int code) {
    return new Reply(code, code / 100 + ".0.0", "Said so");
  }

  private static Next session(Dialogue dialogue, String text) {
    Next next = dialogue.session.next(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    dialogue.session.takeReplies();
    return next;
  }
}
