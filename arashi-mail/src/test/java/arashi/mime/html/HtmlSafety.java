package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;

/**
 * Checks sanitised HTML with a parser other than the sanitiser's, and with an independent
 * allow-list of elements and attributes.
 */
public final class HtmlSafety {
  private static final Set<String> HARMLESS_ELEMENTS =
      Set.of(
          ("#root html head body a abbr acronym address b big blockquote br caption center cite"
                  + " code col colgroup dd del dfn dir div dl dt em font h1 h2 h3 h4 h5 h6 hr i img"
                  + " ins kbd li menu ol p pre q s samp small span strike strong sub sup table tbody"
                  + " td tfoot th thead tr tt u ul var wbr bdo bdi mark section article header footer"
                  + " main figure figcaption details summary aside nav hgroup search dialog fieldset"
                  + " legend label ruby rb rt rp rtc data time output map area")
              .split(" ", -1));

  private static final Set<String> HARMLESS_ATTRIBUTES =
      Set.of(
          ("href target rel src alt title lang dir align valign width height border cellpadding"
                  + " cellspacing hspace colspan rowspan span start value type bgcolor color face"
                  + " size class style id vspace nowrap noshade hidden open clear role aria-hidden"
                  + " aria-label usemap name shape coords rules frame bordercolor reversed scope")
              .split(" ", -1));

  private HtmlSafety() {}

  public static void assertSafe(String html) {
    for (Element element : Jsoup.parse(html).getAllElements()) {
      assertThat(HARMLESS_ELEMENTS).contains(element.normalName());
      for (Attribute attribute : element.attributes()) {
        assertThat(HARMLESS_ATTRIBUTES).contains(attribute.getKey());
        assertValue(element, attribute.getKey(), attribute.getValue());
      }
    }
  }

  private static void assertValue(Element element, String name, String value) {
    String lower = value.toLowerCase(Locale.ROOT).replaceAll("[\\s\\p{Cntrl}]", "");
    switch (name) {
      case "href" -> {
        assertThat(element.normalName()).isIn("a", "area");
        assertThat(lower)
            .matches("(?s)(https?://|ftp://|mailto:|tel:|#|/compose\\?mailto=[a-z0-9%.*_+-]+$).*");
        assertThat(element.attr("target")).isEqualTo(lower.startsWith("#") ? "" : "_blank");
        assertThat(element.attr("rel")).contains("noopener", "noreferrer", "nofollow");
      }
      case "src" -> assertThat(lower).matches("data:image/(png|gif|jpeg|webp);base64,[a-z0-9+/=]*");
      case "style" -> assertSafeStyle(value);
      case "id" -> assertThat(lower).startsWith("m-");
      case "name" -> {
        assertThat(element.normalName()).isEqualTo("map");
        assertThat(lower).startsWith("m-");
      }
      case "usemap" -> assertThat(lower).startsWith("#m-");
      case "class" -> assertThat(value).matches("(?:|(?:m-\\S+)(?: m-\\S+)*|t-[a-z0-9]+)");
      default -> assertThat(lower).doesNotContain("javascript:", "vbscript:", "data:text");
    }
  }

  /** Checks the attributes of the frame. */
  public static void assertSafeFrame(String... lists) {
    for (String attributes : lists) {
      Element element = Jsoup.parse("<p" + attributes + ">").selectFirst("p");
      assertThat(element).isNotNull();
      for (Attribute attribute : element.attributes()) {
        assertThat(attribute.getKey())
            .isIn("dir", "lang", "bgcolor", "text", "class", "id", "style");
        assertValue(element, attribute.getKey(), attribute.getValue());
      }
    }
  }

  /** Checks declarations or a sheet for forbidden text, without interpreting them. */
  public static void assertSafeStyle(String css) {
    String lower =
        css.toLowerCase(Locale.ROOT)
            .replaceAll("/\\*.*?\\*/", "")
            .replaceAll("url\\(\"data:image/(?:png|gif|jpeg|webp);base64,[a-z0-9+/=]*\"\\)", "");
    assertThat(lower).doesNotContain("<");
    lower = lower.replace("100vw - var(--edge)", "").replaceAll("table-layout: ?fixed", "");
    // variables of the mail, never those of the page
    lower = lower.replaceAll("(?:var\\()?--m-[\\p{L}\\p{N}_-]{1,80}", "");
    String outside = lower.replaceAll("\"[^\"]*\"", "");
    assertThat(outside)
        .doesNotContain("url", "expression", "@import", "@font", "@charset", "@namespace")
        .doesNotContain("javascript", "binding", "behavior", "var(", "attr(", "image-set")
        .doesNotContain("src(", "image(", "cross-fade", "element(", "fixed", "sticky", "\\");
  }
}
