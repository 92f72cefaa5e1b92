package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.mime.address.Wrong;
import arashi.mime.header.SevenBitHeader;
import arashi.mime.parse.ParsedMail;
import jakarta.mail.Message;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.james.mime4j.dom.address.MailboxList;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingMailTest {
  private final Writing writing = new Writing();

  private static MimeMessage angus(byte[] mail) throws Exception {
    return new MimeMessage(null, new ByteArrayInputStream(mail));
  }

  private static org.apache.james.mime4j.dom.Message mime4j(byte[] mail) throws IOException {
    return new DefaultMessageBuilder().parseMessage(new ByteArrayInputStream(mail));
  }

  // ---- header

  @Test
  void whatEarlierDeliveriesNotedIsNotRedirected() throws Exception {
    Writing writing = new Writing();
    String noted =
        String.join(
            "\r\n",
            "Return-Path: <bounce@far.example>",
            "Delivered-To: old@elsewhere.example",
            "X-Original-To: old@elsewhere.example",
            "Bcc: hidden@far.example",
            "");
    String raw = "From: tove@far.example\r\nTo: mira@home.example\r\n\r\nNine o'clock?\r\n";
    Draft draft =
        writing
            .answer(AnswerKind.REDIRECT, (noted + raw).getBytes(StandardCharsets.ISO_8859_1))
            .withRecipients("bo@far.example", "", "");
    assertThat(writing.wire(draft)).endsWith("home.example>\r\n" + raw).doesNotContain("elsewhere");
    assertThat(writing.wire(draft)).doesNotContain("bounce@", "hidden@");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "two  blanks.txt", "three   blanks and a\\backslash.txt", "C\\D.txt", "größer  \\ ä.txt",
        "(a) [b] {c}.txt", "say \"hi\".txt", "a;b,c=d.txt", "100% + #1's.txt"
      })
  void namesOfFilesArriveAsTheyAre(String name) throws Exception {
    Writing writing = new Writing();
    Attached file = writing.file(name, "text/plain", new byte[] {'x'});
    byte[] mail = writing.bytes(Writing.letter().withAttachments(List.of(file)));
    assertThat(Writing.PARSER.parse(mail).view().attachments().get(0).fileName()).isEqualTo(name);
  }

  @Test
  void aMailThatIsRedirectedStandsBelowItsNewFieldsAsItWas() throws Exception {
    Writing writing = new Writing();
    String raw =
        String.join(
            "\r\n",
            "DKIM-Signature: v=1; b=x",
            "From: tove@far.example",
            "To:  mira@home.example",
            "Subject: Boat",
            "",
            ".",
            "Nine o'clock?",
            "");
    Draft draft =
        writing
            .answer(AnswerKind.REDIRECT, raw.getBytes(StandardCharsets.ISO_8859_1))
            .withRecipients("Bo <bo@far.example>", "ib@far.example", "hidden@far.example");

    String wire = writing.wire(draft);

    assertThat(wire).endsWith(raw).doesNotContain("hidden@");
    assertThat(wire.substring(0, wire.length() - raw.length()).split("\r\n"))
        .extracting(line -> line.substring(0, line.indexOf(':')))
        .containsExactly(
            "Resent-Date", "Resent-From", "Resent-To", "Resent-Cc", "Resent-Message-ID");
    assertThat(writing.build(draft).recipients())
        .containsExactly("bo@far.example", "ib@far.example", "hidden@far.example");
    String secret = writing.wire(draft.withRecipients("", "", "hidden@far.example"));
    assertThat(Writing.field(secret, "Resent-To")).isEqualTo("undisclosed-recipients:;");
  }

  @ParameterizedTest
  @EnumSource(names = {"REDIRECT", "FORWARD_ATTACHED"})
  void otherRecipientsDoNotSeeBlindCopies(AnswerKind kind) throws Exception {
    String raw =
        """
        From: mira@home.example
        bcc: first@far.example,
        \tsecond@far.example
        To: ib@far.example
        Resent-Bcc : third@far.example
        Subject: Boat

        Bcc: is what a blind copy is called.
        """;
    Draft draft =
        writing
            .answer(kind, raw.getBytes(StandardCharsets.ISO_8859_1))
            .withRecipients("bo@far.example", "", "");
    assertThat(writing.wire(draft))
        .doesNotContain("first@", "second@", "third@")
        .contains("\r\nTo: ib@far.example\r\nSubject: Boat\r\n\r\nBcc: is what");
  }

  @Test
  void aMailThatMayNotLeaveAsItIsIsNotRedirected() {
    Writing writing = new Writing();
    String raw = "From: tove@far.example\n\n" + "x".repeat(1_200) + "\n";
    Draft draft =
        writing
            .answer(AnswerKind.REDIRECT, raw.getBytes(StandardCharsets.ISO_8859_1))
            .withRecipients("bo@far.example", "", "");
    assertThatThrownBy(() -> writing.build(draft))
        .isInstanceOfSatisfying(
            BadDraft.class, bad -> assertThat(bad.problem()).isEqualTo(BadDraft.Problem.UNFIT));
    assertThatThrownBy(() -> writing.build(draft.withAttachments(List.of())))
        .isInstanceOf(BadDraft.class);
  }

  @Test
  void namesSenderRecipientsSubjectAndDate() throws Exception {
    Draft draft = Writing.letter().withRecipients("Tove <tove@far.example>", "Bo@Far.Example", "");
    assertThat(writing.wire(draft))
        .isEqualTo(
            """
            Date: Mon, 9 Mar 2026 08:07:06 +0100
            From: Mira Vogel <mira@home.example>
            To: Tove <tove@far.example>
            Cc: Bo@far.example
            Message-ID: <20260309.k7q@home.example>
            Subject: Boat
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8; format=flowed
            Content-Transfer-Encoding: 7bit

            The boat leaves at nine.
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void sameDraftMakesTheSameBytes() throws Exception {
    Draft draft =
        Writing.letter()
            .withText("Blåt hav")
            .withAttachments(List.of(writing.file("a.bin", "image/png", new byte[1000])));
    byte[] once = writing.bytes(draft);
    OutgoingMail mail = writing.build(draft);
    assertThat(Writing.bytes(mail)).isEqualTo(once);
    assertThat(Writing.bytes(mail)).isEqualTo(once);
    assertThat(mail.size()).isEqualTo(once.length);
  }

  @Test
  void blindCopiesAreInTheEnvelopeAlone() throws Exception {
    Draft draft =
        Writing.letter()
            .withRecipients(
                "bo@far.example", "ib@far.example", "Eve <eve@far.example>, BO@far.example");
    OutgoingMail mail = writing.build(draft);
    assertThat(mail.recipients())
        .containsExactly("bo@far.example", "ib@far.example", "eve@far.example");
    assertThat(mail.envelopeFrom()).isEqualTo("mira@home.example");
    assertThat(writing.wire(draft).toLowerCase(Locale.ROOT))
        .doesNotContain("bcc")
        .doesNotContain("eve");
  }

  @Test
  void mailToBlindCopiesAloneHasAnEmptyGroup() throws Exception {
    Draft draft = Writing.letter().withRecipients("", "", "eve@far.example");
    assertThat(Writing.field(writing.wire(draft), "To")).isEqualTo("undisclosed-recipients:;");
    assertThat(mime4j(writing.bytes(draft)).getTo().flatten()).isEmpty();
    assertThat(writing.build(draft).recipients()).containsExactly("eve@far.example");
  }

  @Test
  void answersAskedElsewhereAreSaidSo() throws Exception {
    Identity desk = new Identity("mira@home.example", "", "", "Desk, the <desk@home.example>");
    BadDraft bad =
        catchThrowableOfType(BadDraft.class, () -> writing.build(Writing.letter(), desk));
    assertThat(bad.problem()).isEqualTo(BadDraft.Problem.WRONG_SENDER);
    Identity quoted = new Identity("mira@home.example", "", "", "\"Desk\" <desk@home.example>");
    String wire =
        new String(Writing.bytes(writing.build(Writing.letter(), quoted)), StandardCharsets.UTF_8);
    assertThat(Writing.field(wire, "Reply-To")).isEqualTo("Desk <desk@home.example>");
    assertThat(Writing.field(wire, "From")).isEqualTo("mira@home.example");
  }

  @Test
  void namesAreReadAsTheyWereWritten() throws Exception {
    List<String> names =
        List.of(
            "Bruun, Bo",
            "Søren \"Sø\" Ærø",
            "a\\b",
            "O'Neil (home)",
            "=?utf-8?q?fake?=",
            "日本語の名前".repeat(20),
            "x".repeat(200),
            "dots. and <angles@evil.example>",
            "Ünï " + "c".repeat(90));
    for (String name : names) {
      Draft draft =
          Writing.letter()
              .withRecipients(
                  AddressList.format(
                      List.of(
                          new Mailbox(name, "a@far.example"), new Mailbox("", "b@far.example"))),
                  "",
                  "");
      byte[] mail = writing.bytes(draft);
      assertLegal(mail);
      assertThat(Writing.PARSER.parse(mail).envelope().to())
          .containsExactly(new Mailbox(name, "a@far.example"), new Mailbox("", "b@far.example"));
      InternetAddress[] to =
          (InternetAddress[]) angus(mail).getRecipients(Message.RecipientType.TO);
      assertThat(to).hasSize(2);
      assertThat(to[0].getPersonal()).isEqualTo(name);
      assertThat(to[0].getAddress()).isEqualTo("a@far.example");
      MailboxList list = mime4j(mail).getTo().flatten();
      assertThat(list).hasSize(2);
      assertThat(list.get(0).getAddress()).isEqualTo("a@far.example");
      assertThat(list.get(0).getName()).isEqualTo(name);
    }
  }

  @Test
  void twoThousandRecipientsAreFolded() throws Exception {
    String crowd =
        IntStream.range(0, 2_000)
            .mapToObj(i -> "\"Sailor, " + i + "\" <s" + i + "@far.example>")
            .collect(Collectors.joining(", "));
    byte[] mail = writing.bytes(Writing.letter().withRecipients(crowd, "", ""));
    assertLegal(mail);
    assertThat(angus(mail).getRecipients(Message.RecipientType.TO)).hasSize(2_000);
    BadDraft bad =
        catchThrowableOfType(
            BadDraft.class,
            () -> writing.build(Writing.letter().withRecipients(crowd, "one@more.example", "")));
    assertThat(bad.problem()).isEqualTo(BadDraft.Problem.TOO_MANY_RECIPIENTS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Boat",
        "Tøj",
        "🚣🏽‍♀️⛵🌊🐟🐠🐡🦈🐳🐋🦭🐙🦑🦐🦀🦞🐚🪸⚓🛟🚤🛥️",
        "a =?utf-8?q?fake?= b",
        "Re: [list] ääkköset and plain words behind, a lot of them, until the line is full",
        "plain words only, but more of them than a line of seventy-eight characters can hold, so",
        "trailing ünicode ü"
      })
  void subjectsAreReadAsTheyWereWritten(String subject) throws Exception {
    byte[] mail = writing.bytes(Writing.letter().withSubject(subject));
    assertLegal(mail);
    assertThat(Writing.PARSER.parse(mail).envelope().subject()).isEqualTo(subject);
    assertThat(angus(mail).getSubject()).isEqualTo(subject);
    assertThat(mime4j(mail).getSubject()).isEqualTo(subject);
    assertWholeCharacters(mail);
  }

  @Test
  void endlessWordsAreFoldedToo() throws Exception {
    for (String subject : List.of("x".repeat(3_000), "日本語".repeat(60))) {
      byte[] mail = writing.bytes(Writing.letter().withSubject(subject));
      assertLegal(mail);
      assertWholeCharacters(mail);
      assertThat(mime4j(mail).getSubject()).isEqualTo(subject);
    }
  }

  /** Asserts that each encoded word has at most 75 chars and is valid UTF-8 by itself. */
  private static void assertWholeCharacters(byte[] mail) throws Exception {
    Matcher words =
        Pattern.compile("=\\?utf-8\\?([qb])\\?([^?]*)\\?=")
            .matcher(new String(mail, StandardCharsets.US_ASCII));
    while (words.find()) {
      assertThat(words.group().length()).isLessThanOrEqualTo(75);
      byte[] bytes =
          words.group(1).equals("b")
              ? Base64.getDecoder().decode(words.group(2))
              : URLDecoder.decode(
                      words.group(2).replace("+", "%2B").replace('=', '%'),
                      StandardCharsets.ISO_8859_1)
                  .getBytes(StandardCharsets.ISO_8859_1);
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    }
  }

  @Test
  void referencesAreFoldedBetweenIds() throws Exception {
    List<String> ids =
        IntStream.range(0, 80)
            .mapToObj(i -> i + "." + "c".repeat(i == 40 ? 800 : 60) + "@far.example")
            .toList();
    Draft draft =
        Writing.letter()
            .withOrigin(Optional.of(new Origin(Origin.Kind.REPLY, 1, 2, ids.get(79), ids)));
    byte[] mail = writing.bytes(draft);
    assertLegal(mail);
    String wire = new String(mail, StandardCharsets.US_ASCII);
    assertThat(Writing.field(wire, "In-Reply-To")).isEqualTo("<" + ids.get(79) + ">");
    List<String> references = List.of(Writing.field(wire, "References").split(" "));
    assertThat(references)
        .hasSizeLessThanOrEqualTo(References.MAX_IDS)
        .startsWith("<" + ids.get(0) + ">")
        .endsWith("<" + ids.get(78) + ">", "<" + ids.get(79) + ">");
  }

  @Test
  void fiveAnswersToALongConversationStayLegal() throws Exception {
    String raw =
        "From: t@far.example\n"
            + "To: mira@home.example\n"
            + "Subject: Re: long\n"
            + "Message-ID: <r0@far.example>\n"
            + "References: "
            + IntStream.range(0, 90)
                .mapToObj(i -> "<part-" + i + "@" + "host".repeat(10) + ".example>")
                .collect(Collectors.joining("\n "))
            + "\n\nHello.\n";
    byte[] mail = raw.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
    for (int i = 1; i <= 5; i++) {
      Draft draft = writing.answer(AnswerKind.REPLY, mail).withRecipients("t@far.example", "", "");
      String id = "r" + i + "@home.example";
      mail =
          Writing.bytes(
              OutgoingMail.build(draft, Writing.IDENTITIES.get(0), id, Writing.DATE, writing));
      assertLegal(mail);
      assertThat(Writing.PARSER.parse(mail).envelope().references())
          .startsWith("part-0@" + "host".repeat(10) + ".example")
          .endsWith("r" + (i - 1) + (i == 1 ? "@far.example" : "@home.example"));
      assertThat(Writing.PARSER.parse(mail).envelope().subject()).isEqualTo("Re: long");
    }
  }

  @Test
  void forwardRefersToNothing() throws Exception {
    for (Origin.Kind kind : List.of(Origin.Kind.FORWARD, Origin.Kind.EDIT)) {
      Draft draft =
          Writing.letter()
              .withOrigin(
                  Optional.of(new Origin(kind, 1, 2, "a@x.example", List.of("a@x.example"))));
      assertThat(writing.wire(draft)).doesNotContain("In-Reply-To").doesNotContain("References");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\r\n", "\n", "\r", "\r\n ", "\u2028", "\u0085", "\u000b", "\0", "\r\n\r\n"})
  void noFieldInjectsAnother(String end) throws Exception {
    String evil = "x" + end + "X-Evil: 1" + end + "Bcc: eve@evil.example" + end;
    Attached file =
        new Attached(
            writing.keep(new byte[1]),
            "a" + evil + ".txt",
            "text/plain" + evil,
            1,
            Optional.of("i@x" + evil));
    Attached typed =
        new Attached(
            writing.keep(new byte[1]),
            "b.txt",
            "text/plain; charset=utf-8" + evil,
            1,
            Optional.empty());
    Draft draft =
        new Draft(
            evil,
            "\"Bo " + evil + "\" <bo@far.example>",
            "Ib (" + evil + ") <ib@far.example>",
            "",
            evil,
            "text",
            List.of(file, typed),
            Optional.of(
                new Origin(
                    Origin.Kind.REPLY, 1, 2, "a@x" + evil, List.of("b@x" + evil, "c@x.example"))));
    Identity identity = new Identity("mira@home.example", "Mira " + evil, evil, "");
    byte[] mail = Writing.bytes(writing.build(draft, identity));
    assertLegal(mail);
    org.apache.james.mime4j.dom.Message read = mime4j(mail);
    assertThat(read.getHeader().getField("X-Evil")).isNull();
    assertThat(read.getHeader().getField("Bcc")).isNull();
    for (String line : new String(mail, StandardCharsets.ISO_8859_1).split("\r\n", -1)) {
      assertThat(line).doesNotStartWith("X-Evil").doesNotStartWith("Bcc");
    }
    assertThat(angus(mail).getAllRecipients()).hasSize(2);
    assertThat(Writing.field(new String(mail, StandardCharsets.ISO_8859_1), "References"))
        .isEqualTo("<c@x.example>");
  }

  @Test
  void addressesThatBreakTheLineAreWrong() {
    for (String to :
        List.of(
            "bo@far.example\u0000",
            "<bo\u0001@far.example>",
            "<bo@far.example\u2028Bcc:x@y.example>",
            "\"a\u0007b\"@far.example")) {
      BadDraft bad =
          catchThrowableOfType(
              BadDraft.class, () -> writing.build(Writing.letter().withRecipients(to, "", "")));
      assertThat(bad).as(to).isNotNull();
      assertThat(bad.problem()).isEqualTo(BadDraft.Problem.WRONG_RECIPIENT);
    }
  }

  @Test
  void addressesWithLettersBeyondAsciiStandInTheHeaderAsTheyAre() throws Exception {
    byte[] mail =
        writing.bytes(
            Writing.letter()
                .withRecipients("Jörg <jo\u0308rg@bücher.example>", "用户@例子.example", ""));
    String header = new String(mail, StandardCharsets.UTF_8).split("\r\n\r\n", 2)[0];
    assertThat(header)
        .contains("To: =?utf-8?b?SsO2cmc=?= <jörg@xn--bcher-kva.example>\r\n")
        .contains("Cc: 用户@xn--fsqu00a.example\r\n");
    assertThat(Writing.PARSER.parse(mail).envelope().to())
        .extracting(Mailbox::address)
        .containsExactly("jörg@xn--bcher-kva.example");
    assertThat(SevenBitHeader.isNeeded(mail)).isTrue();
    byte[] seven = SevenBitHeader.of(mail);
    assertThat(SevenBitHeader.isNeeded(seven)).isFalse();
    for (byte octet : seven) {
      assertThat(octet).isNotNegative();
    }
    assertThat(new String(seven, StandardCharsets.US_ASCII)).contains(":;\r\nCc: =?utf-8?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a\u2028b\"@x.example", "\"a\u00a0ö\"@x.example", "\ud800@x.example"})
  void nothingInvisibleStandsInALocalPart(String address) {
    assertThat(AddressList.parse(address, true).mailboxes()).isEmpty();
  }

  @Test
  void wrongFieldsAreNamed() {
    BadDraft nobody =
        catchThrowableOfType(
            BadDraft.class, () -> writing.build(Writing.letter().withRecipients(" ,", "", "\n")));
    assertThat(nobody.problem()).isEqualTo(BadDraft.Problem.NO_RECIPIENT);
    assertThat(nobody.field()).isEqualTo(BadDraft.Field.TO);
    BadDraft wrong =
        catchThrowableOfType(
            BadDraft.class,
            () ->
                writing.build(
                    Writing.letter().withRecipients("a@x.example", "", "bo, c@x.example")));
    assertThat(wrong.problem()).isEqualTo(BadDraft.Problem.WRONG_RECIPIENT);
    assertThat(wrong.field()).isEqualTo(BadDraft.Field.BCC);
    assertThat(wrong.wrong()).containsExactly(new Wrong("bo", 0, 2, Wrong.Reason.NO_AT));
    for (String address :
        List.of("", "mira", "mira@home.example\nBcc: x@y.example", "mïra@x.example")) {
      BadDraft sender =
          catchThrowableOfType(
              BadDraft.class,
              () -> writing.build(Writing.letter(), new Identity(address, "", "", "")));
      assertThat(sender.field()).isEqualTo(BadDraft.Field.FROM);
    }
    for (String id : List.of("", "a", "a b@x", "a@x>\r\nBcc: x", "<a@x>", "ä@x")) {
      assertThatThrownBy(
              () ->
                  OutgoingMail.build(
                      Writing.letter(), Writing.IDENTITIES.get(0), id, Writing.DATE, writing))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  // ---- text

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n\n",
        "plain",
        ".\n..\n.dot",
        "From here\nFrom there",
        "> quoted\n>> deeper\n>\n> again",
        " one blank\n  two",
        "-- \nMira",
        "Blåbær på øen\n\nslut",
        "Лодка готова. Море спокойно.",
        "tab\there\n\tand there",
        "=?utf-8?q?x?= and =3D and = at the end =",
        "😀 " + "smørrebrød"
      })
  void textIsReadAsItWasWritten(String text) throws Exception {
    byte[] mail = writing.bytes(Writing.letter().withText(text));
    assertLegal(mail);
    assertThat(Writing.PARSER.parse(mail).view().text()).isEqualTo(text.stripTrailing());
  }

  @Test
  void longLinesFlow() throws Exception {
    String paragraph = "word ".repeat(300).strip();
    String quoted = "> " + "older ".repeat(100).strip();
    String deep = ">".repeat(90) + " " + "deep ".repeat(30).strip();
    String endless = "x".repeat(5_000);
    String text = String.join("\n", paragraph, quoted, deep, endless, "end", "From " + paragraph);
    byte[] mail = writing.bytes(Writing.letter().withText(text));
    assertLegal(mail);
    assertThat(Writing.PARSER.parse(mail).view().text()).isEqualTo(text);
    String plain = writing.wire(Writing.letter().withText(paragraph + "\n" + quoted));
    assertThat(plain).contains("Content-Transfer-Encoding: 7bit");
    assertThat(plain.lines()).allMatch(line -> line.length() <= 78);
  }

  @Test
  void controlsAndBrokenCharactersDoNotLeave() throws Exception {
    byte[] mail = writing.bytes(Writing.letter().withText("a\u0000b\u0007c\ud83d\u001b[2Jd"));
    assertLegal(mail);
    assertThat(Writing.PARSER.parse(mail).view().text()).isEqualTo("abc\ufffd[2Jd");
  }

  @Test
  void blankLinesAboveAndIndentationStay() throws Exception {
    String text = "\n\n  a\n\n\n   b\n " + "word ".repeat(40) + "end";
    byte[] mail = writing.bytes(Writing.letter().withText(text));
    assertThat(Writing.PARSER.parse(mail).view().text()).isEqualTo(text);
  }

  @Test
  void emptyMailIsAMail() throws Exception {
    Draft draft = Draft.empty().withRecipients("bo@far.example", "", "");
    byte[] mail = writing.bytes(draft);
    assertLegal(mail);
    assertThat(new String(mail, StandardCharsets.US_ASCII))
        .doesNotContain("Subject")
        .endsWith("\r\n\r\n");
    ParsedMail read = Writing.PARSER.parse(mail);
    assertThat(read.problems()).isEmpty();
    assertThat(read.view().text()).isEmpty();
  }

  /** Asserts CRLF line ends, at most 998 octets per line, and a printable ASCII header. */
  static void assertLegal(byte[] mail) {
    String wire = new String(mail, StandardCharsets.ISO_8859_1);
    assertThat(wire.replace("\r\n", ""))
        .doesNotContain("\r")
        .doesNotContain("\n")
        .doesNotContain("\0");
    assertThat(wire).endsWith("\r\n");
    for (String line : wire.split("\r\n", -1)) {
      assertThat(line.length()).isLessThanOrEqualTo(998);
    }
    String header = wire.substring(0, wire.indexOf("\r\n\r\n"));
    boolean first = true;
    for (String line : header.split("\r\n", -1)) {
      boolean field = line.matches("[A-Za-z-]+:( [!-~][ -~]*)?");
      boolean folded = line.matches(" [!-~][ -~]*") && !first;
      assertThat(field || folded).as("legal header line: %s", line).isTrue();
      first = false;
    }
  }
}
