package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.HtmlLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        "<iframe srcdoc='<script>evil()</script>' src='javascript:evil()'></iframe><embed src=x>",
        "<base href=//evil.example><meta http-equiv=refresh content='0;url=//evil.example'>",
        "<a href='java\nscript:evil()'>x</a><a href=' javascript:evil()'>y</a>",
        "<a href='data:text/html,evil'>x</a><a href='vbscript:evil'>y</a><a href='#top'>z</a>",
        "<img src=x:x onerror=evil()><video poster=//evil.example src='data:,evil'></video>",
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
  void takesNoValueForAName() {
    assertThat(sanitise("<a title=href>x</a>")).contains("x");
    assertThat(sanitise("<p title=arashi-style style='color:red'>x</p>"))
        .contains("title=\"arashi-style\"", "style=\"color:red\"");
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

  /** Returns images of a mail without own images; remote ones map to our addresses. */
  private static MailImages remote(List<String> asked) {
    return new MailImages() {
      @Override
      public Optional<String> ofContentId(String id) {
        return Optional.empty();
      }

      @Override
      public Optional<String> ofRemote(String url) {
        asked.add(url);
        return url.contains("refused") ? Optional.empty() : Optional.of("/image?n=" + asked.size());
      }
    };
  }

  @Test
  void countsAddressesOfRemoteImagesAsText() {
    MailImages longNames =
        new MailImages() {
          @Override
          public Optional<String> ofContentId(String id) {
            return Optional.empty();
          }

          @Override
          public Optional<String> ofRemote(String url) {
            return Optional.of("/image?u=" + "x".repeat(1_400));
          }
        };
    SanitizedHtml out = HtmlSanitizer.sanitize("<img src=//t.example/a>".repeat(20_000), longNames);
    assertThat(out.cut()).isTrue();
    assertThat(out.html().length()).isLessThan(HtmlLimits.DEFAULT.maxOutputChars() + 10_000);
  }

  @Test
  void showsRemoteImagesThatAreAskedForByTheAddressesThatItIsGiven() {
    List<String> asked = new ArrayList<>();
    SanitizedHtml out =
        HtmlSanitizer.sanitize(
            "<base href='http://base.example/dir/'><img src='HTTPS://t.example/p.gif'>"
                + "<img src='\\\\t.example/q'><img src='r.png'><img srcset='/s.png 1x, t.png 2x'>"
                + "<p style='background:url(http://t.example/u)'>x</p>"
                + "<img src='https://refused.example/'><img src='javascript:alert(1)'>",
            remote(asked));

    assertThat(asked)
        .containsExactly(
            "HTTPS://t.example/p.gif",
            "https:\\\\t.example/q",
            "http://base.example/dir/r.png",
            "http://base.example/s.png",
            "http://t.example/u",
            "https://refused.example/");
    assertThat(out.html()).doesNotContain("example", "alert").contains("url(&#34;/image?n");
    assertThat(out.html().split("src=\"/image", -1)).hasSize(5);
    assertThat(out.blockedImages()).isEqualTo(1);
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

  private static SanitizedHtml whole(String html) {
    SanitizedHtml out = HtmlSanitizer.sanitize(html, HtmlSanitizerTest::noImage);
    HtmlSafety.assertSafe(out.html());
    assertThat(out.frame().doctype())
        .matches("<!DOCTYPE html( PUBLIC \"[\\w +:/.-]*\"( \"[\\w +:/.-]*\")?)?>");
    HtmlSafety.assertSafeStyle(out.frame().style());
    HtmlSafety.assertSafeFrame(out.frame().root(), out.frame().body());
    return out;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <!doctype HTML><p>x                                                                      | <!DOCTYPE html>
          <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><p>x                       | <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">
          <?xml version="1.0"?> <!-- > --> <!DOCTYPE html PUBLIC "-//A//B" "http://x.example/"><p> | <!DOCTYPE html PUBLIC "-//A//B" "http://x.example/">
          <!DOCTYPE html PUBLIC "-//A<script>alert(1)</script>" "x"><p>x                           | <!DOCTYPE html>
          <!DOCTYPE html SYSTEM "about:legacy-compat"><p>x                                         | <!DOCTYPE html>
          <!DOCTYPE                                                                                | <!DOCTYPE html>
          """)
  void keepsTheDocumentType(String html, String doctype) {
    assertThat(whole(html).frame().doctype()).isEqualTo(doctype);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<p>x", "", "<!-- never closed", "<?", "x <!DOCTYPE html>"})
  void laysOutMailWithoutDocumentTypeBetweenQuirksAndStandards(String html) {
    assertThat(whole(html).frame().doctype()).isEqualTo(Doctype.NONE);
  }

  /** The sanitiser nests table tags as a browser does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<table><tr><td>a<tr><td>b</table>",
        "<table><tr><td>a</td></tr><table width=9><tr><td>b</td></tr></table></table>",
        "<table><tbody><table><tr><td>a</td><td>b</td></tr></table>",
        "<table><tr><center><td>a</td></center><font><td>b</font></td></tr></table>",
        "<table><tr><form><b><a href=https://x.example><td>a</td></a></b></tr></table>",
        "<table><tr>&nbsp;<td>a</td><br><td>b</td></tr></table>",
        "<table><tr><td><font>a</font></td></tr></font></table>b",
        "<div><table><tr><td>a</table></table><table><tr><td>b</td></tr></table></div>",
      })
  void hasTheCellsOfABrowser(String html) {
    assertThat(cells(sanitise(html))).isEqualTo(cells(html));
  }

  /** Returns the cell texts of each table by row, as an HTML parser reads them. */
  private static List<List<List<String>>> cells(String html) {
    return Jsoup.parse(html).select("table").stream()
        .map(
            table ->
                table.select("tr").stream()
                    .map(row -> row.select("> td").eachText())
                    .filter(row -> !row.isEmpty())
                    .toList())
        .filter(rows -> !rows.isEmpty())
        .toList();
  }

  @Test
  void losesNothingThatStandsBetweenCells() {
    assertThat(sanitise("<table><tr><a href=https://x.example>one</a><td>two</td></tr></table>"))
        .containsSubsequence("<td>", "href=", "one</a>", "two</td>");
    assertThat(sanitise("<table><tr><a href=https://x.example><img alt=one></a></table>"))
        .containsSubsequence("href=\"https://x.example\"", "alt=\"one\"", "</a>");
    assertThat(sanitise("<table><tr><font color=red><b title=no>one</b></font></table>"))
        .contains("<font color=\"#ff0000\"><b title=\"no\">one</b></font>");
    assertThat(sanitise("<table><div><p>one<tr><td>two</table>"))
        .containsSubsequence("<td><div><p>one</p></div></td>", "<td>two</td>");
    assertThat(sanitise("<table>" + "<b>".repeat(99) + "one<i></i></table>")).contains("one");
    assertThat(sanitise("<table><tr><hr><td>two</table>")).contains("<hr", "<td>two</td>");
  }

  @Test
  void keepsColoursAndDirectionOfTheDocument() {
    SanitizedHtml.Frame frame =
        whole(
                "<html dir=rtl lang=ar><body bgcolor='#204060' text=white link=yellow"
                    + " style='margin:0' onload=x() class=page><p>x")
            .frame();
    assertThat(frame.root()).isEqualTo(" dir=\"rtl\" lang=\"ar\"");
    assertThat(frame.body())
        .isEqualTo(" bgcolor=\"#204060\" text=\"#ffffff\" style=\"margin:0\" class=\"m-page\"");
    assertThat(frame.style()).contains("a:link{color:#ffff00}");
    assertThat(frame.coloured()).isTrue();
    assertThat(whole("<p>x").frame().body()).isEqualTo(" dir=\"auto\"");
    assertThat(whole("<p style='border:1px solid red'>x").frame().coloured()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div style='background:url(http://t.example/a)'><b style='color:#fff'>x</b></div>",
        "<div style='background-image:url(http://t.example/a);color:white'>x</div>",
        "<table background='http://t.example/a'><tr><td><font color=white>x</font></table>",
        "<style>.h{background:url(http://t.example/a)} .w{color:#eee}</style>"
            + "<div class=h><p class=w>x</p></div>",
      })
  void givesLightTextADarkGroundWhereItsImageIsMissing(String html) {
    assertThat(whole(html).html()).contains("background-color:#33383f");
    assertThat(whole(html).blockedImages()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div style='background:#123 url(http://t.example/a)'><b style='color:#fff'>x</b></div>",
        "<div style='background:url(http://t.example/a)'><b>x</b></div>",
        "<div style='background:url(http://t.example/a)'>"
            + "<p bgcolor=x style='background:#123;color:#fff'>x</p></div>",
      })
  void givesNoGroundWhereTextCanBeRead(String html) {
    assertThat(whole(html).html()).doesNotContain("background-color");
  }

  @Test
  void givesTheBodyADarkGroundForItsMissingImage() {
    assertThat(whole("<body background=http://t.example/a text=white>x").frame().style())
        .contains("body{background-color:#33383f}");
  }

  @Test
  void leadsToPlacesWithinTheMail() {
    assertThat(whole("<a href='#part'>go</a><h2 id=part>x</h2><a name=end>y</a>").html())
        .contains("<a href=\"#m-part\"", "<h2 id=\"m-part\">", "<a id=\"m-end\">")
        .doesNotContain("_blank");
    assertThat(whole("<a href='#'>up</a>").html()).contains("href=\"#\"");
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.CsvSource(
      delimiter = '|',
      textBlock =
          """
          www.garden.example/a     | https://www.garden.example/a
          garden.example/a?b       | https://garden.example/a?b
          //garden.example/a       | https://garden.example/a
          tel:+49-30-1234          | tel:+49-30-1234
          help@garden.example      | /compose?mailto=help%40garden.example
          """)
  void completesLinks(String href, String written) {
    String html = whole("<a href='" + href + "'>x</a>").html();
    assertThat(org.jsoup.Jsoup.parse(html).select("a").attr("href")).isEqualTo(written);
  }

  @Test
  void linksAddressesInTextBesideHtml() {
    String html = whole(PlainTextRenderer.renderForMail("write to a@x.example")).html();
    assertThat(org.jsoup.Jsoup.parse(html).select("a").attr("href"))
        .isEqualTo("/compose?mailto=a%40x.example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"page.html", "/mail/1", "../x", "javascript:x()", "data:text/html,x", "x:y", "?q"})
  void linksToNothingOfThisService(String href) {
    assertThat(whole("<a href='" + href + "'>x</a>").html()).doesNotContain("href");
  }

  @Test
  void resolvesLinksByTheBaseOfTheMail() {
    assertThat(whole("<base href='https://shop.example/may/'><a href='a.html'>x</a>").html())
        .contains("href=\"https://shop.example/may/a.html\"");
    assertThat(whole("<base href='https://shop.example/'><img src='a.png'>").blockedImages())
        .isEqualTo(1);
  }

  @Test
  void showsImagesThatTheMailHasByTheirPlaceOrName() {
    MailImages images =
        new MailImages() {
          @Override
          public Optional<String> ofContentId(String id) {
            return Optional.empty();
          }

          @Override
          public boolean has(String location) {
            return location.equals("fig1.png") || location.equals("http://x.example/big.png");
          }

          @Override
          public Optional<String> ofLocation(String location) {
            return Optional.of("data:image/png;base64,AA").filter(x -> location.equals("fig1.png"));
          }
        };
    SanitizedHtml out =
        HtmlSanitizer.sanitize(
            "<img src=fig1.png><img src='http://x.example/big.png'><img src=gone.png>", images);
    assertThat(out.html()).contains("data:image/png;base64,AA");
    assertThat(out.blockedImages()).isZero();
  }

  @Test
  void passesNoStyleByTheNameThatStylesHaveOnTheirWay() {
    assertThat(whole("<p arashi-style='position:fixed'>x</p>").html()).isEqualTo("<p>x</p>");
  }
}
