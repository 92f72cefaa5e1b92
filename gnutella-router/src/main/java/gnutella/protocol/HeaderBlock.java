package gnutella.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Lines of text up to an empty one: a first line, then fields like HTTP's. A line ends in LF or
 * CRLF. Fields of one name are joined by commas.
 */
final class HeaderBlock {
  private final int maxBytes;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream(256);
  private boolean lineIsEmpty;
  private String firstLine;
  private Map<String, String> fields;

  /** A block that is still to come. */
  HeaderBlock(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes bytes of the block, and none that come after it; true once it is complete. */
  boolean read(ByteBuffer input) {
    while (input.hasRemaining() && !isComplete() && !isTooLong()) {
      byte next = input.get();
      text.write(next);
      if (next == '\n') {
        if (lineIsEmpty) {
          parse();
        }
        lineIsEmpty = true;
      } else if (next != '\r') {
        lineIsEmpty = false;
      }
    }
    return isComplete();
  }

  private void parse() {
    String[] lines = text.toString(StandardCharsets.ISO_8859_1).split("\r?\n", -1);
    firstLine = lines[0].trim();
    fields = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        String name = lines[i].substring(0, colon).trim().toLowerCase(Locale.ROOT);
        fields.merge(name, lines[i].substring(colon + 1).trim(), (a, b) -> a + "," + b);
      }
    }
  }

  boolean isComplete() {
    return fields != null;
  }

  boolean isTooLong() {
    return text.size() >= maxBytes;
  }

  String firstLine() {
    return firstLine;
  }

  /** A field's value, {@code ""} if there is none; {@code name} in lower case. */
  String field(String name) {
    return fields.getOrDefault(name, "");
  }

  boolean isTrue(String name) {
    return field(name).equalsIgnoreCase("true");
  }

  /** Whether a comma-separated field names this. */
  boolean names(String name, String item) {
    for (String each : field(name).split(",", -1)) {
      if (each.trim().equalsIgnoreCase(item)) {
        return true;
      }
    }
    return false;
  }
}
