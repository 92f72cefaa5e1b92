package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.html.HtmlSanitizer;
import arashi.mime.html.HtmlText;
import arashi.mime.html.SanitizedHtml;
import arashi.mime.limit.WorkBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the styles of mail in a browser before and after sanitizing: each element has the same
 * computed values. Where the sanitizer departs on purpose, {@code StyleFilterTest} says so.
 */
class MailStylesTest {
  private static final String PROPERTIES =
      "color background-color background-image background-clip font-family font-size font-style"
          + " font-weight font-variant-caps line-height letter-spacing word-spacing text-align"
          + " text-indent text-transform text-decoration-line text-decoration-color text-shadow"
          + " white-space vertical-align margin-top margin-right margin-bottom margin-left"
          + " padding-top padding-right padding-bottom padding-left border-top-width"
          + " border-top-style border-top-color border-left-width border-left-style"
          + " border-left-color border-bottom-width border-right-width border-top-left-radius"
          + " box-shadow display visibility opacity float clear position top left z-index"
          + " list-style-type direction unicode-bidi writing-mode overflow-x text-overflow"
          + " max-width min-height border-collapse flex-grow flex-wrap justify-content"
          + " row-gap grid-template-columns column-count word-break mix-blend-mode"
          + " -webkit-text-fill-color -webkit-line-clamp caption-side";

  /** Writes each document into a frame of its own, and reads what {@code read} returns of it. */
  private static final String FRAMES =
      """
      const [documents, properties] = arguments;
      const styles = frame => [...frame.contentDocument.body.querySelectorAll('*')]
          .filter(element => !['style', 'script', 'wbr'].includes(element.localName))
          .map(element => {
            const style = frame.contentWindow.getComputedStyle(element);
            return properties.map(p => p + ': ' + style.getPropertyValue(p)).join('\\n');
          });
      const text = frame => frame.contentDocument.body.innerText;
      return documents.map(html => {
        const frame = document.createElement('iframe');
        frame.style = 'width:800px;height:600px';
        document.documentElement.append(frame);
        const inner = frame.contentDocument;
        inner.open(); inner.write(html); inner.close();
        const result = READ(frame);
        frame.remove();
        return result;
      });
      """;

  private static final String READ = FRAMES.replace("READ", "styles");
  private static final String TEXTS = FRAMES.replace("READ", "text");

  @TempDir Path folder;

  @Test
  void attributesHaveTheStylesOfABrowser() throws IOException {
    List<String> styles = lines("declarations.txt");
    assertThat(styles).hasSizeGreaterThan(290);
    assertSame(styles, style -> "<p>x</p><p style=\"" + escaped(style) + "\">y <b>z</b></p>");
  }

  @Test
  void sheetsHaveTheStylesOfABrowser() throws IOException {
    List<String> sheets = lines("sheets.txt");
    assertThat(sheets).hasSizeGreaterThan(150);
    assertSame(
        sheets,
        sheet ->
            "<head><style>"
                + sheet
                + "</style></head><body><p class=a>a <b class=b>b</b></p>"
                + "<div class=c id=i><a href='https://x.example/'>c</a></div>"
                + "<table><tbody><tr><td class=d>d</td></tr></tbody></table>"
                + "<my-block class=e>e</my-block></body>");
  }

  @Test
  void attributesHaveTheEffectOfABrowser() throws IOException {
    List<String> mails = lines("attributes.txt");
    assertThat(mails).hasSizeGreaterThan(45);
    assertSame(mails, mail -> "<body>" + mail);
  }

  @Test
  void thePageAndThePlainTextHaveTheWordsOfABrowser() throws IOException {
    List<String> mails = lines("texts.txt");
    assertThat(mails).hasSizeGreaterThan(45);
    List<String> documents = new ArrayList<>();
    for (String mail : mails) {
      String html = "<!DOCTYPE html><body>" + mail;
      documents.add(html);
      documents.add(sanitized(html));
    }
    List<?> shown = inBrowser(TEXTS, documents, List.of());
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < mails.size(); i++) {
      List<String> wanted = words(shown.get(2 * i));
      List<String> page = words(shown.get(2 * i + 1));
      List<String> plain = words(HtmlText.of(mails.get(i), 10_000, WorkBudget.unlimited()));
      if (!wanted.equals(page) || !wanted.equals(plain)) {
        differences.add(mails.get(i) + "  =>  " + wanted + " page " + page + " plain " + plain);
      }
    }
    assertThat(differences).isEmpty();
  }

  /** Words without the marks of items, which browsers draw. */
  private static List<String> words(Object text) {
    return Stream.of(text.toString().replace('\u00a0', ' ').replace("\u200b", "").split("\\s+", -1))
        .filter(word -> !word.isEmpty() && !word.equals("*"))
        .toList();
  }

  private List<?> inBrowser(String script, List<String> documents, List<String> properties) {
    try (Browser browser = Browser.start(folder, true)) {
      browser.open("about:blank");
      return (List<?>) browser.driver().executeScript(script, documents, properties);
    }
  }

  private interface Mail {
    String with(String css);
  }

  private void assertSame(List<String> styles, Mail mail) {
    List<String> documents = new ArrayList<>();
    for (String css : styles) {
      String html = "<!DOCTYPE html>" + mail.with(css);
      documents.add(html);
      documents.add(sanitized(html));
    }
    List<?> read = inBrowser(READ, documents, List.of(PROPERTIES.split(" ", -1)));
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < styles.size(); i++) {
      List<?> before = (List<?>) read.get(2 * i);
      List<?> after = (List<?>) read.get(2 * i + 1);
      if (!before.equals(after)) {
        differences.add(styles.get(i) + "  =>  " + difference(before, after));
      }
    }
    assertThat(differences).isEmpty();
  }

  private static String sanitized(String html) {
    SanitizedHtml safe = HtmlSanitizer.sanitize(html, id -> Optional.empty());
    SanitizedHtml.Frame frame = safe.frame();
    return frame.doctype()
        + "<html><head><style>:root{--edge:0px}</style><style>"
        + frame.style()
        + "</style></head><body dir=ltr>"
        + safe.html()
        + "</body></html>";
  }

  private static String difference(List<?> before, List<?> after) {
    if (before.size() != after.size()) {
      return before.size() + " elements, then " + after.size();
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < before.size(); i++) {
      String[] was = before.get(i).toString().split("\n", -1);
      String[] is = after.get(i).toString().split("\n", -1);
      for (int p = 0; p < was.length; p++) {
        if (!was[p].equals(is[p])) {
          out.append(i).append(". ").append(was[p]).append(" became ").append(is[p]).append("; ");
        }
      }
    }
    return out.toString();
  }

  private static String escaped(String style) {
    return style
        .replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\f", "\f")
        .replace("\\r", "\r")
        .replace("&", "&amp;")
        .replace("\"", "&quot;");
  }

  private static List<String> lines(String name) throws IOException {
    try (var in = MailStylesTest.class.getResourceAsStream("mail/" + name)) {
      Stream<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
      return lines.filter(line -> !line.startsWith("# ") && !line.isEmpty()).toList();
    }
  }
}
