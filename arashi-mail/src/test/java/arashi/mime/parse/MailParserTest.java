package arashi.mime.parse;

import static arashi.mime.view.MailProblem.Kind.BROKEN_MULTIPART;
import static arashi.mime.view.MailProblem.Kind.EMPTY;
import static arashi.mime.view.MailProblem.Kind.HTML_DROPPED;
import static arashi.mime.view.MailProblem.Kind.LONG_HEADER;
import static arashi.mime.view.MailProblem.Kind.MALFORMED_HEADER;
import static arashi.mime.view.MailProblem.Kind.NO_HEADER;
import static arashi.mime.view.MailProblem.Kind.TEXT_TRUNCATED;
import static arashi.mime.view.MailProblem.Kind.TOO_DEEP;
import static arashi.mime.view.MailProblem.Kind.TOO_MANY_HEADERS;
import static arashi.mime.view.MailProblem.Kind.TOO_MANY_PARTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.mime.address.Mailbox;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.view.Envelope;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MailParserTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);

  private static final String MIXED =
      """
      From: Ada <ada@example.org>
      Subject: parts
      Content-Type: multipart/mixed; boundary=outer

      This is a message in MIME format.
      --outer
      Content-Type: multipart/alternative; boundary=inner

      --inner
      Content-Type: text/plain; charset=utf-8

      plain words
      --inner
      Content-Type: text/html; charset=utf-8

      <p>html <b>words</b><img src="cid:pic@x"></p>
      --inner--
      --outer
      Content-Type: image/png; name="pic.png"
      Content-ID: <pic@x>
      Content-Transfer-Encoding: base64

      iVBORw0KGgo=
      --outer
      Content-Type: application/pdf
      Content-Disposition: attachment; filename*=utf-8''%C3%9Cber%20uns.pdf
      Content-Transfer-Encoding: base64

      JVBERg==
      --outer
      Content-Type: text/plain

      footer of the list
      --outer--
      """;

  private static ParsedMail parse(String mail) {
    return PARSER.parse(mail.getBytes(StandardCharsets.UTF_8));
  }

  private static List<HeaderLine> headers(String mail) {
    return PARSER.headers(mail.getBytes(StandardCharsets.UTF_8), WorkBudget.unlimited());
  }

  private static void assertProblem(ParsedMail mail, MailProblem.Kind kind) {
    assertThat(mail.problems()).extracting(MailProblem::kind).contains(kind);
  }

  @Test
  void listsAllHeaderFieldsOnRequest() {
    assertThat(headers("Received: a\nSubject: =?utf-8?q?=C3=BC?=\nX-Note: x\n y\nReceived: b\n\nz"))
        .containsExactly(
            new HeaderLine("Received", "a"),
            new HeaderLine("Subject", "\u00fc"),
            new HeaderLine("X-Note", "x y"),
            new HeaderLine("Received", "b"));
  }

  @Test
  void readsAPlainMail() {
    ParsedMail mail =
        parse(
            """
            Received: from a by b; Tue, 5 Mar 2024 10:00:09 +0100
            Received: from c by a; Tue, 5 Mar 2024 10:00:01 +0100
            From: "Lovelace, Ada" <ada@example.org>
            To: Team: bob@example.org, Carol <carol@example.org>;
            Subject: =?utf-8?q?Gr=C3=BC?= =?utf-8?q?=C3=9Fe?=
            Date: Tue, 5 Mar 2024 10:00:00 +0100
            Message-ID: <2@example.org>
            In-Reply-To: <1@example.org>
            References: <0@example.org> <1@example.org>

            > quoted before
            Hello
            there
            """);
    Envelope envelope = mail.envelope();
    assertThat(envelope.author()).isEqualTo(new Mailbox("Lovelace, Ada", "ada@example.org"));
    assertThat(envelope.to())
        .containsExactly(
            new Mailbox("", "bob@example.org"), new Mailbox("Carol", "carol@example.org"));
    assertThat(envelope.subject()).isEqualTo("Grüße");
    assertThat(envelope.date()).contains(Instant.parse("2024-03-05T09:00:00Z"));
    assertThat(mail.received()).contains(Instant.parse("2024-03-05T09:00:09Z"));
    assertThat(envelope.messageId()).isEqualTo("2@example.org");
    assertThat(envelope.references()).containsExactly("0@example.org", "1@example.org");
    assertThat(mail.view().text()).isEqualTo("> quoted before\nHello\nthere");
    assertThat(mail.preview()).isEqualTo("Hello there");
    assertThat(mail.view().html()).isEmpty();
    assertThat(mail.hasAttachment()).isFalse();
    assertThat(mail.problems()).isEmpty();
  }

  @Test
  void choosesTheBodyAndListsTheParts() {
    ParsedMail mail = parse(MIXED);
    assertThat(mail.view().text()).isEqualTo("plain words\n\nfooter of the list");
    assertThat(mail.view().html().orElseThrow())
        .startsWith("<p>html <b>words</b>")
        .contains("footer of the list");
    assertThat(mail.view().attachments())
        .extracting(PartInfo::name)
        .containsExactly("Über uns.pdf");
    assertThat(mail.hasAttachment()).isTrue();
    assertThat(mail.view().parts())
        .extracting(PartInfo::contentType)
        .containsExactly("text/plain", "text/html", "image/png", "application/pdf", "text/plain");
  }

  @Test
  void handsOutTheBytesOfAPart() {
    ParsedMail mail = parse(MIXED);
    PartInfo pdf = mail.view().attachments().get(0);
    assertThat(mail.part(pdf.n())).contains("%PDF".getBytes(StandardCharsets.US_ASCII));
    assertThat(pdf.size()).isEqualTo(4);
    assertThat(mail.part(99)).isEmpty();
    assertThat(mail.part(-1)).isEmpty();
  }

  @Test
  void showsAnAttachedMailAsASection() {
    String inner = "From: eve@example.org\nSubject: inside\n\ninner words\n";
    ParsedMail mail =
        parse(
            "Subject: outside\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nouter words\n"
                + "--b\nContent-Type: message/rfc822\n\n"
                + inner
                + "\n--b--\n");
    assertThat(mail.view().text())
        .isEqualTo("outer words\n\nFrom: eve@example.org\nSubject: inside\n\ninner words");
    PartInfo attached = mail.view().attachments().get(0);
    assertThat(attached.contentType()).isEqualTo("message/rfc822");
    assertThat(mail.part(attached.n())).contains(inner.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void makesTextOfHtml() {
    ParsedMail mail =
        parse(
            "Content-Type: text/html\n\n<head><title>t</title><style>p{}</style></head>"
                + "<p>One&nbsp;two<br>three</p><ul><li>four</ul><script>no</script>");
    assertThat(mail.view().text()).isEqualTo("One two\nthree\n\n* four");
    assertThat(mail.preview()).isEqualTo("One two three * four");
  }

  @Test
  void joinsFlowedLines() {
    ParsedMail mail =
        parse(
            """
            Content-Type: text/plain; format=flowed

            one\s
            two
            > quoted\s
            > more
             stuffed
            --\s
            name
            """);
    assertThat(mail.view().text()).isEqualTo("one two\n> quoted more\nstuffed\n-- \nname");
  }

  @Test
  void takesTheCharsetOfHtmlFromItsMetaElement() {
    byte[] head =
        "Content-Type: text/html\n\n<meta charset=\"windows-1251\">"
            .getBytes(StandardCharsets.US_ASCII);
    byte[] raw = Arrays.copyOf(head, head.length + 2);
    raw[head.length] = (byte) 0xc4;
    raw[head.length + 1] = (byte) 0xe0;
    assertThat(PARSER.parse(raw).view().text()).isEqualTo("Да");
  }

  @Test
  void showsTextOfUnknownKindsAndNotThatOfPrograms() {
    assertThat(parse("Content-Type: text/x-new\n\nwords").view().text()).isEqualTo("words");
    ParsedMail calendar = parse("Content-Type: text/calendar\n\nBEGIN:VCALENDAR");
    assertThat(calendar.view().text()).isEmpty();
    assertThat(calendar.hasAttachment()).isTrue();
  }

  @Test
  void readsHeadersWithoutABlankLineBehindThem() {
    ParsedMail mail = parse("Subject: s\nThis is already the body.\n\nMore of it.\n");
    assertThat(mail.envelope().subject()).isEqualTo("s");
    assertThat(mail.view().text()).contains("This is already the body.", "More of it.");
    assertProblem(mail, MALFORMED_HEADER);
  }

  @Test
  void leavesOutALineThatIsNoHeaderBetweenHeaders() {
    ParsedMail mail = parse("Subject: s\nbroken fold\nTo: a@b.example\n\nbody\n");
    assertThat(mail.envelope().to()).extracting(Mailbox::address).containsExactly("a@b.example");
    assertThat(mail.view().text()).isEqualTo("body");
  }

  @Test
  void skipsWhatAnMboxLeftBehind() {
    String raw = "\nFrom a@b Thu Jan  1 00:00:00 1970\nSubject: s\n\nbody";
    ParsedMail mail = parse(raw);
    assertThat(mail.envelope().subject()).isEqualTo("s");
    assertThat(headers(raw)).hasSize(1);
  }

  @Test
  void readsAnyLineEnds() {
    for (String end : new String[] {"\r\n", "\n", "\r", "\r\r\n"}) {
      ParsedMail mail = parse("Subject: s\nTo: a@b\n\none\ntwo\n".replace("\n", end));
      assertThat(mail.envelope().subject()).isEqualTo("s");
      assertThat(mail.view().text()).isEqualTo("one\ntwo");
    }
  }

  @Test
  void showsAMultipartWithoutPartsAsText() {
    ParsedMail unmarked = parse("Content-Type: multipart/mixed\n\nwords\n");
    ParsedMail absent = parse("Content-Type: multipart/mixed; boundary=x\n\nwords\n");
    assertThat(unmarked.view().text()).isEqualTo("words");
    assertThat(absent.view().text()).isEqualTo("words");
    assertProblem(unmarked, BROKEN_MULTIPART);
    assertProblem(absent, BROKEN_MULTIPART);
  }

  @Test
  void survivesEveryPrefixOfAMail() {
    byte[] whole = MIXED.getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length <= whole.length; length++) {
      MailView view = PARSER.parse(Arrays.copyOf(whole, length)).view();
      assertThat(MailView.decode(view.encode())).isEqualTo(view);
    }
  }

  @Test
  void survivesRandomDamage() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      byte[] raw = MIXED.getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 20; i++) {
        raw[random.nextInt(raw.length)] = (byte) random.nextInt(256);
      }
      MailView view = PARSER.parse(raw).view();
      assertThat(MailView.decode(view.encode())).isEqualTo(view);
    }
  }

  @Test
  void readsNothingAndNoise() {
    assertProblem(PARSER.parse(new byte[0]), EMPTY);
    byte[] noise = new byte[100_000];
    new Random(3).nextBytes(noise);
    ParsedMail mail = PARSER.parse(noise);
    assertProblem(mail, MALFORMED_HEADER);
    assertThat(mail.view().text()).isNotEmpty();
    assertProblem(parse("just words\n"), NO_HEADER);
    assertThat(PARSER.parse(new byte[100_000]).view().text()).isEmpty();
  }

  @Test
  void boundsDepthPartsHeadersAndLines() {
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      deep.append("Content-Type: multipart/mixed; boundary=b" + i + "\n\n--b" + i + "\n");
    }
    assertProblem(parse(deep.toString()), TOO_DEEP);
    assertProblem(parse("Content-Type: message/rfc822\n\n".repeat(10_000)), TOO_DEEP);
    String wide = "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n".repeat(10_000);
    ParsedMail parts = parse(wide);
    assertProblem(parts, TOO_MANY_PARTS);
    assertThat(parts.view().parts()).hasSizeLessThan(MimeLimits.DEFAULT.maxParts());
    ParsedMail headers = parse("X-A: b\n".repeat(1_000_000) + "\nbody");
    assertProblem(headers, TOO_MANY_HEADERS);
    assertThat(headers.view().text()).isEqualTo("body");
    ParsedMail line = parse("Subject: " + "s".repeat(1_000_000) + "\n\nbody");
    assertProblem(line, LONG_HEADER);
    assertThat(line.view().text()).isEqualTo("body");
  }

  @Test
  void boundsTextAndHtml() {
    ParsedMail text = parse("Subject: s\n\n" + "ä".repeat(400_000));
    assertThat(text.view().textTruncated()).isTrue();
    assertThat(text.view().text()).startsWith("ää").doesNotContain("\uFFFD");
    assertProblem(text, TEXT_TRUNCATED);
    ParsedMail html = parse("Content-Type: text/html\n\n" + "<b>word</b> ".repeat(100_000));
    assertThat(html.view().html()).isEmpty();
    assertThat(html.view().text()).startsWith("word word");
    assertProblem(html, HTML_DROPPED);
  }

  @Test
  void refusesADamagedView() {
    byte[] encoded = parse(MIXED).view().encode();
    assertThatThrownBy(() -> MailView.decode(Arrays.copyOf(encoded, encoded.length / 2)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MailView.decode(new byte[] {9}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
