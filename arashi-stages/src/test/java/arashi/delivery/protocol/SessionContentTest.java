package arashi.delivery.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Protocol;
import arashi.delivery.Reply;
import arashi.delivery.memory.Claim;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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
      assertThat(dialogue.memory.taken()).isZero();
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
    assertThat(lmtp.memory.taken()).isZero();
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
    assertThat(smtp.memory.taken()).isZero();
  }

  @Test
  void failsAMailThatDoesNotFitIntoMemory() {
    Dialogue lmtp = Dialogue.lmtp();
    List<Claim> others = lmtp.fillMemory();
    assertThat(lmtp.codes(MAIL + ADA + "DATA\r\nhello\r\n.\r\nNOOP\r\n"))
        .isEqualTo("250 250 354 452 250");
    assertThat(lmtp.codes(MAIL + ADA + "BDAT 5\r\nhelloBDAT 5 LAST\r\nhello"))
        .isEqualTo("250 250 452 452");
    others.forEach(Claim::release);
    assertThat(lmtp.codes(MAIL + ADA + "DATA\r\nhello\r\n.\r\n")).isEqualTo("250 250 354 250");
  }

  @ParameterizedTest
  @CsvSource({"100, DATA", "90000, DATA", "90000, BDAT"})
  void aMailWithoutMemoryForItsAnnouncedSizeIsPutOffBeforeItsContent(int size, String command) {
    Dialogue lmtp = Dialogue.lmtp();
    List<Claim> others = lmtp.fillMemory();
    String mail = "MAIL FROM:<eve@example.net> SIZE=" + size + "\r\n";
    String content = "x".repeat(size - 2) + "\r\n";
    String sent = command.equals("DATA") ? "DATA\r\n" : "BDAT " + size + " LAST\r\n" + content;

    assertThat(lmtp.codes(mail + ADA + sent)).isEqualTo("451 503 503");

    others.forEach(Claim::release);
    sent = command.equals("DATA") ? "DATA\r\n" + content + ".\r\n" : sent;
    assertThat(lmtp.codes(mail + ADA + sent).replace(" 354", "")).isEqualTo("250 250 250");
    assertThat(lmtp.contents()).containsExactly(content);
    assertThat(lmtp.memory.taken()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 5_000, 70_000})
  void aMailMayBeLargerThanAnnounced(int announced) {
    Dialogue lmtp = Dialogue.lmtp();
    String content = "x".repeat(89_998) + "\r\n";
    String mail = "MAIL FROM:<eve@example.net> SIZE=" + announced + "\r\n";

    assertThat(lmtp.codes(mail + ADA + "DATA\r\n" + content + ".\r\n"))
        .isEqualTo("250 250 354 250");

    assertThat(lmtp.contents()).containsExactly(content);
    assertThat(lmtp.memory.taken()).isZero();
  }

  /** Others count on announced sizes, so this mail is put off instead of waiting. */
  @Test
  void aMailThatIsLargerThanAnnouncedDoesNotWaitForMemory() {
    Dialogue lmtp = Dialogue.lmtp();
    lmtp.send("MAIL FROM:<eve@example.net> SIZE=1000\r\n" + ADA);
    List<Claim> others = lmtp.fillMemory();
    String content = "x".repeat(89_998) + "\r\n";

    assertThat(lmtp.codes("DATA\r\n" + content + ".\r\n")).isEqualTo("354 452");

    others.forEach(Claim::release);
    assertThat(lmtp.memory.taken()).isZero();
  }

  @Test
  void anAbandonedTransactionGivesItsReservationBack() {
    String mail = "MAIL FROM:<eve@example.net> SIZE=90000\r\n";
    for (String end : List.of("RSET\r\n", "LHLO again\r\n", "STARTTLS\r\n", "QUIT\r\n")) {
      Dialogue lmtp = Dialogue.lmtp();
      lmtp.send(mail);
      assertThat(lmtp.memory.taken()).isGreaterThan(90_000);

      lmtp.send(end);

      assertThat(lmtp.memory.taken()).as(end).isZero();
    }
  }

  /** An MTA pipelines them, and goes on with the next mail of its queue. */
  @Test
  void theCommandsOfAMailThatIsPutOffAreNoErrors() {
    Dialogue lmtp = Dialogue.lmtp();
    List<Claim> others = lmtp.fillMemory();
    String mail = "MAIL FROM:<eve@example.net> SIZE=10\r\n";
    for (int i = 0; i < 2 * Dialogue.LIMITS.errors(); i++) {
      assertThat(lmtp.codes(mail + ADA + "DATA\r\n")).isEqualTo("451 503 503");
      assertThat(lmtp.codes(mail + ADA + "BDAT 1 LAST\r\nx")).isEqualTo("451 503 503");
    }
    others.forEach(Claim::release);
    assertThat(lmtp.codes(mail + ADA + "DATA\r\nx\r\n.\r\n")).isEqualTo("250 250 354 250");
    assertThat(lmtp.codes(ADA.repeat(Dialogue.LIMITS.errors() + 1))).endsWith("421");
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
