package arashi.delivery.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.delivery.Reply;
import arashi.mime.address.MailAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state machine, without sockets and stages. */
class SessionTest {
  private static final String MAIL = "MAIL FROM:<eve@example.net>\r\n";
  private static final String ADA = "RCPT TO:<ada@example.org>\r\n";
  private static final String BOB = "RCPT TO:<bob@example.org>\r\n";
  private static final String NOBODY = "RCPT TO:<nobody@example.org>\r\n";

  // ---- greetings

  @Test
  void lmtpAnnouncesWhatItCan() {
    Dialogue lmtp = new Dialogue(Dialogue.config(Protocol.LMTP), true, IntUnaryOperator.identity());

    assertThat(lmtp.send("LHLO client\r\n"))
        .isEqualTo(
            """
            220 mx.example.org LMTP Arashi\r
            250-mx.example.org\r
            250-PIPELINING\r
            250-SIZE 100000\r
            250-8BITMIME\r
            250-SMTPUTF8\r
            250-ENHANCEDSTATUSCODES\r
            250-STARTTLS\r
            250 CHUNKING\r
            """);
  }

  @Test
  void eachProtocolHasItsGreeting() {
    assertThat(Dialogue.lmtp().codes("EHLO x\r\nHELO x\r\nLHLO x\r\nLHLO\r\n"))
        .isEqualTo("500 500 250 501");
    assertThat(Dialogue.smtp().codes("LHLO x\r\nHELO x\r\nEHLO x\r\nEHLO  \r\n"))
        .isEqualTo("500 250 250 501");
  }

  @Test
  void commandsHaveTheirOrder() {
    Dialogue fresh =
        new Dialogue(Dialogue.config(Protocol.SMTP), true, IntUnaryOperator.identity());
    assertThat(fresh.codes(MAIL + "NOOP\r\n")).isEqualTo("220 503 250");

    Dialogue lmtp = Dialogue.lmtp();
    assertThat(lmtp.codes(ADA + "DATA\r\n")).isEqualTo("503 503");
    assertThat(lmtp.codes(MAIL + MAIL + "DATA\r\n" + ADA + "RSET\r\n" + ADA))
        .isEqualTo("250 503 503 250 250 503");
  }

  @ParameterizedTest
  @CsvSource({
    "NOOP x, 250",
    "noop, 250",
    "VRFY ada, 252",
    "VRFY, 501",
    "EXPN list, 502",
    "HELP, 214",
    "RSET x, 501",
    "DATA x, 501",
    "STARTTLS x, 501",
    "AUTH PLAIN, 500",
    "XYZZY, 500",
    "MAILFROM:<a@b>, 500",
    "BDAT, 501",
    "BDAT x LAST, 501",
    "BDAT -1, 501",
    "BDAT 1 FIRST, 501",
    "BDAT 9999999999999999999, 501",
    "GET / HTTP/1.1, 421",
    "QUIT, 221",
  })
  void answersEachCommand(String line, String code) {
    Dialogue smtp = Dialogue.smtp();
    assertThat(smtp.codes(line + "\r\n")).isEqualTo(code);
    assertThat(smtp.isClosed()).isEqualTo(code.equals("421") || code.equals("221"));
  }

  // ---- envelopes

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "FROM:<> | 250",
        "from: <eve@example.net> | 250",
        "FROM:<@a.example,@b.example:eve@example.net> | 250",
        "FROM:<eve@example.net> SIZE=1000 BODY=8BITMIME SMTPUTF8 | 250",
        "FROM:<eve@example.net>  body=7bit  | 250",
        "FROM:<\"a> b\"@example.net> SIZE=1 | 250",
        "FROM:<eve@example.net> SIZE=00000000000000001000 | 250",
        "FROM:<eve@example.net> SIZE=100000 | 250",
        "FROM:<eve@example.net> SIZE=100001 | 552",
        "FROM:<eve@example.net> SIZE=99999999999999999999 | 552",
        "FROM:<eve@example.net> SIZE=999999999999999999999 | 501",
        "FROM:<eve@example.net> SIZE=abc | 501",
        "FROM:<eve@example.net> SIZE | 501",
        "FROM:<eve@example.net> SIZE=1 SIZE=1 | 501",
        "FROM:<eve@example.net> BODY=BINARYMIME | 501",
        "FROM:<eve@example.net> SMTPUTF8=1 | 501",
        "FROM:<eve@example.net> AUTH=<> | 555",
        "FROM:<eve@example.net>SIZE=1 | 501",
        "FROM:eve@example.net | 501",
        "FROM:<eve | 501",
        "FROM:<eve> | 501",
        "TO:<eve@example.net> | 501",
        "FROM:<postmaster> | 501",
        "FROM: | 501",
        "FROM:<dürer@example.net> | 553",
        "FROM:<eve@bücher.example> | 553",
        "FROM:<dürer@example.net> SMTPUTF8 | 250",
      })
  void readsMail(String argument, String code) {
    assertThat(Dialogue.smtp().codes("MAIL " + argument + "\r\n")).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "TO:<ada@example.org> | 250",
        "TO:<ADA+Shop@EXAMPLE.ORG> | 250",
        "TO:<\"ada\"@example.org> | 250",
        "TO:<nobody+ada@example.org> | 550",
        "TO:<full@example.org> | 552",
        "TO:<> | 501",
        "TO:<ad\"a@example.org> | 501",
        "TO:<\"ada@example.org> X=y\"@example.net> | 550",
        "TO:<nobody@[192.0.2.9]> | 550",
        "TO:<ada@example.org> NOTIFY=NEVER | 555",
        "TO:<άγνωστος@example.org> | 553",
        "TO:<postmaster> | 550",
        "TO:<POSTMASTER> | 550",
        "TO:<postmaster@> | 501",
        "TO:<abuse> | 501",
      })
  void readsRecipients(String argument, String code) {
    assertThat(Dialogue.lmtp().codes(MAIL + "RCPT " + argument + "\r\n")).isEqualTo("250 " + code);
  }

  /** Relay tricks with special address forms: this server must relay none of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "victim@example.net",
        "victim%example.net@example.org",
        "\"victim@example.net\"@example.org",
        "\"victim%example.net\"@example.org",
        "@example.org:victim@example.net",
        "@example.org,@other.example:victim@example.net",
        "example.net!victim@example.org",
        "example.net!victim",
        "victim@example.net@example.org",
        "victim@[192.0.2.1]",
        "victim@example.org.example.net",
        "\"victim\"@example.net",
        "victim@example.net.",
      })
  void relaysNothing(String recipient) {
    Dialogue smtp = Dialogue.smtp();
    assertThat(smtp.codes(MAIL + "RCPT TO:<" + recipient + ">\r\nDATA\r\n"))
        .matches("250 (550|501) 503");
    assertThat(smtp.mailboxes.mails()).isEmpty();
  }

  @Test
  void passesTheProtocolOfAMailToTheStore() {
    Dialogue lmtp = Dialogue.lmtp();
    lmtp.send("STARTTLS\r\n");
    lmtp.send("LHLO relay.example\r\n");
    lmtp.send(
        "MAIL FROM:<dürer@bücher.example> SMTPUTF8 SIZE=12\r\n" + ADA + "DATA\r\nhi\r\n.\r\n");

    IncomingMail mail = lmtp.mailboxes.mails().get(0);
    Envelope envelope = mail.envelope();
    assertThat(envelope.protocol()).isEqualTo(Protocol.LMTP);
    assertThat(envelope.client()).isEqualTo("192.0.2.7");
    assertThat(envelope.helo()).isEqualTo("relay.example");
    assertThat(envelope.tls()).isTrue();
    assertThat(envelope.trusted()).isTrue();
    assertThat(envelope.sender()).contains(new MailAddress("dürer", "xn--bcher-kva.example"));
    assertThat(envelope.smtputf8()).isTrue();
    assertThat(envelope.size()).isEqualTo(12);
  }

  // ---- lines

  @Test
  void onlyCrlfEndsACommand() {
    Dialogue smtp = Dialogue.smtp();
    assertThat(smtp.codes("NOOP\nNOOP\r\n")).isEqualTo("500");
    assertThat(smtp.codes("NOOP\rNOOP\r\n")).isEqualTo("500");
    assertThat(smtp.codes("NOOP\0\r\n")).isEqualTo("500");
    assertThat(smtp.codes("NOOP")).isEmpty();
    assertThat(smtp.codes("\n")).isEmpty();
    assertThat(smtp.codes("\r\n")).isEqualTo("500");
    assertThat(smtp.codes("NOOP\r\n")).isEqualTo("250");
  }

  @Test
  void refusesWhatIsNotUtf8() {
    Dialogue smtp = Dialogue.smtp();
    smtp.send(new byte[] {'N', 'O', 'O', 'P', ' ', (byte) 0xff, '\r', '\n'});
    assertThat(smtp.send("MAIL FROM:<\r\n")).startsWith("501");
    assertThat(
            smtp.send(
                "MAIL FROM:<\u00ff@example.net> SMTPUTF8\r\n"
                    .getBytes(StandardCharsets.ISO_8859_1)))
        .startsWith("500 5.5.2");
  }

  @Test
  void boundsLines() {
    Dialogue smtp = Dialogue.smtp();
    assertThat(smtp.codes("NOOP " + "x".repeat(2041) + "\r\n")).isEqualTo("250");
    assertThat(smtp.codes("NOOP " + "x".repeat(2042) + "\r\n")).isEqualTo("500");
    assertThat(smtp.codes("NOOP " + "x".repeat(6000) + "\r\nNOOP\r\n")).isEqualTo("500 250");
    assertThat(smtp.codes("x".repeat(7000))).isEqualTo("500");
    assertThat(smtp.isClosed()).isTrue();
  }

  @Test
  void repliesNeverHoldWhatEndsALine() {
    Dialogue lmtp = Dialogue.lmtp();
    lmtp.send(MAIL);
    String replies = lmtp.send("RCPT TO:<\"a\\" + "b" + "\"@example.org>\r\n");
    assertThat(replies).matches("550 5\\.1\\.1 [\\x20-\\x7e]+\r\n");
  }

  // ---- bounds of a session

  @Test
  void endsAfterManyErrors() {
    Dialogue smtp = Dialogue.smtp();
    assertThat(smtp.codes("X\r\n".repeat(9))).isEqualTo("500 500 500 500 500 500 421");
    assertThat(smtp.isClosed()).isTrue();
  }

  @Test
  void aMailThatIsTakenMakesUpForErrors() {
    Dialogue smtp = Dialogue.smtp();
    for (int i = 0; i < 5; i++) {
      smtp.send("X\r\n".repeat(4) + MAIL + ADA + "DATA\r\nx\r\n.\r\n");
    }
    assertThat(smtp.contents()).hasSize(5);
  }

  @Test
  void aStrangerMayNotTryManyNames() {
    Dialogue stranger =
        new Dialogue(Dialogue.config(Protocol.SMTP), false, IntUnaryOperator.identity());
    stranger.send("EHLO x\r\n" + MAIL);
    assertThat(stranger.codes(NOBODY.repeat(9))).isEqualTo("550 550 550 550 550 550 421");

    Dialogue mta = Dialogue.smtp();
    mta.send(MAIL);
    assertThat(mta.codes(NOBODY.repeat(9))).isEqualTo("550 ".repeat(9).strip());
  }

  @Test
  void endsAfterManyCommands() {
    Dialogue smtp = Dialogue.smtp();
    smtp.send("NOOP\r\n".repeat(199));
    assertThat(smtp.codes("NOOP\r\n")).isEqualTo("421");
  }

  @Test
  void putsOffRecipientsBeyondTheLimit() {
    Dialogue smtp = Dialogue.smtp();
    assertThat(smtp.codes(MAIL + ADA.repeat(3) + BOB.repeat(20) + "DATA\r\nx\r\n.\r\n"))
        .isEqualTo("250 250 250 250 " + "452 ".repeat(20) + "354 250");
    assertThat(smtp.mailboxes.mails().get(0).recipients()).hasSize(3);
  }

  // ---- TLS

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void forgetsWhatCameBeforeTls(Protocol protocol) {
    Dialogue dialogue = Dialogue.begun(protocol, IntUnaryOperator.identity());
    dialogue.send(MAIL + ADA);
    assertThat(dialogue.codes("STARTTLS\r\nMAIL FROM:<evil@example.net>\r\nRSET\r\n"))
        .isEqualTo("220");
    assertThat(dialogue.codes(MAIL + ADA)).isEqualTo("503 503");
    String hello = protocol == Protocol.LMTP ? "LHLO" : "EHLO";
    assertThat(dialogue.send(hello + " x\r\n")).contains("CHUNKING").doesNotContain("STARTTLS");
    assertThat(dialogue.codes("STARTTLS\r\n")).isEqualTo("503");
  }

  @Test
  void hasNoTlsUnlessItIsOffered() {
    SessionConfig plain = new SessionConfig(Protocol.SMTP, "mx", 3, true, false, Dialogue.LIMITS);
    Dialogue smtp = new Dialogue(plain, true, IntUnaryOperator.identity());
    assertThat(smtp.send("EHLO x\r\n")).doesNotContain("STARTTLS");
    assertThat(smtp.codes("STARTTLS\r\nNOOP\r\n")).isEqualTo("502 250");
  }

  // ---- refusals

  @Test
  void saysWhyThereIsNoRoom() {
    Dialogue lmtp = Dialogue.lmtp();
    assertThat(session(lmtp, MAIL)).isEqualTo(Next.ADMIT);
    lmtp.session.refuse(reply(451));
    assertThat(lmtp.codes("NOOP\r\n")).isEqualTo("451 250");

    lmtp.send(MAIL);
    assertThat(session(lmtp, ADA)).isEqualTo(Next.JUDGE);
    lmtp.session.refuse(reply(451));
    assertThat(lmtp.codes(ADA + BOB)).isEqualTo("451 250 250");

    assertThat(session(lmtp, "DATA\r\nx\r\n.\r\n")).isEqualTo(Next.DELIVER);
    lmtp.session.takeMail().content().release();
    lmtp.session.refuse(reply(451));
    assertThat(lmtp.codes("NOOP\r\n")).isEqualTo("451 451 250");
  }

  @Test
  void givesMemoryBackWhenTheClientGoes() {
    Dialogue lmtp = Dialogue.lmtp();
    lmtp.send(MAIL + ADA + "DATA\r\nthis is only");
    assertThat(lmtp.memory.taken()).isPositive();
    lmtp.session.close();
    assertThat(lmtp.memory.taken()).isZero();
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
