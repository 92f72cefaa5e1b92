package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.mime.parse.ParsedMail;
import arashi.mime.view.MailAddress;
import arashi.mime.view.PartInfo;
import jakarta.mail.Message;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.james.mime4j.dom.address.MailboxList;
import org.apache.james.mime4j.dom.field.ContentDispositionField;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
  void saysWhoWroteWhatToWhomWhen() throws Exception {
    Draft draft =
        Writing.letter().withRecipients("Tove <tove@far.example>", "Bo@Far.Example", "");
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
            .withRecipients("bo@far.example", "ib@far.example", "Eve <eve@far.example>, BO@far.example");
    OutgoingMail mail = writing.build(draft);
    assertThat(mail.recipients()).containsExactly("bo@far.example", "ib@far.example", "eve@far.example");
    assertThat(mail.envelopeFrom()).isEqualTo("mira@home.example");
    assertThat(writing.wire(draft).toLowerCase(java.util.Locale.ROOT))
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
    String wire = new String(Writing.bytes(writing.build(Writing.letter(), quoted)), StandardCharsets.UTF_8);
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
                      List.of(new Mailbox(name, "a@far.example"), new Mailbox("", "b@far.example"))),
                  "",
                  "");
      byte[] mail = writing.bytes(draft);
      assertLegal(mail);
      // ours reads encoded words within quotes too, as some programs write them
      String shown = name.startsWith("=?") ? "fake" : name;
      assertThat(Writing.PARSER.parse(mail).envelope().to())
          .containsExactly(
              new MailAddress(shown, "a@far.example"), new MailAddress("", "b@far.example"));
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

  /** Each encoded word is at most 75 chars and valid UTF-8 by itself. */
  private static void assertWholeCharacters(byte[] mail) throws Exception {
    Matcher words =
        Pattern.compile("=\\?utf-8\\?([qb])\\?([^?]*)\\?=")
            .matcher(new String(mail, StandardCharsets.US_ASCII));
    while (words.find()) {
      assertThat(words.group().length()).isLessThanOrEqualTo(75);
      byte[] bytes =
          words.group(1).equals("b")
              ? Base64.getDecoder().decode(words.group(2))
              : java.net.URLDecoder.decode(
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
            .withOrigin(
                Optional.of(new Origin(Origin.Kind.REPLY, 1, 2, ids.get(79), ids)));
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
        "From: t@far.example\nTo: mira@home.example\nSubject: Re: long\nMessage-ID: <r0@far.example>\n"
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
              .withOrigin(Optional.of(new Origin(kind, 1, 2, "a@x.example", List.of("a@x.example"))));
      assertThat(writing.wire(draft)).doesNotContain("In-Reply-To").doesNotContain("References");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "\r", "\r\n ", "\u2028", "\u0085", "\u000b", "\0", "\r\n\r\n"})
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
  void wrongFieldsAreNamed() {
    BadDraft nobody =
        catchThrowableOfType(
            BadDraft.class, () -> writing.build(Writing.letter().withRecipients(" ,", "", "\n")));
    assertThat(nobody.problem()).isEqualTo(BadDraft.Problem.NO_RECIPIENT);
    assertThat(nobody.field()).isEqualTo(BadDraft.Field.TO);
    BadDraft wrong =
        catchThrowableOfType(
            BadDraft.class,
            () -> writing.build(Writing.letter().withRecipients("a@x.example", "", "bo, c@x.example")));
    assertThat(wrong.problem()).isEqualTo(BadDraft.Problem.WRONG_RECIPIENT);
    assertThat(wrong.field()).isEqualTo(BadDraft.Field.BCC);
    assertThat(wrong.wrong()).containsExactly(new Wrong("bo", 0, 2, Wrong.Reason.NO_AT));
    for (String address : List.of("", "mira", "mira@home.example\nBcc: x@y.example", "mïra@x.example")) {
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
    assertThat(new String(mail, StandardCharsets.US_ASCII)).doesNotContain("Subject").endsWith("\r\n\r\n");
    ParsedMail read = Writing.PARSER.parse(mail);
    assertThat(read.problems()).isEmpty();
    assertThat(read.view().text()).isEmpty();
  }

  // ---- files

  @Test
  void filesArriveWithTheirNamesAndBytes() throws Exception {
    byte[] all = new byte[256 * 3 + 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    List<String> names =
        List.of(
            "plain.txt",
            "Seekarte Öre sund — 日本 (2).pdf",
            "quote \"x\"; semi \\ back.bin",
            "=?utf-8?q?x?=.txt",
            "😀".repeat(40) + ".png",
            "100%.csv",
            "ä'b''c.txt",
            "");
    List<Attached> files = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      files.add(
          writing.file(names.get(i), "application/x-test", Arrays.copyOf(all, all.length - i * 100)));
    }
    byte[] mail = writing.bytes(Writing.letter().withAttachments(files));
    assertLegal(mail);
    assertThat(new String(mail, StandardCharsets.US_ASCII)).doesNotContain("????");

    ParsedMail ours = Writing.PARSER.parse(mail);
    List<PartInfo> attachments = ours.view().attachments();
    MimeMultipart angus = (MimeMultipart) angus(mail).getContent();
    var mime4j = (org.apache.james.mime4j.dom.Multipart) mime4j(mail).getBody();
    assertThat(attachments).hasSize(names.size());
    assertThat(angus.getCount()).isEqualTo(names.size() + 1);
    assertThat(mime4j.getCount()).isEqualTo(names.size() + 1);
    for (int i = 0; i < names.size(); i++) {
      byte[] content = Arrays.copyOf(all, all.length - i * 100);
      String shown = names.get(i).substring(names.get(i).lastIndexOf('\\') + 1);
      assertThat(attachments.get(i).name()).isEqualTo(shown.replace("=?utf-8?q?x?=", "x"));
      assertThat(ours.part(attachments.get(i).n())).contains(content);
      try (InputStream in = angus.getBodyPart(i + 1).getInputStream()) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
      ContentDispositionField disposition =
          (ContentDispositionField)
              mime4j.getBodyParts().get(i + 1).getHeader().getField("Content-Disposition");
      assertThat(disposition.isAttachment()).isTrue();
      String expected = names.get(i).isEmpty() ? null : names.get(i);
      assertThat(disposition.getFilename()).isEqualTo(expected);
      assertThat(angus.getBodyPart(i + 1).getFileName()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "multipart/mixed; boundary=x",
        "text/html; charset=\"a\r\nb\"",
        "message/partial",
        "message/external-body",
        "a/b/c",
        "text/" + "x"
      })
  void typesThatAPartCannotHaveAreUnknownOnes(String type) throws Exception {
    Attached file = writing.file("f", type, new byte[] {1, 2, 3});
    byte[] mail = writing.bytes(Writing.letter().withAttachments(List.of(file)));
    assertLegal(mail);
    PartInfo part = Writing.PARSER.parse(mail).view().attachments().get(0);
    assertThat(part.contentType()).isIn("application/octet-stream", "text/x");
    assertThat(Writing.PARSER.part(mail, part.n())).contains(new byte[] {1, 2, 3});
  }

  @Test
  void imageOfATextKeepsItsId() throws Exception {
    Attached image =
        new Attached(
            writing.keep(new byte[] {7}), "s.png", "image/png", 1, Optional.of("sail+7@far.example"));
    byte[] mail = writing.bytes(Writing.letter().withAttachments(List.of(image)));
    MimeMultipart parts = (MimeMultipart) angus(mail).getContent();
    assertThat(parts.getBodyPart(1).getHeader("Content-ID")).containsExactly("<sail+7@far.example>");
    assertThat(parts.getBodyPart(1).getDisposition()).isEqualTo("inline");
  }

  @Test
  void largeFileIsStreamed() throws Exception {
    long size = 25_000_003;
    Attached file = new Attached("large", "film.bin", "video/mp4", size, Optional.empty());
    int[] opened = {0};
    OutgoingMail mail =
        OutgoingMail.build(
            Writing.letter().withAttachments(List.of(file)),
            Writing.IDENTITIES.get(0),
            "l@home.example",
            Writing.DATE,
            any -> {
              opened[0]++;
              return new Noise(size);
            });
    assertThat(opened[0]).as("not read to be built").isZero();
    MessageDigest first = MessageDigest.getInstance("SHA-256");
    MessageDigest second = MessageDigest.getInstance("SHA-256");
    long[] written = {0};
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int octet) {
            written[0]++;
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            written[0] += length;
          }
        };
    mail.writeTo(new DigestOutputStream(counting, first));
    mail.writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), second));
    assertThat(written[0]).isEqualTo(mail.size());
    assertThat(first.digest()).isEqualTo(second.digest());
    assertThat(opened[0]).isEqualTo(2);
  }

  /** Bytes that are the same each time, and not in memory. */
  private static final class Noise extends InputStream {
    private final Random random = new Random(1);
    private long left;

    Noise(long size) {
      this.left = size;
    }

    @Override
    public int read() {
      return left-- > 0 ? random.nextInt(256) : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      if (left <= 0) {
        return -1;
      }
      int n = (int) Math.min(left, length);
      for (int i = 0; i < n; i++) {
        bytes[from + i] = (byte) random.nextInt(256);
      }
      left -= n;
      return n;
    }
  }

  @Test
  void fileThatHasChangedIsNotSent() throws Exception {
    Attached file = new Attached(writing.keep(new byte[10]), "f", "image/png", 9, Optional.empty());
    OutgoingMail mail = writing.build(Writing.letter().withAttachments(List.of(file)));
    assertThatThrownBy(() -> mail.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(IOException.class);
    Attached gone = new Attached("gone", "f", "image/png", 9, Optional.empty());
    OutgoingMail other = writing.build(Writing.letter().withAttachments(List.of(gone)));
    assertThatThrownBy(() -> other.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(IOException.class);
  }

  // ---- mails within a mail

  private byte[] withMail(byte[] raw) throws Exception {
    Attached mail = writing.file("inner.eml", "message/rfc822", raw);
    return writing.bytes(Writing.letter().withAttachments(List.of(mail)));
  }

  private static byte[] inner(byte[] mail) {
    ParsedMail read = Writing.PARSER.parse(mail);
    return read.part(read.view().attachments().get(0).n()).orElseThrow();
  }

  @Test
  void attachedMailStaysAsItIs() throws Exception {
    byte[] raw =
        "From: t@far.example\r\nSubject: inner\r\n\r\n.\r\nFrom here\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    byte[] mail = withMail(raw);
    assertLegal(mail);
    assertThat(inner(mail)).isEqualTo(raw);
    MimeMultipart parts = (MimeMultipart) angus(mail).getContent();
    assertThat(parts.getBodyPart(1).getContentType()).startsWith("message/rfc822");
    MimeMessage read = (MimeMessage) parts.getBodyPart(1).getContent();
    assertThat(read.getSubject()).isEqualTo("inner");
    assertThat(mime4j(mail).getBody()).isInstanceOf(org.apache.james.mime4j.dom.Multipart.class);
  }

  @Test
  void attachedMailOfEightBitsSaysSo() throws Exception {
    byte[] raw = "Subject: bl\u00e5\r\n\r\nhav \u00e5\r\n".getBytes(StandardCharsets.ISO_8859_1);
    Attached file = writing.file("inner.eml", "message/rfc822", raw);
    OutgoingMail mail = writing.build(Writing.letter().withAttachments(List.of(file)));
    assertThat(mail.eightBit()).isTrue();
    String wire = new String(Writing.bytes(mail), StandardCharsets.ISO_8859_1);
    assertThat(Writing.field(wire, "Content-Transfer-Encoding")).isEqualTo("8bit");
    assertThat(inner(Writing.bytes(mail))).isEqualTo(raw);
    assertThat(writing.build(Writing.letter().withText("blå")).eightBit()).isFalse();
  }

  @Test
  void lineEndsOfAnAttachedMailAreMended() throws Exception {
    byte[] raw = "From someone Mon Mar 9\nSubject: x\n\na\r\r\nb".getBytes(StandardCharsets.US_ASCII);
    byte[] mail = withMail(raw);
    assertLegal(mail);
    assertThat(new String(inner(mail), StandardCharsets.US_ASCII))
        .isEqualTo("Subject: x\r\n\r\na\r\nb\r\n");
  }

  @Test
  void mailThatCannotBeSentAsAMailIsSentAsAFile() throws Exception {
    for (String body : List.of("x".repeat(2_000), "a\rb", "a\u0000b")) {
      byte[] raw = ("Subject: x\r\n\r\n" + body + "\r\n").getBytes(StandardCharsets.US_ASCII);
      byte[] mail = withMail(raw);
      assertLegal(mail);
      PartInfo part = Writing.PARSER.parse(mail).view().attachments().get(0);
      assertThat(part.contentType()).isEqualTo("application/octet-stream");
      assertThat(part.name()).isEqualTo("inner.eml");
      assertThat(inner(mail)).isEqualTo(raw);
    }
  }

  @Test
  void boundaryIsInNoPart() throws Exception {
    Attached any = writing.file("f", "image/png", new byte[3]);
    Draft draft = Writing.letter().withAttachments(List.of(any));
    String type = Writing.field(writing.wire(draft), "Content-Type");
    String boundary = type.substring(type.indexOf('"') + 1, type.lastIndexOf('"'));
    assertThat(boundary).startsWith("=_").hasSizeLessThanOrEqualTo(70);
    String line = "--" + boundary + "--";
    byte[] mail = writing.bytes(draft.withText("a\n" + line + "\nb"));
    assertThat(Writing.PARSER.parse(mail).view().text()).isEqualTo("a\n" + line + "\nb");
    byte[] raw = ("Subject: x\r\n\r\n" + line + "\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] nested = withMail(raw);
    assertThat(Collections.frequency(
            List.of(new String(nested, StandardCharsets.US_ASCII).split("\r\n")), line))
        .isEqualTo(1);
    assertThat(inner(nested)).isEqualTo(raw);
  }

  /** Lines end by CRLF alone and have at most 998 octets; all of the header is printable ASCII. */
  static void assertLegal(byte[] mail) {
    String wire = new String(mail, StandardCharsets.ISO_8859_1);
    assertThat(wire.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n").doesNotContain("\0");
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
