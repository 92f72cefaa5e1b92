package seda.netio.http;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Recorded valid and hostile requests, stored beside the project, not in it. */
final class HttpCorpus {
  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\": (?:\"([^\"\\\\]*)\"|(\\w+))");

  /** One recorded request, or several in sequence. */
  record Vector(String id, String expect, String mode, boolean defaultConfig, String raw) {}

  private HttpCorpus() {}

  /** Reads the vectors of a file; skips the test without the corpus. */
  static List<Vector> vectors(String name) throws IOException {
    Path file = folder().resolve("http").resolve(name);
    assumeTrue(Files.exists(file), () -> "skipped: no corpus at " + file);
    try (Stream<String> lines = Files.lines(file)) {
      return lines.map(HttpCorpus::vector).toList();
    }
  }

  private static Path folder() {
    String set = System.getProperty("arashi.corpus");
    if (set != null) {
      return Path.of(set);
    }
    Path root = Path.of("").toAbsolutePath();
    while (root.getParent() != null && !Files.isDirectory(root.resolve(".mvn"))) {
      root = root.getParent();
    }
    return root.resolveSibling("shared").resolve("corpus");
  }

  private static Vector vector(String line) {
    return new Vector(
        field(line, "id"),
        field(line, "expect"),
        field(line, "mode"),
        !line.contains("\"non_default_config\": ["),
        Bytes.latin1(Base64.getDecoder().decode(field(line, "raw_b64"))));
  }

  private static String field(String line, String name) {
    Matcher matcher = FIELD.matcher(line);
    while (matcher.find()) {
      if (matcher.group(1).equals(name)) {
        return matcher.group(2) == null ? "" : matcher.group(2);
      }
    }
    return "";
  }
}
