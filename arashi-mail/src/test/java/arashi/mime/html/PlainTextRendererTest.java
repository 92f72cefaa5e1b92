package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextRendererTest {
  @Test
  void keepsLinesAndMarksQuotationsAndSignature() {
    assertThat(PlainTextRenderer.render("hi\n> one\n> > two\nbye\n-- \nAda"))
        .isEqualTo(
            """
            <div class="t-plain">hi
            <div class="t-q1">&gt; one
            </div><div class="t-q2">&gt; &gt; two
            </div>bye
            <div class="t-signature">--\s
            Ada</div></div>\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          see https://x.example/a.              | https://x.example/a
          (https://x.example/a)                 | https://x.example/a
          https://x.example/a_(b)               | https://x.example/a_(b)
          <http://x.example/?a=1&b=2>           | http://x.example/?a=1&amp;b=2
          mailto:ada@x.example,                 | /compose?mailto=ada%40x.example
          at https://x.example/@ada/2?to=b@y.example; | https://x.example/@ada/2?to=b@y.example
          (or www.x.example/a)                  | https://www.x.example/a
          [https://x.example/a]                 | https://x.example/a
          https://x.example/a[1]                | https://x.example/a[1]
          *https://x.example/a*                 | https://x.example/a
          https://x.example/a?!                 | https://x.example/a
          write to ada.b+c@x.example.           | /compose?mailto=ada.b%2Bc%40x.example
          <ada@mail.x.example>                  | /compose?mailto=ada%40mail.x.example
          call tel:+49301234                    | tel:+49301234
          https://bücher.example/ü              | https://bücher.example/ü
          """)
  void linksUrls(String text, String href) {
    assertThat(PlainTextRenderer.render(text)).contains("<a href=\"" + href + "\" target=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          <script>x()</script>
          https://x.example/"onmouseover="x()
          https://x.example/'onmouseover='x()
          javascript:x() data:text/html,x
          https://x.example/<b>&quot;
          [a](https://x.example/"><img src=x>)
          """)
  void neverLetsTextBecomeMarkup(String text) {
    HtmlSafety.assertSafe(PlainTextRenderer.render(text));
  }

  @Test
  void passesTheSanitiserUnchangedInEffect() {
    String html = PlainTextRenderer.render("> a <b> https://x.example/?a=1&b=2 \"c\"");
    String again = HtmlSanitizer.sanitize(html, id -> java.util.Optional.empty()).html();
    assertThat(org.jsoup.Jsoup.parse(again).text()).isEqualTo(org.jsoup.Jsoup.parse(html).text());
    assertThat(again).contains("class=\"t-q1\"", "class=\"t-plain\"");
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {"www.", "www.x", "a@b", "@ada", "x@@y.example", "https://", "a..b", "1@2"})
  void linksNothingElse(String text) {
    assertThat(PlainTextRenderer.render(text)).doesNotContain("<a ");
  }

  @Test
  void foldsLongQuotationsUnlessThereIsNothingElse() {
    String quoted = "> line\n".repeat(20);
    assertThat(PlainTextRenderer.render("Yes.\n" + quoted))
        .contains("<details class=\"t-q1\"><summary>&gt; line</summary>");
    assertThat(PlainTextRenderer.render(quoted)).doesNotContain("<details");
    assertThat(PlainTextRenderer.render("Yes.\n> line\n> line")).doesNotContain("<details");
  }

  @Test
  void setsPatchesApart() {
    String html =
        PlainTextRenderer.render(
            """
            This mends it.

            --- a/kettle.c
            +++ b/kettle.c
            @@ -1,2 +1,2 @@
             boil();
            -wait();
            +whistle(1 < 2);
            --\s
            Ada
            """);
    assertThat(html)
        .contains("<div class=\"t-patch\"><span class=\"t-file\">--- a/kettle.c</span>")
        .contains("<span class=\"t-hunk\">@@ -1,2 +1,2 @@</span>")
        .contains("<span class=\"t-del\">-wait();</span>")
        .contains("<span class=\"t-add\">+whistle(1 &lt; 2);</span>")
        .contains("<div class=\"t-signature\">-- ");
    assertThat(PlainTextRenderer.render("--- a line of dashes\n+++ and pluses"))
        .doesNotContain("t-patch");
  }

  @Test
  void losesNothingOfATextInAnyOfItsParts() {
    String text =
        "a\n> b\n>> c\n"
            + "> d\n".repeat(15)
            + "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-e\n+f\n\ng\n-- \nh www.x.example\n";
    String shown = org.jsoup.Jsoup.parse(PlainTextRenderer.render(text)).text();
    assertThat(shown.replaceAll("\\s", "")).isEqualTo(text.replaceAll("\\s", ""));
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {
        ">",
        "> \n",
        "(",
        ")",
        "www.",
        "a@",
        "https://x.y/(",
        "--- a\n+++ b\n@@ ",
        "@@ \n"
      })
  void survivesRepetition(String unit) {
    HtmlSafety.assertSafe(PlainTextRenderer.render(unit.repeat((1 << 19) / unit.length())));
  }
}
