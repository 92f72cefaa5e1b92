package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.limit.WorkBudget;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of elements that cannot be shown as they are, on the page and in plain text. */
class ElementsTest {
  private static String page(String html) {
    String out = HtmlSanitizer.sanitize(html, id -> Optional.empty()).html();
    HtmlSafety.assertSafe(out);
    return out;
  }

  private static String plain(String html) {
    return HtmlText.of(html, 10_000, WorkBudget.unlimited());
  }

  /** The words of the page and of the plain text, which are the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
"""
<button>Send</button><button>Yes</button>                   | Send Yes
a<button>Send</button>b                                      | a Send b
<select><option>One<option>Two</select>x                     | One / Two x
<select><optgroup label=A><option>One</optgroup></select>    | A: One
<input type=submit value=Go><input value=typed>              | Go typed
<input type=email placeholder="your mail"><input type=hidden value=x>y | your mail y
<input type=checkbox checked>Agree <input type=radio>No      | ☑ Agree ○ No
<input type=password value=secret>a                          | a
<textarea>one <b>two</b></textarea>three                     | `one <b>two</b> three`
<form>a</form><form>b</form>                                 | a b
<noscript><p>a</p></noscript>b                               | a b
<object data=x><p>fallback</p></object>                      | fallback
<video src=x><p>fallback</p></video>                         | fallback
<audio src=https://x.example/a.mp3></audio>                  | https://x.example/a.mp3
<video><source src=//x.example/a.mp4><source src=b></video>  | //x.example/a.mp4
<video><source src=//x.example/a.mp4>fallback</video>        | fallback
<iframe src=https://x.example/v><p>never</p></iframe>        | https://x.example/v
<iframe src=https://x.example/t width=0 height=0></iframe>a  | a
<iframe src=https://x.example/t style=display:none></iframe>a | a
<iframe src=javascript:x></iframe><iframe src=data:text/html,x></iframe>a | a
<embed src=https://x.example/e>a                             | https://x.example/e a
<noembed>a</noembed><noframes><p>b</p></noframes>            | a b
<frameset><frame src=x></frameset>a                          | a
<progress value=3 max=10></progress><meter value=2>two</meter> | 3 / 10two
<canvas>a</canvas>                                           | a
<marquee>a</marquee>b                                        | a b
<svg><title>no</title><text>a</text><text>b</text></svg>     | a b
<math><mi>x</mi><mo>=</mo><mn>2</mn><annotation>no</annotation></math> | x=2
<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>                 | a(b)
<x-a>a</x-a><x-a>b</x-a>                                     | `a b`
<template><p>a</template>b                                   | b
<p>a</p></p>b</p>c                                           | a b c
""")
  void showsTheSameWords(String html, String words) {
    assertThat(words(plain(html))).isEqualTo(words);
    String page = page(html);
    if (!html.contains("x-a")) { // their display is known to the browser only
      String apart = page.replaceAll("</?(?:p|div|pre|ul|li)\\b[^>]*>", " ");
      assertThat(words(Jsoup.parse(apart).text())).as(page).isEqualTo(words);
    }
  }

  private static String words(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
"""
<my-block style="display:block">x</my-block>    | `<span style="display:block">x</span>`
<my-block>x</my-block>                          | x
<o:p>x</o:p><o:p style="color:red">y</o:p>      | `x<span style="color:red">y</span>`
<form class=f>x</form>                          | `<div class="m--form m-f">x</div>`
<details><summary>x</summary>y</details>        | `<details open=""><summary>x</summary>y</details>`
<nobr>x</nobr>                                  | `<span class="m--nobr">x</span>`
<xmp><b>x</b></xmp>                             | `<pre class="m--xmp">&lt;b&gt;x&lt;/b&gt;</pre>`
<svg style="display:none"><text>x</text></svg>  | `<span style="display:none"> x </span>`
<a style="color:red">x</a><a>y</a>              | `<a style="color:red">x</a>y`
<p hidden style=color:red>x</p>                 | `<p hidden="hidden" style="color:red">x</p>`
<br clear=all><br clear=x()>                    | `<br clear="all" /><br />`
<ol reversed start=-3><li value="7a">x</ol>     | `<ol reversed="reversed" start="-3"><li value="7">x</li></ol>`
<td bgcolor=red>x                               | x
<table rules=rows frame=box><tr><td bgcolor=red width="50;">x</table> | `<table rules="rows" frame="box"><tbody><tr><td bgcolor="#ff0000" width="50">x</td></tr></tbody></table>`
<p style="color:red" style="color:blue">x</p>   | `<p style="color:red">x</p>`
<table role=presentation><tr><td aria-hidden=true aria-label=y>x</table> | `<table role="presentation"><tbody><tr><td aria-hidden="true" aria-label="y">x</td></tr></tbody></table>`
""")
  void writesElements(String html, String written) {
    assertThat(page(html)).isEqualTo(written);
  }

  @Test
  void marksElementsThatAStyleSheetNames() {
    String html = "<style>my-block{display:block} form{color:red}</style><my-block>x</my-block>";
    SanitizedHtml out = HtmlSanitizer.sanitize(html, id -> Optional.empty());
    assertThat(out.html()).isEqualTo("<span class=\"m--my-block\">x</span>");
    assertThat(out.frame().style()).contains(".m--my-block{display:block}", ".m--form{color:red}");
  }

  @Test
  void keepsTheLinksOfImageMaps() {
    String html =
        "<img usemap='#m' alt=x><map name=m><area shape=rect coords='1,2, 3,4'"
            + " href='www.x.example/a' alt=A onclick=x()><area href='javascript:x()'></map>";
    assertThat(page(html))
        .contains("usemap=\"#m-m\"", "<map name=\"m-m\">", "coords=\"1,2, 3,4\"")
        .contains("href=\"https://www.x.example/a\"", "target=\"_blank\"", "rel=\"noopener")
        .doesNotContain("javascript", "onclick");
    assertThat(HtmlText.quotable(html, 1_000, WorkBudget.unlimited())).contains("A");
  }

  @Test
  void hidesFromPlainTextWhatTheAttributeHides() {
    assertThat(plain("<div hidden>a<div>b</div>c</div>d")).isEqualTo("d");
    assertThat(plain("<p hidden>a<p>b")).isEqualTo("b");
    assertThat(plain("<p hidden style='display:block'>a</p>b")).isEqualTo("a\n\nb");
    assertThat(plain("<br hidden><img hidden alt=x>y")).isEqualTo("xy");
    assertThat(plain("<dialog>a</dialog><dialog open>b</dialog>")).isEqualTo("b");
  }

  /** Previews start with the hidden first words of newsletters; an answer does not quote them. */
  @Test
  void quotesNoHiddenPreview() {
    String html = "<div style='DISPLAY : none;x:y'>first words</div><p>text</p>";
    assertThat(plain(html)).startsWith("first words");
    assertThat(HtmlText.quotable(html, 1_000, WorkBudget.unlimited())).isEqualTo("text");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<form action=//evil.example><button formaction=javascript:evil()>x</button></form>",
        "<input type=image src=//evil.example onerror=evil()><input onfocus=evil() autofocus value=x>",
        "<select onchange=evil()><option onclick=evil()>x</option></select>",
        "<details ontoggle=evil() open><summary onclick=evil()>x</summary></details>",
        "<dialog open onclose=evil()>x</dialog><map name=evil onload=evil()></map>",
        "<area href='java&#10;script:evil()' ping=//evil.example><a href=x ping=//evil.example>x",
        "<my-block onclick=evil() is=evil-x>x</my-block><x-a style='behavior:url(evil)'>y</x-a>",
        "<object data=data:text/html,evil type=text/html><param name=movie value=evil></object>",
        "<video poster='javascript:evil()' src='javascript:evil()' onerror=evil()></video>",
        "<audio><source src='data:text/html,evil' onerror=evil()></audio>",
        "<iframe src='javascript:evil()' srcdoc='evil' onload=evil()>evil</iframe>",
        "<style>:root{--edge:evil(1)} a{position:var(--x);--x:fixed} @layer evil'{a{}}</style>x",
        "<style>a{background:image-set('//evil.example' 1x)} b{background:var(--u,url(//evil))}</style>x",
        "<style>@supports (background:url(//evil)){@import '//evil';a{color:red}}</style>x",
        "<style>@media (evil:url(//evil)){a{color:red}} .a{@font-face{src:url(//evil)}}</style>x",
        "<p style='--x:url(//evil.example);background:var(--x)'>x",
        "<template><img src=x onerror=evil()></template><listing><script>evil()</script></listing>",
        "<p hidden='\" onclick=evil() x=\"' aria-label='\"><script>evil()</script>'>x"
      })
  void letsNothingThroughByTheNewWays(String html) {
    SanitizedHtml out = HtmlSanitizer.sanitize(html, id -> Optional.empty());
    HtmlSafety.assertSafe(out.html());
    HtmlSafety.assertSafeStyle(out.frame().style());
    String markup =
        Jsoup.parse(out.html()).select("*").not("[aria-label]").eachAttr("href").toString();
    assertThat(markup + out.frame().style().replaceAll("m--?evil", "")).doesNotContain("evil");
    assertThat(Jsoup.parse(out.html()).select("[onclick],[src],[poster],[ping],[is]")).isEmpty();
  }

  @Test
  void readsSelectsAndPlayersWithoutEnd() {
    for (String unit :
        List.of(
            "<select><option>",
            "<video src=//x.example/>",
            "<template>",
            "<input value=x>",
            "<x-a style=display:block>",
            "</p>",
            "<p hidden>",
            "<iframe src=//x.example></iframe>")) {
      String html = unit.repeat((1 << 18) / unit.length());
      HtmlSafety.assertSafe(page(html));
      assertThat(plain(html)).hasSizeLessThan(10_100);
    }
  }
}
