package arashi.web;

import freemarker.core.HTMLOutputFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A page that was rendered once, with gaps for the values that differ between requests. Its model
 * held a mark in place of each value. Filling a page copies bytes, where rendering interprets a
 * template. Immutable; any thread.
 */
final class PreparedPage {
  private static final int USUAL_BYTES = 4 << 10;

  private final List<byte[]> texts; // one more than gaps
  private final List<String> gaps;
  private final int bytes;

  private PreparedPage(List<byte[]> texts, List<String> gaps) {
    this.texts = List.copyOf(texts);
    this.gaps = List.copyOf(gaps);
    this.bytes = texts.stream().mapToInt(text -> text.length).sum();
  }

  /**
   * Splits a rendered page at its marks.
   *
   * @param marks texts that occur only where a value is wanted, in HTML
   * @throws IllegalStateException if the page lacks a mark, an internal error
   */
  static PreparedPage of(byte[] page, List<String> marks) {
    String html = new String(page, StandardCharsets.UTF_8);
    for (String mark : marks) {
      if (!html.contains(mark)) {
        throw new IllegalStateException("the template does not show " + mark);
      }
    }
    List<byte[]> texts = new ArrayList<>();
    List<String> gaps = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < html.length(); ) {
      String found = markAt(html, at, marks);
      if (found == null) {
        at++;
      } else {
        texts.add(utf8(html.substring(from, at)));
        gaps.add(found);
        at += found.length();
        from = at;
      }
    }
    texts.add(utf8(html.substring(from)));
    return new PreparedPage(texts, gaps);
  }

  private static String markAt(String html, int at, List<String> marks) {
    for (String mark : marks) {
      if (html.startsWith(mark, at)) {
        return mark;
      }
    }
    return null;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the size of the page without values, in bytes. */
  int bytes() {
    return bytes;
  }

  /**
   * Returns the page with values.
   *
   * @param values HTML by mark
   */
  byte[] with(Map<String, String> values) {
    PageWriter out = new PageWriter(bytes + USUAL_BYTES);
    for (int i = 0; i < gaps.size(); i++) {
      out.write(texts.get(i));
      out.write(values.get(gaps.get(i)));
    }
    out.write(texts.get(gaps.size()));
    return out.bytes();
  }

  /** Returns a text as HTML, escaped as in templates. */
  static String escaped(String text) {
    return HTMLOutputFormat.INSTANCE.escapePlainText(text);
  }
}
