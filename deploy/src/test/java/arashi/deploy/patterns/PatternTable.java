package arashi.deploy.patterns;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.deploy.patterns.SourcePatterns.Found;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads {@code patterns.txt}, whose head explains the format. */
final class PatternTable {
  /** Length of the input of an expression that anything reaches, in chars. */
  static final int ANY = 1 << 20;

  /**
   * A row.
   *
   * @param use class and expression, with visible marks for tabs and line ends
   * @param limit longest input in chars; 0 if no foreign text reaches it
   * @param sample the expression to feed, if it is not the constant itself
   */
  record Row(String use, int limit, Optional<String> sample) {}

  private PatternTable() {}

  static List<Row> read() throws IOException {
    try (InputStream in = PatternTable.class.getResourceAsStream("patterns.txt")) {
      return Arrays.stream(new String(in.readAllBytes(), UTF_8).split("\n"))
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(PatternTable::row)
          .toList();
    }
  }

  private static Row row(String line) {
    String[] columns = line.split("\t", -1);
    boolean any = columns[0].equals("any");
    if (columns.length != (any ? 3 : 4)) {
      throw new IllegalArgumentException("columns of " + line);
    }
    boolean sample = columns[0].equals("like");
    int limit = any || sample ? ANY : columns[0].equals("own") ? 0 : Integer.parseInt(columns[0]);
    Optional<String> like = sample ? Optional.of(columns[3]) : Optional.empty();
    return new Row(columns[1] + "\t" + columns[2], limit, like);
  }

  static String use(Found found) {
    return found.type()
        + "\t"
        + found.text().replace('\n', '␊').replace('\t', '␉').replace('\r', '␍');
  }
}
