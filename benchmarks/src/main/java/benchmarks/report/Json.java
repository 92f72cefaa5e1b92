package benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Maps, lists, numbers, strings and booleans as JSON (RFC 8259), one flat map a line. */
public final class Json {
  private Json() {}

  /** As text. */
  public static String of(Object value) {
    StringBuilder text = new StringBuilder();
    append(text, value, "");
    return text.append('\n').toString();
  }

  /** A map of names and values in turn, in their order; may be changed. */
  public static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static void append(StringBuilder text, Object value, String indent) {
    if (value instanceof Map<?, ?> map) {
      boolean flat =
          map.values().stream().noneMatch(v -> v instanceof Map<?, ?> || v instanceof List<?>);
      StringJoiner members = joiner("{", "}", flat ? "" : indent);
      map.forEach((key, member) -> members.add(quote(key) + ": " + nested(member, indent)));
      text.append(flat ? members.toString().replace("\n", "") : members);
    } else if (value instanceof List<?> list) {
      StringJoiner elements = joiner("[", "]", indent);
      list.forEach(element -> elements.add(nested(element, indent)));
      text.append(elements);
    } else if (value instanceof Double number) {
      text.append(String.format(Locale.ROOT, "%.4f", number));
    } else if (value instanceof Number || value instanceof Boolean) {
      text.append(value);
    } else {
      text.append(quote(value));
    }
  }

  private static String nested(Object value, String indent) {
    StringBuilder text = new StringBuilder();
    append(text, value, indent + "  ");
    return text.toString();
  }

  private static StringJoiner joiner(String open, String close, String indent) {
    return new StringJoiner(
        ",\n" + indent + "  ", open + "\n" + indent + "  ", "\n" + indent + close);
  }

  private static String quote(Object value) {
    StringBuilder text = new StringBuilder("\"");
    for (char c : String.valueOf(value).toCharArray()) {
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        text.append(c);
      }
    }
    return text.append('"').toString();
  }
}
