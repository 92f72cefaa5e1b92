package arashi.deploy;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The blocks of the operator's guide, as a reader would copy them, with places of a test's own. */
final class Guide {
  private static final Path FILE = Path.of("..", "docs", "operator.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```[a-z]+\n(.*?)```");

  private final Map<String, String> replaced = new LinkedHashMap<>();

  /** Replaces a place, which each block that is asked for from now on may have. */
  Guide with(String place, Object own) {
    replaced.put(place, own.toString());
    return this;
  }

  /** The block with this first line. */
  String block(String firstLine) {
    List<String> found =
        blocks().stream().filter(block -> block.startsWith(firstLine + "\n")).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " blocks begin with " + firstLine);
    }
    String text = found.get(0);
    for (Map.Entry<String, String> entry : replaced.entrySet()) {
      text = text.replace(entry.getKey(), entry.getValue());
    }
    return text;
  }

  /** The one-line block that begins like this. */
  String command(String begin) {
    List<String> found = blocks().stream().filter(block -> block.startsWith(begin)).toList();
    if (found.size() != 1 || found.get(0).lines().count() != 1) {
      throw new AssertionError(found + " begin with " + begin);
    }
    return block(found.get(0).strip());
  }

  /** The settings of the block with this first line. */
  Map<String, Object> settings(String firstLine) {
    Map<String, Object> settings = new HashMap<>();
    ConfigFactory.parseString(block(firstLine))
        .entrySet()
        .forEach(entry -> settings.put(entry.getKey(), entry.getValue().unwrapped()));
    return settings;
  }

  private static List<String> blocks() {
    try {
      return BLOCK.matcher(Files.readString(FILE)).results().map(found -> found.group(1)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
