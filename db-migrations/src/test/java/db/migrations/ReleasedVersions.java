package db.migrations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The released schema versions, oldest first. */
final class ReleasedVersions {

  private static final Path SCRIPTS = Path.of("src", "main", "resources", "db", "migration");
  private static final Pattern NAME = Pattern.compile("V(\\d+)__\\w+\\.sql");

  private ReleasedVersions() {}

  static List<Integer> all() {
    try (Stream<Path> files = Files.list(SCRIPTS)) {
      return files
          .map(file -> NAME.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(name -> Integer.valueOf(name.group(1)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int latest() {
    List<Integer> all = all();
    return all.get(all.size() - 1);
  }

  /** Returns the next version; fails for the latest. */
  static int after(int version) {
    return all().stream().filter(each -> each > version).findFirst().orElseThrow();
  }
}
