package gnutella.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Lines of text up to an empty line: a first line, then fields as in HTTP. A line ends in LF or
 * CRLF. Fields of the same name are joined by commas.
 */
final class HeaderBlock {
  private final int maxBytes;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream(256);
  private boolean lineIsEmpty;
  private String firstLine;
  private Map<String, String> fields;

  /** Creates an empty block. */
  HeaderBlock(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Consumes bytes of the block and none after it; true once the block is complete. */
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

  /** Returns a field's value, or {@code ""} if it is missing; {@code name} is in lower case. */
  String field(String name) {
    return fields.getOrDefault(name, "");
  }

  boolean isTrue(String name) {
    return field(name).equalsIgnoreCase("true");
  }

  /** True if a comma-separated field contains {@code item}. */
  boolean names(String name, String item) {
    for (String each : field(name).split(",", -1)) {
      if (each.trim().equalsIgnoreCase(item)) {
        return true;
      }
    }
    return false;
  }
}
