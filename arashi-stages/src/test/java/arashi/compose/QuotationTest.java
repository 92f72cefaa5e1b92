package arashi.compose;

import static arashi.compose.AnswerKind.EDIT_AS_NEW;
import static arashi.compose.AnswerKind.FORWARD;
import static arashi.compose.AnswerKind.FORWARD_ATTACHED;
import static arashi.compose.AnswerKind.REPLY;
import static arashi.compose.AnswerKind.REPLY_ALL;
import static arashi.compose.Writing.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of an answer, and carried files. */
class QuotationTest {
  private static String mail(String header) {
    return header
        + "\nSubject: Boat\nDate: Mon, 09 Mar 2026 07:00:00 +0000\nMessage-ID: <b1@far.example>"
        + "\n\nNine o'clock?\n";
  }

  // ---- the text

  @Test
  void quotesBelowAPlaceToWriteAndTheSignature() {
    Draft draft = answer(REPLY, mail("From: Tove <tove@far.example>\nTo: mira@home.example"));
    assertThat(draft.text())
        .startsWith("\n\n-- \nMira\nBerlin\n\nOn ")
        .contains(" +0000, Tove wrote:\n> Nine o'clock?\n")
        .contains("2026");
  }

  @Test
  void quotesAboveThePlaceToWrite() {
    AnswerStyle below =
        new AnswerStyle(
            AnswerStyle.Placement.BELOW, AnswerWords.ENGLISH, ZoneOffset.UTC, Optional.empty());
    Draft draft =
        Answer.of(
            REPLY,
            Writing.original(mail("From: Tove <tove@far.example>\nTo: mira@home.example")),
            Writing.IDENTITIES,
            below);
    assertThat(draft.text())
        .startsWith("On ")
        .endsWith(" wrote:\n> Nine o'clock?\n\n\n\n-- \nMira\nBerlin");
  }

  @Test
  void quotesTheSelectionAlone() {
    AnswerStyle selected =
        new AnswerStyle(
            AnswerStyle.Placement.ABOVE,
            AnswerWords.ENGLISH,
            ZoneOffset.UTC,
            Optional.of("o'clock\nsharp"));
    Draft draft =
        Answer.of(
            REPLY,
            Writing.original(mail("From: Tove <tove@far.example>\nTo: office@work.example")),
            Writing.IDENTITIES,
            selected);
    assertThat(draft.text()).endsWith(" wrote:\n> o'clock\n> sharp\n").doesNotContain("Nine");
  }

  @Test
  void wordsOfAnotherLanguageStandAroundTheQuotation() {
    AnswerWords german =
        new AnswerWords(
            Locale.GERMAN,
            "Am {0} schrieb {1}:",
            "{1} schrieb:",
            "Weitergeleitet",
            "Von",
            "Datum",
            "Betreff",
            "An",
            "Kopie");
    AnswerStyle style =
        new AnswerStyle(AnswerStyle.Placement.ABOVE, german, ZoneOffset.UTC, Optional.empty());
    Original original =
        Writing.original(mail("From: \"{0} $1\" <t@far.example>\nTo: office@work.example"));
    assertThat(Answer.of(REPLY, original, Writing.IDENTITIES, style).text())
        .contains("Am 9. März 2026")
        .contains(" schrieb {0} $1:\n");
    assertThat(Answer.of(FORWARD, original, Writing.IDENTITIES, style).text())
        .contains("Weitergeleitet\nVon: \"{0} $1\" <t@far.example>\nDatum: 9. März 2026")
        .contains("\nBetreff: Boat\nAn: office@work.example\n\nNine o'clock?");
  }

  @Test
  void flowedParagraphsAreQuotedAsOne() {
    Draft draft =
        answer(
            REPLY,
            "From: t@far.example\nTo: office@work.example\nMIME-Version: 1.0"
                + "\nContent-Type: text/plain; format=flowed\n\n"
                + "The crew meets at the \nharbour, not \nat the bridge."
                + "\n  two blanks\n From the pier\n> so she \n> wrote\n>> and he\n\n-- \nTove\n");
    assertThat(draft.text())
        .endsWith(
            "t@far.example wrote:\n> The crew meets at the harbour, not at the bridge."
                + "\n>  two blanks\n> From the pier\n>> so she wrote\n>>> and he\n");
  }

  private static Draft answerHtml(String html) {
    return answer(
        REPLY,
        "From: t@far.example\nTo: office@work.example\nMIME-Version: 1.0"
            + "\nContent-Type: text/html; charset=utf-8\n\n"
            + html
            + "\n");
  }

  @Test
  void htmlIsQuotedWithItsQuotationsAndLinks() {
    Draft draft =
        answerHtml(
            "<p>See <a href='https://maps.example/7?a=1&amp;b=2'>the map</a> and"
                + " <a href='https://www.far.example/'>www.far.example</a>,"
                + " <a href='mailto:bo@far.example'>bo@far.example</a>,"
                + " <a href='javascript:alert(1)'>no</a> <a href='#top'>top</a>.</p>"
                + "<blockquote>first<blockquote><p>second</p><p>again</p></blockquote>third"
                + "</blockquote>Bye");
    assertThat(draft.text())
        .endsWith(
            """
            t@far.example wrote:
            > See the map <https://maps.example/7?a=1&b=2> and www.far.example, \
            bo@far.example, no top.
            >
            >> first
            >>
            >>> second
            >>>
            >>> again
            >>>
            >> third
            >>
            > Bye
            """);
  }

  @Test
  void listsTablesAndPreformattedTextOfHtmlKeepTheirShape() {
    Draft draft =
        answerHtml(
            "<p>Bring:</p><ul><li>a rope<ul><li>long</li><li><p>dry</p></li></ul></li>"
                + "<li>tea</li></ul><ol start=3><li>cast off</li><li>sail"
                + "<ol><li>out</li><li value=7>home</li></ol></li></ol>"
                + "<table><thead><tr><th>Day</th><th>Hour</th></tr></thead><tbody>"
                + "<tr><td>Mon</td><td> 7:30 </td><td></td></tr>"
                + "<tr><td></td><td>9:00</td><td><b>pier</b> 4</td></tr></tbody></table>"
                + "<pre>\n  if (tide)\n\twait();\n</pre>Bye");
    assertThat(draft.text())
        .endsWith(
            """
            t@far.example wrote:
            > Bring:
            >
            > * a rope
            >    * long
            >    * dry
            > * tea
            >
            > 3. cast off
            > 4. sail
            >    1. out
            >    7. home
            >
            > Day | Hour
            > Mon | 7:30
            > 9:00 | pier 4
            >
            >   if (tide)
            > \twait();
            >
            > Bye
            """);
  }

  @Test
  void brokenHtmlIsQuotedToo() {
    assertThat(answerHtml("a</blockquote></a>b<blockquote>c<a href=http://x.example>").text())
        .contains("> a\n>\n> b\n")
        .contains(">> c");
    assertThat(answerHtml("<blockquote>".repeat(500) + "deep").text())
        .contains("\n" + ">".repeat(21) + " deep");
    assertThat(answerHtml("<blockquote><img alt=''></blockquote>").text())
        .isEqualTo("\n\n-- \nOffice");
  }

  @Test
  void signatureIsNotQuotedButAnAnswerBelowItIs() {
    assertThat(Signature.removed("Hi\n\n-- \nTove\n+45 1")).isEqualTo("Hi");
    assertThat(Signature.removed("-- \nTove")).isEmpty();
    assertThat(Signature.removed("Hi\n--\nno separator")).isEqualTo("Hi\n--\nno separator");
    assertThat(Signature.removed("Hi\n-- \nTove\n\n> old")).isEqualTo("Hi\n-- \nTove\n\n> old");
    String poem = "Hi\n-- \n" + "line\n".repeat(40);
    assertThat(Signature.removed(poem)).isEqualTo(poem);
  }

  /** What stands below a signature is text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-----Original Message-----\nFrom: Bo\nSubject: Boat\n\nWhen?",
        "\n-----Original Message-----\nFrom: Bo\n\nWhen?",
        "\n-----Ursprüngliche Nachricht-----\nVon: Bo\n\nWann?",
        "________________________________\nFrom: Bo\n\nWhen?",
        "\nOn Monday, Bo wrote:\nWhen?",
        "\nAm Montag schrieb Bo:\n\nWann?",
        "\nBegin forwarded message:\n\nWhen?",
        "\nPS: the important question",
        "> old",
        " > old",
        "\n\n\nFrom: Bo\nSent: Monday\n\nWhen?",
        "* * *\n\nThe second part.",
      })
  void textBelowASignatureIsQuoted(String below) {
    String text = "Nine.\n\n-- \nTove\nFar Ltd\n" + below;
    assertThat(Signature.removed(text)).isEqualTo(text);
    Draft reply = answer(REPLY, mail("From: t@far.example").replace("Nine o'clock?\n", text));
    for (String line : below.lines().filter(one -> !one.isBlank()).toList()) {
      assertThat(reply.text()).contains(line);
    }
    Draft again = answer(EDIT_AS_NEW, mail("From: t@far.example").replace("Nine o'clock?\n", text));
    assertThat(again.text().strip()).isEqualTo(text.strip());
  }

  @Test
  void signatureOfTheListIsNotQuoted() {
    assertThat(Signature.removed("Hi\n\n-- \nTove\n\n-- \nsail list\nhttps://l.example/"))
        .isEqualTo("Hi\n\n-- \nTove");
  }

  @Test
  void otherCharsetsAreQuotedInUnicode() throws Exception {
    byte[] raw =
        ("From: =?koi8-r?B?7snLwQ==?= <nika@far.example>\r\nTo: office@work.example"
                + "\r\nSubject: =?koi8-r?B?7M/Ey8E=?=\r\nContent-Type: text/plain; charset=koi8-r"
                + "\r\nContent-Transfer-Encoding: 8bit\r\n\r\nЛодка готова.\r\n")
            .getBytes(Charset.forName("KOI8-R"));
    Draft draft = new Writing().answer(REPLY, raw);
    assertThat(draft.to()).isEqualTo("Ника <nika@far.example>");
    assertThat(draft.subject()).isEqualTo("Re: Лодка");
    assertThat(draft.text()).contains("Ника wrote:\n> Лодка готова.\n");
  }

  @Test
  void emptyMailIsAnsweredWithoutAQuotation() {
    Draft draft = answer(REPLY, "From: t@far.example\nTo: office@work.example\n\n");
    assertThat(draft.text()).isEqualTo("\n\n-- \nOffice");
    Draft nothing = new Writing().answer(REPLY, new byte[0]);
    assertThat(nothing.to()).isEmpty();
    assertThat(nothing.subject()).isEqualTo("Re:");
  }

  // ---- files

  private static final String MIXED =
      """
      From: Tove <tove@far.example>
      To: mira@home.example
      Cc: bo@far.example
      Subject: Papers
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: multipart/related; boundary=r

      --r
      Content-Type: text/html; charset=utf-8

      <p>Look: <img src="cid:sail%2B7@far.example"></p>
      --r
      Content-Type: image/png; name=sail.png
      Content-ID: <sail+7@far.example>
      Content-Disposition: inline
      Content-Transfer-Encoding: base64

      iVBORw0KGgo=
      --r--
      --m
      Content-Type: text/plain; charset=iso-8859-1; name="log.txt"
      Content-Disposition: attachment

      wind
      --m
      Content-Type: message/rfc822

      From: ib@far.example
      Subject: inner
      Content-Type: multipart/mixed; boundary=i

      --i

      inner text
      --i
      Content-Type: application/pdf; name=inner.pdf
      Content-Disposition: attachment

      pdf
      --i--
      --m
      Content-Type: application/pdf
      Content-Disposition: attachment;
       filename*0*=utf-8''Seekarte%20%C3%96re;
       filename*1=" sund (2).pdf"
      Content-Transfer-Encoding: base64

      AAEC
      --m--
      """
          .replace("\n", "\r\n");

  @Test
  void forwardTakesFilesAndImagesAlongWithTheirNames() {
    Writing writing = new Writing();
    Draft draft = writing.answer(FORWARD, MIXED.getBytes(StandardCharsets.UTF_8));
    assertThat(draft.attachments())
        .extracting(Attached::name)
        .containsExactly("sail.png", "log.txt", "inner.eml", "Seekarte Öre sund (2).pdf");
    assertThat(draft.attachments())
        .extracting(Attached::type)
        .containsExactly(
            "image/png", "text/plain; charset=iso-8859-1", "message/rfc822", "application/pdf");
    assertThat(draft.attachments().get(0).contentId()).contains("sail+7@far.example");
    assertThat(draft.attachments().get(3).size()).isEqualTo(3);
    assertThat(draft.to()).isEmpty();
    assertThat(draft.text())
        .contains("-------- Forwarded message --------\nFrom: Tove <tove@far.example>\n")
        .contains("\nCc: bo@far.example\n\nLook:");
  }

  @Test
  void textThatNoFormTakesIsCutAtALine() {
    String line = "д".repeat(70) + "\n";
    String head = "From: tove@far.example\nContent-Type: text/plain; charset=utf-8\n\n";
    Original longMail = Writing.original(head + line.repeat(3_000));
    assertThat(longMail.isCut()).isTrue();
    String text = Answer.of(FORWARD, longMail, Writing.IDENTITIES, Writing.STYLE).text();
    assertThat(URLEncoder.encode(text.replace("\n", "\r\n"), StandardCharsets.UTF_8).length())
        .isBetween(500 << 10, 700 << 10);
    assertThat(text.strip()).endsWith("\n" + line.strip());
    assertThat(Writing.original(head + line.repeat(1_000)).isCut()).isFalse();
    assertThat(Writing.original(head + "x".repeat(600 << 10)).isCut())
        .as("what is shown of it is cut already")
        .isTrue();
  }

  @Test
  void answersTakeNoFilesAlong() {
    Writing writing = new Writing();
    byte[] raw = MIXED.getBytes(StandardCharsets.UTF_8);
    assertThat(writing.answer(REPLY, raw).attachments()).isEmpty();
    assertThat(writing.answer(REPLY_ALL, raw).attachments()).isEmpty();
  }

  @Test
  void forwardsTheWholeMailAsAFile() {
    byte[] raw =
        MIXED.replace("Subject: Papers", "Subject: a/b\\c:\"d\"").getBytes(StandardCharsets.UTF_8);
    Draft draft = new Writing().answer(FORWARD_ATTACHED, raw);
    assertThat(draft.attachments())
        .extracting(Attached::name, Attached::type, Attached::size)
        .containsExactly(tuple("a_b_c__d_.eml", "message/rfc822", (long) raw.length));
    assertThat(draft.text()).isEqualTo("\n\n-- \nMira\nBerlin");
  }

  @Test
  void editsAMailAsNew() {
    Writing writing = new Writing();
    byte[] raw =
        ("From: office@work.example\r\n"
                + "To: \"Bruun, Bo\" <bo@far.example>, mira@home.example\r\n"
                + "Cc: ib@far.example\r\n"
                + "Subject: Re: Boat\r\n"
                + "Message-ID: <o@work.example>"
                + "\r\n\r\nNine.\r\n"
                + "\r\n-- \r\n"
                + "Office\r\n")
            .getBytes(StandardCharsets.UTF_8);
    Draft draft = writing.answer(EDIT_AS_NEW, raw);
    assertThat(draft.from()).isEqualTo("office@work.example");
    assertThat(draft.to()).isEqualTo("\"Bruun, Bo\" <bo@far.example>, mira@home.example");
    assertThat(draft.cc()).isEqualTo("ib@far.example");
    assertThat(draft.subject()).isEqualTo("Re: Boat");
    assertThat(draft.text()).isEqualTo("Nine.\n\n-- \nOffice");
    assertThat(draft.origin().orElseThrow().kind()).isEqualTo(Origin.Kind.EDIT);
  }

  @Test
  void blindCopiesOfOnesOwnMailAreEditedToo() {
    String mail = "From: %s\nBcc: \"Bruun, Bo\" <bo@far.example>\nTo: ib@far.example\n\nNine.\n";
    assertThat(Writing.answer(EDIT_AS_NEW, mail.formatted("mira@home.example")).bcc())
        .isEqualTo("\"Bruun, Bo\" <bo@far.example>");
    assertThat(Writing.answer(EDIT_AS_NEW, mail.formatted("tove@far.example")).bcc()).isEmpty();
    assertThat(Writing.answer(REPLY_ALL, mail.formatted("mira@home.example")))
        .extracting(Draft::to, Draft::cc, Draft::bcc)
        .containsExactly("ib@far.example", "", "");
  }
}
