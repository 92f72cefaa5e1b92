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
          mailto:ada@x.example,                 | mailto:ada@x.example
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
}
