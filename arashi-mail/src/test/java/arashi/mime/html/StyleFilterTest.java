package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.html.StyleFilter.Declarations;
import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StyleFilterTest {
  private final StyleFilter filter =
      new StyleFilter(
          HtmlLimits.DEFAULT,
          WorkBudget.unlimited(),
          url ->
              url.equals("cid:leaf@x")
                  ? Optional.of("data:image/gif;base64,R0")
                  : Optional.empty());

  private String sheet(String css) {
    StyleSheet sheet = new StyleSheet();
    filter.add(css, "", sheet);
    HtmlSafety.assertSafeStyle(sheet.css.toString());
    return sheet.css.toString().replace("\n", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
"""
color: RGB(18, 52, 86)              | color:#123456
color: rgba(255,255,255,.9)         | color:rgba(255, 255, 255, 0.9)
color: hsl(210deg 40% 20%)          | color:hsl(210deg 40% 20%)
color: #abc                         | color:#abc
background: navy                    | background:navy
background: #113 url(http://x/y) 0 0 | background:#113 none 0 0
background-image: url('cid:leaf@x') | background-image:url("data:image/gif;base64,R0")
background: linear-gradient(#fff, rgb(0 0 0 / 50%)) | background:linear-gradient(#fff, rgb(0 0 0 / 50%))
color: red ! important              | color:red !important
font: bold 12px/1.5 'Gill Sans', serif | font:bold 12px / 1.5 "Gill Sans", serif
font-family: Curly, serif           | font-family:"Curly", serif
background: image-set('http://x/' 1x, 'cid:leaf@x' 2x) | background:none
background: image-set(url(cid:leaf@x) 2x) | background:url("data:image/gif;base64,R0")
color: var(--x)                     | color:var(--m-x)
color: var( --x , RGB(0 0 0))       | color:var(--m-x, #000000)
--x: url(http://x/)                 | --m-x:none
--Edge: 1px                         | --m-Edge:1px
--x:                                | `--m-x: `
color: oklch(.3 .1 250 / 80%)       | color:oklch(0.3 0.1 250 / 80%)
color: color-mix(in srgb, red 10%, #fff) | color:color-mix(in srgb, red 10%, #fff)
width: 1e99px                       | width:min(2147483647px, 100vw - var(--edge))
font-family: Font\\ Name, a         | font-family:"Font Name", a
margin: -1px auto 0 .5em            | margin:-1px auto 0 0.5em
width: calc(100% - 2*8px)           | width:calc(100% - 2 * 8px)
width: 640px                        | width:min(640px, 100vw - var(--edge))
max-width: 640px                    | max-width:640px
overflow: hidden                    | overflow:hidden
position: relative                  | position:relative
""")
  void writesWhatIsMeant(String css, String written) {
    Declarations declarations = filter.declarations(css);
    HtmlSafety.assertSafeStyle(declarations.css());
    assertThat(declarations.css()).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "position: fixed",
        "position: sticky",
        "width: expression(alert(1))",
        "behavior: url(#x)",
        "-moz-binding: url(x)",
        "color: var(x)",
        "color: var(--x y)",
        "position: var(--x)",
        "position: absolute var(--x)",
        "background: url)/x)",
        "background: paint(x)",
        "background: cross-fade(url(http://x/), red)",
        "background: attr(data-x)",
        "--x: {a:b}",
        "--x: expression(alert(1))",
        "--x: attr(href)",
        "--x y: red",
        "--x: fixed",
        "--x: 1px sticky",
        "content: url(http://x/)",
        "content: attr(href)",
        "content: attr()",
        "cursor: url(http://x/), auto",
        "filter: progid:DXImageTransform.Microsoft.Alpha(opacity=0)",
        "animation: spin 1s infinite",
        "color: env(safe-area-inset-top)",
      })
  void leavesOutWhatIsNotOnTheLists(String css) {
    assertThat(filter.declarations(css).css()).isEmpty();
  }

  @Test
  void writesGroupsOfRules() {
    assertThat(sheet("@supports (display:grid) and (not (x:attr(y))){a{color:red}}"))
        .isEqualTo("@supports (display:grid) and (not (x:y)){a{color:red}}");
    assertThat(sheet("@supports (position:sticky){a{color:red}}"))
        .isEqualTo("@supports (position:relative){a{color:red}}");
    assertThat(sheet("@layer box,a.b; @layer box{a{color:red}}"))
        .isEqualTo("@layer m-box,m-a.b;@layer m-box{a{color:red}}");
    assertThat(sheet("@layer a\\{b{u{color:red}} @layer 'x'{u{color:red}}")).isEmpty();
    assertThat(sheet("@container x (width>1px){a{color:red}}"))
        .isEqualTo("@container x (width>1px){a{color:red}}");
    assertThat(sheet("@media (400px<=width<600px), (width < 9px){a{color:red}}"))
        .isEqualTo("@media (600px>width>=400px),(9px>width){a{color:red}}");
    assertThat(sheet("@media (width:url(http://x/)), (x:'y'){a{color:red}}")).isEmpty();
    assertThat(sheet("@media not (prefers-color-scheme:dark){a{color:red}}"))
        .isEqualTo("@media not (0px>width){a{color:red}}");
    assertThat(sheet(".a{color:red;& .b,&:hover{color:blue}@media print{color:green}}"))
        .isEqualTo(".m-a{color:red;& .m-b,&:hover{color:blue}@media print{color:green}}");
    assertThat(sheet("@property --x{syntax:'*';inherits:true;initial-value:red}"))
        .isEqualTo(":where(:root){--m-x:red}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--x:url(http://x/y);background:var(--x)",
        "background:var(--x);--x:url(http://x/y)",
        "background:paint(x)",
        "background:-moz-element(#x)",
        "background:image-set('http://x/y' 1x)",
        "background:linear-gradient(rgb(0 0 0 / 60%),rgb(0 0 0 / 60%)),url(http://x/y)",
        "--x:paint(y);background:var(--x)",
      })
  void tellsWhichBackgroundsAreLost(String css) {
    filter.declarations(css);
    StyleSheet sheet = new StyleSheet();
    filter.add(".a{" + css + "}", "", sheet);
    assertThat(sheet.of(".a")).hasValueSatisfying(rule -> assertThat(rule.lost()).isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
background:#0b5394                                     | 0b5394
--x:#0b5394;background:var(--x)                        | 0b5394
background:var(--none, #0b5394)                        | 0b5394
background:rgb(11 83 148 / var(--o, 1))                | 0b5394
background-color:color-mix(in srgb, #0b5394 90%, black) | 0a4b85
background:linear-gradient(#0b5394, #fff)              | 0b5394
background:hwb(210 7% 66%)                             | 123457
background:oklch(32% .07 251)                          | 133454
background:lab(21% -2 -23)                             | 163555
background:color(srgb .07 .2 .34)                      | 123357
background:light-dark(#0b5394, #fff)                   | 0b5394
background:windowtext                                  | 000000
""")
  void computesBackgrounds(String css, String colour) {
    int ground = filter.declarations(css).ground().orElseThrow();
    int wanted = Integer.parseInt(colour, 16);
    for (int shift = 0; shift <= 16; shift += 8) {
      assertThat(ground >> shift & 255)
          .as(Integer.toHexString(ground))
          .isCloseTo(wanted >> shift & 255, org.assertj.core.data.Offset.offset(2));
    }
    assertThat(filter.declarations(css).lost()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".a.b{background:url(http://x/y)}",
        "td.b:first-child{background:url(http://x/y)}",
        "@media (max-width:9px){.b{background:url(http://x/y)}}",
        "@layer x{@supports (a:b){.b{background:url(http://x/y)}}}",
        "p{.b{background:paint(x)}}",
        "p{& > .b{@media print{background:paint(x)}}}",
      })
  void knowsTheElementsWhoseBackgroundIsLost(String css) {
    StyleSheet sheet = new StyleSheet();
    filter.add(css, "", sheet);
    assertThat(sheet.of(".b")).hasValueSatisfying(rule -> assertThat(rule.lost()).isTrue());
  }

  @Test
  void saysNothingOfElementsThatPointersChange() {
    StyleSheet sheet = new StyleSheet();
    filter.add(".b:hover{color:#fff} .b::before{background:url(http://x/y)}", "", sheet);
    assertThat(sheet.of(".b")).isEmpty();
  }

  /** Animations are not kept, so their end is shown. */
  @Test
  void showsTextThatAnAnimationWouldShow() {
    assertThat(filter.declarations("opacity:0;animation:in 1s forwards").css())
        .isEqualTo("opacity:0;opacity:1");
    assertThat(filter.declarations("animation:in 1s;visibility:hidden").css())
        .isEqualTo("visibility:hidden;visibility:visible");
    assertThat(filter.declarations("animation:none;opacity:0").css()).isEqualTo("opacity:0");
  }

  @Test
  void boundsVariablesThatMultiply() {
    StringBuilder css = new StringBuilder("--v0:#111 #111;");
    for (int i = 1; i < 40; i++) {
      css.append("--v" + i + ":var(--v" + (i - 1) + ") var(--v" + (i - 1) + ");");
    }
    assertThat(filter.declarations(css + "background:var(--v39)").css()).contains("--m-v39");
  }

  @Test
  void readsAsInQuirksModeIfTheMailIs() {
    StyleFilter quirks =
        new StyleFilter(HtmlLimits.DEFAULT, WorkBudget.unlimited(), url -> Optional.empty(), true);
    assertThat(quirks.declarations("color:ff0000;background-color:003;width:10;margin:0 5").css())
        .isEqualTo("color:#ff0000;background-color:#000003;width:10px;margin:0 5px");
    assertThat(quirks.declarations("color:rgb(1 2 3 / var(--o,1));width:calc(2 * 3px)").css())
        .isEqualTo("color:rgb(1 2 3 / var(--m-o, 1));width:calc(2 * 3px)");
    assertThat(quirks.declarations("color:var(--x, ff0000);margin:min(1, 2px) 3").css())
        .isEqualTo("color:var(--m-x, ff0000);margin:min(1, 2px) 3px");
    assertThat(quirks.declarations("line-height:2;background:003366;flex:1 1 9").css())
        .isEqualTo("line-height:2;background:3366;flex:1 1 9");
  }

  @Test
  void readsOnAfterAFault() {
    assertThat(filter.declarations("color:;;*zoom:1;_x:y;mso-hide:all;color:red").css())
        .isEqualTo("color:red");
    assertThat(sheet(".a{color:red}} .b{color:blue} @x; @y{c{d:e}} .c{color:green}"))
        .contains(".m-a{color:red}", ".m-c{color:green}");
  }

  @Test
  void keepsMediaQueriesAndNoOtherRules() {
    assertThat(
            sheet(
                "<!-- @media only screen and (max-width:480px){.w{width:100%!important}} -->"
                    + "@import url(http://x/a.css); @font-face{font-family:f;src:url(http://x/f)}"
                    + "@media print{@media screen{i{color:red}}} @page{margin:0}"
                    + "@media (prefers-color-scheme:dark){b{color:white}}"))
        .isEqualTo(
            "@media only screen and (max-width:480px){.m-w{width:100% !important}}"
                + "@media print{@media screen{i{color:red}}}");
  }

  @Test
  void givesClassesAndIdsTheirNewNames() {
    assertThat(sheet("td.a.b > p#c, [class~=d] + u ~ .e:hover, .f:not(.g)::before{color:red}"))
        .isEqualTo(
            "td.m-a.m-b>p#m-c,[class~=\"m-d\"]+u~.m-e:hover,.m-f:not(.m-g)::before{color:red}");
    assertThat(sheet("body, html, *{color:red}")).isEqualTo("body,html,*{color:red}");
    assertThat(sheet("a:visited, p:nth-child(2n+1){color:red}"))
        .isEqualTo("a:visited,p:nth-child(2n+1){color:red}");
  }

  @Test
  void writesStringsSoThatNothingEndsThem() {
    assertThat(sheet("p::before{content:'</style><b>\\22 x'}"))
        .isEqualTo("p::before{content:\"\\3c \\2f style\\3e \\3c b\\3e \\22 x\"}");
    assertThat(filter.declarations("font-family:'a\"><b'").css()).isEqualTo("font-family:\"ab\"");
  }

  @Test
  void tellsWhetherAnImageBehindTheTextIsMissing() {
    assertThat(filter.declarations("background:url(http://x/y)").lost()).isTrue();
    assertThat(filter.declarations("background:url(http://x/y) #222").lost()).isFalse();
    assertThat(filter.declarations("background:url(cid:leaf@x)").lost()).isFalse();
    assertThat(filter.declarations("border:1px solid red").coloured()).isFalse();
    assertThat(filter.declarations("color:inherit;background:none").coloured()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@media x{",
        "a{",
        "a{b:calc(1+",
        ":not(",
        "1",
        "}",
        "a{b}",
        "\\",
        "a{b:'",
        "/*",
        "a,",
        "url("
      })
  void survivesRepetition(String unit) {
    sheet(unit.repeat((100 << 10) / unit.length()));
    filter.declarations(unit.repeat(4_000 / unit.length()));
  }

  @Test
  void keepsWhatStandsBeforeAFaultOfTheParser() {
    assertThat(sheet("a{color:red} @media (width:rect(1px)){b{color:red}}"))
        .contains("a{color:red}");
  }

  @Test
  void leavesOutLongDataAndNotTheSheet() {
    String font = "@font-face{font-family:f;src:url(data:font/woff;base64," + "A".repeat(9_000);
    assertThat(sheet(font + ")} a{color:red}")).isEqualTo("a{color:red}");
  }

  @Test
  void readsASheetForAMedium() {
    StyleSheet sheet = new StyleSheet();
    filter.add("<!-- a{color:red} -->", "screen", sheet);
    assertThat(sheet.css.toString().replace("\n", "")).isEqualTo("@media screen{a{color:red}}");
    filter.add("b{color:red}", "(width:" + "9".repeat(200_000) + "px)", sheet);
    assertThat(sheet.css.toString()).doesNotContain("b{");
    assertThat(filter.isIncomplete()).isTrue();
  }

  @Test
  void boundsNestingThatCommentsHide() {
    assertThat(sheet("@media all{/*}*/".repeat(5_000)).split("@media", -1)).hasSizeLessThan(40);
  }

  @Test
  void isBoundedInSizeAndRules() {
    HtmlLimits few = new HtmlLimits(200, 50, 50_000, 4 << 20, 100, 2);
    StyleFilter small = new StyleFilter(few, WorkBudget.unlimited(), url -> Optional.empty());
    StyleSheet sheet = new StyleSheet();
    small.add("a{color:red} b{color:red} i{color:red}", "", sheet);
    assertThat(sheet.css.toString()).contains("b{").doesNotContain("i{");
    assertThat(small.isIncomplete()).isTrue();
    small.add("u{color:red}" + " ".repeat(100), "", sheet);
    assertThat(sheet.css.toString()).doesNotContain("u{");
  }
}
