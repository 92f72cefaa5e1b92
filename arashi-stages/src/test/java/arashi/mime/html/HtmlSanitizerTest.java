package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlSanitizerTest {
  private static Optional<String> noImage(String id) {
    return Optional.empty();
  }

  private static String sanitise(String html) {
    String out = HtmlSanitizer.sanitize(html, HtmlSanitizerTest::noImage).html();
    HtmlSafety.assertSafe(out);
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>evil()</script>",
        "<svg><animate onbegin=evil() attributeName=x></svg>",
        "<svg><a><animate attributeName=href values=javascript:evil() /></a></svg>",
        "<math><mtext><table><mglyph><style><img src onerror=evil()>",
        "<noscript><style></noscript><img src=x onerror=evil()></style>",
        "<form action=//evil.example><input name=q><button formaction=javascript:evil()>",
        "<style>@import '//evil.example/a.css'; body{background:url(//evil.example)}</style>",
        "<iframe src=//evil.example></iframe><object data=x></object><embed src=x>",
        "<base href=//evil.example><meta http-equiv=refresh content='0;url=//evil.example'>",
        "<a href='java\nscript:evil()'>x</a><a href=' javascript:evil()'>y</a>",
        "<a href='data:text/html,evil'>x</a><a href='vbscript:evil'>y</a><a href='#top'>z</a>",
        "<img src=x:x onerror=evil()><video poster=//evil.example src=//evil.example>",
        "<p style='position:fixed;z-index:9;background:url(//evil.example);color:red'>",
        "<p style='background-image:url(//evil.example'>",
        "<p style='width:expression(evil())'>",
        "<input autofocus onfocus=evil()><details open ontoggle=evil()>",
        "<a href=\"https://x.example/\" onclick=evil() style=\"behavior:url(x)\">x</a>",
        "<img src='data:image/svg+xml;base64,PHN2Zz4='>"
      })
  void leavesNothingThatRunsOrFetches(String html) {
    assertThat(sanitise(html)).doesNotContain("evil");
  }

  @Test
  void keepsWhatMailLooksLike() {
    String html =
        "<h1>Hi</h1><p style=\"color:#ff0000;text-align:center\"><b>bold</b></p>"
            + "<table width=\"100%\" bgcolor=\"#eeeeee\"><tbody><tr><td colspan=\"2\">x</td></tr>"
            + "</tbody></table><ul><li>one</li></ul>";
    assertThat(sanitise(html))
        .contains("<h1>Hi</h1>", "color:#ff0000", "text-align:center", "<b>bold</b>")
        .contains("width=\"100%\"", "bgcolor=\"#eeeeee\"", "colspan=\"2\"", "<li>one</li>");
  }

  @Test
  void opensLinksInATabThatLearnsNothing() {
    assertThat(sanitise("<a href=\"https://x.example/?a=1&amp;b=2\" target=_top>x</a>"))
        .contains("href=\"https://x.example/?a&#61;1&amp;b&#61;2\"")
        .contains("target=\"_blank\"")
        .doesNotContain("_top");
  }

  @Test
  void takesOutRemoteImagesAndCountsThem() {
    SanitizedHtml out =
        HtmlSanitizer.sanitize(
            "<img src=\"https://t.example/p.gif\" alt=\"logo\"><img src=//t.example/q>"
                + "<table background=\"http://t.example/b\"><tr><td>x</td></tr></table>",
            HtmlSanitizerTest::noImage);
    assertThat(out.html()).doesNotContain("t.example").contains("alt=\"logo\"");
    assertThat(out.blockedImages()).isEqualTo(3);
  }

  @Test
  void showsImagesOfTheMailItself() {
    SanitizedHtml out =
        HtmlSanitizer.sanitize(
            "<img src=\"cid:logo@x\"><img src=\"cid:gone@x\">",
            id -> id.equals("logo@x") ? Optional.of("part/3?a&b") : Optional.empty());
    assertThat(out.html()).contains("src=\"part/3?a&amp;b\"").doesNotContain("gone");
    assertThat(out.blockedImages()).isZero();
  }

  @Test
  void keepsSmallImagesInDataUrls() {
    String gif = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
    assertThat(sanitise("<img src=\"" + gif + "\">")).contains("R0lGODlhAQABAAAAACw");
    String large = "data:image/gif;base64," + "A".repeat(300_000);
    assertThat(sanitise("<img src=\"" + large + "\">")).hasSizeLessThan(100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<a ", "<a b=", "<x y='<", "<p style='color:rgb(", "<div>", "<"})
  void survivesRepetition(String unit) {
    String html = unit.repeat((1 << 20) / unit.length());
    HtmlSafety.assertSafe(HtmlSanitizer.sanitize(html, HtmlSanitizerTest::noImage).html());
  }

  @Test
  void dropsCssThatNestsTooDeep() {
    assertThat(sanitise("<p style=\"color:" + "a(".repeat(200_000) + "\">x</p>"))
        .isEqualTo("<p>x</p>");
  }
}
