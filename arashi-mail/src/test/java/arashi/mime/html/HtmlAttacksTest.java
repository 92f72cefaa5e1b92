package arashi.mime.html;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.Corpus;
import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.WorkBudget;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class HtmlAttacksTest {
  private static final Pattern PAYLOAD =
      Pattern.compile("\"payload\": \"((?:[^\"\\\\]|\\\\.)*+)\"");

  @Test
  void defusesEveryKnownAttack() throws IOException {
    List<String> attacks = attacks();
    attacks.forEach(HtmlAttacksTest::check);
    assertThat(attacks).hasSizeGreaterThan(7_000);
  }

  /** Applies each attack as the style sheet and as the style attribute of a mail. */
  @Test
  void defusesEveryKnownAttackInStyle() throws IOException {
    Corpus.sample("html-attacks", attacks(), 5).forEach(HtmlAttacksTest::checkStyle);
  }

  private static List<String> attacks() throws IOException {
    List<String> attacks = new ArrayList<>();
    for (Path file : Corpus.files(Corpus.require("html-attacks"))) {
      for (String line : Files.readAllLines(file)) {
        Matcher payload = PAYLOAD.matcher(line);
        assertThat(payload.find()).as(line).isTrue();
        attacks.add(unescape(payload.group(1)));
      }
    }
    return attacks;
  }

  @FuzzTest
  void defusesWhateverStyleComes(byte[] css) {
    checkStyle(new String(css, StandardCharsets.UTF_8));
  }

  private static void checkStyle(String css) {
    StyleFilter filter =
        new StyleFilter(HtmlLimits.DEFAULT, WorkBudget.unlimited(), url -> Optional.empty());
    StyleSheet sheet = new StyleSheet();
    filter.add(css, "", sheet);
    filter.add("a{" + css + "} b{color:" + css + "}", "screen", sheet);
    HtmlSafety.assertSafeStyle(sheet.css.toString());
    HtmlSafety.assertSafeStyle(filter.declarations(css).css());
    HtmlSafety.assertSafeStyle(filter.declarations("background:" + css).css());
    check("<style>" + css + "</style><p style='" + css.replace("'", "&#39;") + "'>x</p>");
  }

  @FuzzTest
  void defusesWhateverComes(byte[] html) {
    check(new String(html, StandardCharsets.UTF_8));
  }

  private static void check(String html) {
    SanitizedHtml first = HtmlSanitizer.sanitize(html, id -> Optional.empty());
    String once = first.html();
    HtmlSafety.assertSafe(once);
    SanitizedHtml.Frame frame = first.frame();
    HtmlSafety.assertSafeStyle(frame.style());
    HtmlSafety.assertSafeFrame(frame.root(), frame.body());
    String twice = HtmlSanitizer.sanitize(once, id -> Optional.empty()).html();
    HtmlSafety.assertSafe(twice);
    // serialising again may add a <ul> around an <li>, but keeps text and links
    assertThat(effect(twice)).isEqualTo(effect(once));
    HtmlSafety.assertSafe(PlainTextRenderer.render(html));
  }

  private static String effect(String html) {
    Document document = Jsoup.parse(html);
    String links =
        document.select("a[href]").eachAttr("href").toString().replaceAll("#(m-)+", "#m-");
    return document.text().replaceAll("\\s", "") + links;
  }

  /** Decodes the escapes of JSON strings. */
  private static String unescape(String json) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      c = json.charAt(++i);
      switch (c) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'r' -> out.append('\r');
        case 'b' -> out.append('\b');
        case 'f' -> out.append('\f');
        case 'u' -> {
          out.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> out.append(c);
      }
    }
    return out.toString();
  }
}
