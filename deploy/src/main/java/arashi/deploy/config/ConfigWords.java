package arashi.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Describes what is wrong in a configuration file: file, line, key, value, and what is allowed. */
final class ConfigWords {
  private static final Pattern BAD_VALUE =
      Pattern.compile("^(.*?): Invalid value at '([^']*)': (.*)$", Pattern.DOTALL);

  private static final String SIZES =
      "must be a size like 5 MiB: bytes, or with a unit of 1024 (KiB, MiB, GiB, TiB) or 1000"
          + " (kB, MB, GB, TB)";
  private static final String TIMES =
      "must be a time like 5 m: milliseconds, or with a unit (ms, s, m, h, d)";

  private ConfigWords() {}

  /**
   * Describes a failure in one line.
   *
   * @param merged the configuration that was read, or null if the file could not be parsed
   */
  static String of(ConfigException failure, Config merged) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof ConfigException.Parse) {
      return ofSyntax(failure, message);
    }
    Matcher bad = BAD_VALUE.matcher(message);
    if (!bad.find() || merged == null || !merged.hasPath(bad.group(2))) {
      return message;
    }
    String key = bad.group(2);
    String why = bad.group(3);
    String allowed =
        why.contains("size-in-bytes") ? SIZES : why.contains("time unit") ? TIMES : why;
    return bad.group(1) + ": " + key + " = " + merged.getValue(key).unwrapped() + ", " + allowed;
  }

  /** The library names the end of the file for a missing brace, and explains at length. */
  private static String ofSyntax(ConfigException failure, String message) {
    String file = failure.origin() == null ? null : failure.origin().filename();
    int open = file == null ? 0 : unclosedLine(Path.of(file));
    return open > 0
        ? file + ": " + open + ": the brace or bracket of this line is never closed"
        : message.split(" \\(if you intended", 2)[0];
  }

  /** Returns the line of the innermost brace that the file does not close; 0 if there is none. */
  private static int unclosedLine(Path file) {
    try {
      return unclosedLine(Files.readString(file));
    } catch (IOException e) {
      return 0;
    }
  }

  private static int unclosedLine(String text) {
    Deque<Integer> open = new ArrayDeque<>();
    int line = 1;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> line++;
        case '{', '[' -> open.push(line);
        case '}', ']' -> open.poll();
        case '"' -> {
          int end = endOfString(text, i);
          line += (int) text.substring(i, end).chars().filter(one -> one == '\n').count();
          i = end - 1;
        }
        default -> {
          if (c == '#' || text.startsWith("//", i)) {
            int end = text.indexOf('\n', i);
            i = (end < 0 ? text.length() : end) - 1;
          }
        }
      }
    }
    return open.isEmpty() ? 0 : open.peek();
  }

  /** Returns the index behind a string that begins at {@code start}. */
  private static int endOfString(String text, int start) {
    if (text.startsWith("\"\"\"", start)) {
      int end = text.indexOf("\"\"\"", start + 3);
      return end < 0 ? text.length() : end + 3;
    }
    int i = start + 1;
    while (i < text.length() && text.charAt(i) != '"' && text.charAt(i) != '\n') {
      i += text.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), i + 1);
  }
}
