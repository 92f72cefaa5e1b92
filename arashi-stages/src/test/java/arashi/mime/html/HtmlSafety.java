package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;

/**
 * Judges sanitised HTML by parsing it with another parser than the sanitiser's and looking at every
 * element and attribute, with an allow-list written independently of the sanitiser's.
 */
public final class HtmlSafety {
  private static final Set<String> HARMLESS_ELEMENTS =
      Set.of(
          ("#root html head body a abbr acronym address b big blockquote br caption center cite"
                  + " code col colgroup dd del dfn dir div dl dt em font h1 h2 h3 h4 h5 h6 hr i img"
                  + " ins kbd li menu ol p pre q s samp small span strike strong sub sup table tbody"
                  + " td tfoot th thead tr tt u ul var wbr bdo bdi mark section article header footer"
                  + " main figure figcaption")
              .split(" ", -1));

  private static final Set<String> HARMLESS_ATTRIBUTES =
      Set.of(
          ("href target rel src alt title lang dir align valign width height border cellpadding"
                  + " cellspacing hspace colspan rowspan span start value type bgcolor color face"
                  + " size class style")
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
        assertThat(element.normalName()).isEqualTo("a");
        assertThat(lower).matches("(?s)(https?://|mailto:).*");
        assertThat(element.attr("target")).isEqualTo("_blank");
        assertThat(element.attr("rel")).contains("noopener", "noreferrer", "nofollow");
      }
      case "src" -> assertThat(lower).matches("data:image/(png|gif|jpeg|webp);base64,[a-z0-9+/=]*");
      case "style" ->
          assertThat(lower)
              .doesNotContain("url", "expression", "@import", "position", "javascript", "binding")
              .doesNotContain("z-index", "behavior", "\\", "var(", "image-set");
      default -> assertThat(lower).doesNotContain("javascript:", "vbscript:", "data:text");
    }
  }
}
