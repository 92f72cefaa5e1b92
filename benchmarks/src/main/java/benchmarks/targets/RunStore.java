package benchmarks.targets;

import benchmarks.report.BenchmarkException;
import benchmarks.report.Json;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Stored runs: a file each in the work folder, so that a second start measures only what is
 * missing. {@link #publish} joins the runs of a figure in one file beside the page.
 */
final class RunStore {
  private static final String PUBLISHED = "targets-";
  private final Path folder;

  /** Runs in a folder, which need not exist. */
  RunStore(Path folder) {
    this.folder = folder;
  }

  /** The run of that key, if it is stored. */
  Optional<Measurement> find(Key key) throws IOException {
    Path file = folder.resolve(key.file());
    return Files.exists(file)
        ? Optional.of(Measurement.of(parse(file).getAsJsonObject()))
        : Optional.empty();
  }

  /** Stores a run. A kill meanwhile leaves no part of a file under its name. */
  Measurement store(Key key, Map<String, ?> figures) throws IOException {
    Map<String, Object> all = Json.map("key", key);
    all.putAll(figures);
    Files.createDirectories(folder);
    Path part = Files.writeString(folder.resolve(key.file() + ".part"), Json.of(all));
    Files.move(part, folder.resolve(key.file()), StandardCopyOption.ATOMIC_MOVE);
    return find(key).orElseThrow();
  }

  /** Discards the run of that key. */
  void discard(Key key) throws IOException {
    Files.deleteIfExists(folder.resolve(key.file()));
  }

  /** All runs, by name of file. */
  List<Measurement> all() throws IOException {
    List<Measurement> all = new ArrayList<>();
    for (Path file : files(folder, "")) {
      all.add(Measurement.of(parse(file).getAsJsonObject()));
    }
    return all;
  }

  /** Writes the runs into a folder, the runs of a figure into one file, a line each. */
  void publish(Path page) throws IOException {
    List<Measurement> all = all();
    for (String name : all.stream().map(run -> run.key().figure()).distinct().toList()) {
      List<JsonObject> runs =
          all.stream()
              .filter(run -> run.key().figure().equals(name))
              .map(Measurement::json)
              .toList();
      Files.writeString(page.resolve(PUBLISHED + name + ".json"), Json.of(Map.of("runs", runs)));
    }
  }

  /** The published runs in the folder of the page. */
  static List<Measurement> published(Path page) throws IOException {
    List<Measurement> all = new ArrayList<>();
    for (Path file : files(page, PUBLISHED)) {
      JsonArray runs = parse(file).getAsJsonObject().getAsJsonArray("runs");
      runs.forEach(run -> all.add(Measurement.of(run.getAsJsonObject())));
    }
    return all;
  }

  private static List<Path> files(Path folder, String prefix) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(prefix + ".*\\.json"))
          .sorted()
          .toList();
    }
  }

  private static JsonElement parse(Path file) throws IOException {
    try {
      return JsonParser.parseString(Files.readString(file));
    } catch (JsonParseException e) {
      throw new BenchmarkException(file + " is no stored run; remove it to measure again", e);
    }
  }
}
