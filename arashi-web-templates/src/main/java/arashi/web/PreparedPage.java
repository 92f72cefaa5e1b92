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

  private final List<Part> parts;
  private final int bytes;

  /** Bytes of the page, followed by a gap; {@code gap} is null after the last. */
  private record Part(byte[] text, String gap) {}

  private PreparedPage(List<Part> parts) {
    this.parts = List.copyOf(parts);
    this.bytes = parts.stream().mapToInt(part -> part.text().length).sum();
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
    List<Part> parts = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < html.length(); ) {
      String found = markAt(html, at, marks);
      if (found == null) {
        at++;
      } else {
        parts.add(new Part(utf8(html.substring(from, at)), found));
        at += found.length();
        from = at;
      }
    }
    parts.add(new Part(utf8(html.substring(from)), null));
    return new PreparedPage(parts);
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
    for (Part part : parts) {
      out.write(part.text());
      if (part.gap() != null) {
        out.write(values.get(part.gap()));
      }
    }
    return out.bytes();
  }

  /** Returns a text as HTML, escaped as in templates. */
  static String escaped(String text) {
    return HTMLOutputFormat.INSTANCE.escapePlainText(text);
  }
}
