package arashi.mime;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * HTML that is cheap to send and expensive to process, of any size. Each text targets one mechanism
 * that can be superlinear: reopened formatting elements, foster parenting, attribute lists.
 */
final class DearHtml {
  private DearHtml() {}

  /** Returns texts by name, as functions of their length in characters. */
  static Map<String, IntFunction<String>> texts() {
    Map<String, IntFunction<String>> found = new LinkedHashMap<>();
    repeatedTags(found);
    formatsAndAttributes(found);
    nestedElements(found);
    return found;
  }

  private static void repeatedTags(Map<String, IntFunction<String>> found) {
    for (String unit :
        new String[] {
          "<b><i><a>",
          "<b><i><a href=x>",
          "<b><i>",
          "<b>",
          "<a href=x>x",
          "<font size=1>",
          "<span>",
          "<div>",
          "<blockquote>",
          "<p>",
          "<p><b>",
          "<b><p>",
          "<div><b>x",
          "<b><div><i>",
          "<b><i></b></i>",
          "<b></p>",
          "<table>",
          "<table><tr><td>",
          "<table><b>",
          "<td>x</td>",
          "<tr><td>x",
          "<ul><li>",
          "<li>",
          "<dl><dd>",
          "<h1><b>",
          "<select><option>",
          "<svg><g>",
          "<math><mi>",
          "<textarea>",
          "<form><input>",
          "<button><b>",
          "<nobr>",
          "<marquee>",
          "<object>",
          "<template>",
          "<ruby><rt>",
          "<p style=\"color:red;margin:1px\">x</p>",
          "<img src=cid:a@b>",
          "<img src=https://x.example/a.gif>",
          "<br>",
          "<!-- x -->",
          "<!--",
          "<![CDATA[x]]>",
          "<![CDATA[",
          "<",
          "</",
          "<!",
          "<?",
          "<a ",
          "<a b=",
          "<x y='<",
          "&",
          "&amp;",
          "&#65;",
          "&#x",
          "&notanentity;",
          "</p>",
          "</b>",
          "</br>",
          "</table>",
          "\u0000",
          "<b x=1 y=2 z=3>",
          "<style>a{}</style>",
          "<script>x</script>",
          "<style>",
          "<script>",
          "<title>",
          "<xmp>",
          "<plaintext>",
          "<noscript>",
          "<iframe>",
          "<body a=b>",
          "<html a=b>",
          "<p style=\"color:rgb(",
          "word ",
          " ",
          "\n",
          "<br/>\u00e4\ud83d\ude00",
          "=3D",
          "<pre>\n",
          "<em><strong><u><s><small><big><tt><code>",
          "<a><b><a><b>",
          "<td>",
          "<col>",
          "<caption>",
          "<details><summary>",
          "<x>",
          "<x></x>",
          "<o:p></o:p>",
          "<custom-a><b>",
          "<hr>",
          "<center>"
        }) {
      found.put(unit.strip(), n -> unit.repeat(n / unit.length()));
    }
  }

  private static void formatsAndAttributes(Map<String, IntFunction<String>> found) {
    found.put(
        "200 formats, then paragraphs",
        n -> {
          StringBuilder head = new StringBuilder();
          for (int i = 0; i < 200; i++) {
            head.append("<font size=").append(i % 10).append(" color=c").append(i).append('>');
          }
          return head + "<p>x".repeat(Math.max(0, n - head.length()) / 4);
        });
    found.put(
        "20 formats, then paragraphs",
        n -> {
          String head = "<b><i><u><s><em><tt><big><small><code><strong>".repeat(2);
          return head + "<p>x</p>".repeat(Math.max(0, n - head.length()) / 8);
        });
    found.put(
        "styled formats, then paragraphs",
        n -> {
          StringBuilder head = new StringBuilder();
          for (int i = 0; i < 100; i++) {
            head.append("<font style='font-family:").append("x".repeat(100)).append(i).append("'>");
          }
          return head + "<p>x".repeat(Math.max(0, n - head.length()) / 4);
        });
    found.put(
        "long links, then paragraphs",
        n -> {
          String head = "<a href='http://x.example/" + "y".repeat(2000) + "'><b><i>";
          return head + "<p>x".repeat(Math.max(0, n - head.length()) / 4);
        });
    found.put("numbered attributes", n -> numbered("<p", " a%d=1", n, ">x"));
    found.put("numbered fonts", n -> numbered("", "<font color=c%d>", n, ""));
    found.put("numbered fonts, paragraphs", n -> numbered("", "<p><font color=c%d>", n, ""));
    found.put("numbered elements", n -> numbered("", "<x%d>", n, ""));
    found.put("huge attribute", n -> "<p title='" + "x ".repeat(n / 2) + "'>x");
    found.put("huge attribute of entities", n -> "<p title='" + "&amp;".repeat(n / 5) + "'>x");
    found.put("huge link", n -> "<a href='http://x.example/" + "%41".repeat(n / 3) + "'>x");
    found.put("huge style", n -> "<p style='" + "color:red;".repeat(n / 10) + "'>x");
    found.put(
        "styles of 4 KB",
        n -> {
          String p = "<p style='" + "color:red;".repeat(400) + "'>x";
          return p.repeat(Math.max(1, n / p.length()));
        });
    found.put("huge data image", n -> "<img src='data:image/png;base64," + "A".repeat(n) + "'>");
    found.put("table of cells", n -> "<table><tr>" + "<td>x</td>".repeat(n / 10) + "</table>");
    found.put("table of rows", n -> "<table>" + "<tr><td>x</td></tr>".repeat(n / 19) + "</table>");
    found.put("text fostered out of a table", n -> "<table>" + "x<tr>".repeat(n / 5));
  }

  private static void nestedElements(Map<String, IntFunction<String>> found) {
    found.put(
        "deep, then wide",
        n -> "<div>".repeat(n / 20) + "<b>x</b>".repeat(n / 16) + "</div>".repeat(n / 24));
    found.put("deep, then closed", n -> "<div>".repeat(n / 11) + "</div>".repeat(n / 11));
    found.put("formats, then closed", n -> "<b>".repeat(n / 7) + "</b>".repeat(n / 7));
    for (String one :
        new String[] {"b", "i", "a", "span", "font", "div", "blockquote", "td", "li"}) {
      found.put("nested " + one + " with text", n -> nested("<" + one + ">x", "</" + one + ">", n));
    }
    found.put("nested b i a, closed", n -> nested("<b><i><a>", "</a></i></b>", n));
    found.put("nested b i a, text, closed", n -> nested("<b><i><a>x", "</a></i></b>", n));
    found.put(
        "nested links b i a, closed",
        n -> nested("<b><i><a href='http://x.example/'>x", "</a></i></b>", n));
    found.put("nested b i a, closed crosswise", n -> nested("<b><i><a>", "</b></i></a>", n));
    found.put("nested b i div, closed crosswise", n -> nested("<b><i><div>", "</b></i></div>", n));
    found.put(
        "nested font p, closed crosswise", n -> nested("<font color=red><p>", "</font></p>", n));
    found.put("numbered cells", n -> "<table><tr>" + numbered("", "<td>c%d</td>", n, ""));
    found.put("numbered rows", n -> numbered("<table>", "<tr><td>row %d<td>x", n, ""));
    found.put("nested tables", n -> nested("<table><tr><td>", "</td></tr></table>", n));
    found.put("nested tables with text", n -> nested("<table><tr><td>x", "</td></tr></table>", n));
    found.put("cells in lines", n -> "<table>" + "<tr>\n<td>\nx\n</td>\n</tr>\n".repeat(n / 23));
    found.put("formats in cells", n -> "<table><tr>" + "<td><b><i><a href=x>x".repeat(n / 21));
    found.put(
        "formats in cells, closed", n -> "<table><tr>" + "<td><b><i>x</i></b></td>".repeat(n / 24));
    for (String unit :
        new String[] {
          "<html><a><div><tr>",
          "<frameset><a></tbody><td></i>",
          "<ul><td>x</td><a>",
          "<body><a href=http://x.example/1><frameset></font>&amp;",
          "<body></template><a></tbody>",
          "<html></font><a href=http://x.example/>",
          "<col><i>",
          "<i><html>",
          "<tt><col></h1>",
          "<code><frameset>",
          "<tbody><tt>",
          "<a><table><td><a>",
          "<b><td>",
          "<table><td>",
          "<p><b>x</p>",
          "<i><b><p>x</i>",
          "<tt><li><td>",
          "<h1><a><b>"
        }) {
      found.put(unit, n -> unit.repeat(n / unit.length()));
    }
    found.put(
        "formats, closed crosswise", n -> "<b><i>".repeat(n / 14) + "</b></i>".repeat(n / 14));
  }

  private static String nested(String open, String close, int length) {
    int times = length / (open.length() + close.length());
    return open.repeat(times) + "x" + close.repeat(times);
  }

  /** Repeats the unit, with its number for {@code %d}. */
  static String numbered(String start, String unit, int length, String end) {
    StringBuilder out = new StringBuilder(start);
    for (int i = 0; out.length() < length; i++) {
      out.append(unit.replace("%d", Integer.toString(i)));
    }
    return out.append(end).toString();
  }
}
