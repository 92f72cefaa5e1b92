package benchmarks.users;

import benchmarks.report.BenchmarkException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** The users' Markov chain, as {@code mix.txt} states it. */
public final class Mix {
  private static final double ROUNDING = 1e-9;

  private final Map<Action, Map<Action, Double>> next;

  /** What a user does. */
  public enum Action {
    FOLDERS,
    LIST,
    OLDER,
    SHOW,
    DELETE,
    REFILE,
    FLAG,
    SEARCH
  }

  private Mix(Map<Action, Map<Action, Double>> next) {
    this.next = next;
  }

  /** Reads {@code mix.txt}. */
  public static Mix load() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Mix.class.getResourceAsStream("/benchmarks/mail/mix.txt"),
                StandardCharsets.UTF_8))) {
      return parse(lines.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Mix parse(List<String> lines) {
    List<Action> columns = new ArrayList<>();
    Map<Action, Map<Action, Double>> next = new EnumMap<>(Action.class);
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      List<String> cells = List.of(line.strip().split("\\s+"));
      if (columns.isEmpty()) {
        cells.subList(1, cells.size()).forEach(cell -> columns.add(action(cell)));
      } else {
        next.put(action(cells.get(0)), row(cells, columns));
      }
    }
    if (next.size() < Action.values().length) {
      throw new BenchmarkException("mix.txt lacks rows: it has " + next.keySet());
    }
    return new Mix(next);
  }

  private static Action action(String cell) {
    return Action.valueOf(cell.toUpperCase(Locale.ROOT));
  }

  private static Map<Action, Double> row(List<String> cells, List<Action> columns) {
    Map<Action, Double> row = new EnumMap<>(Action.class);
    double sum = 0;
    for (int i = 0; i < columns.size(); i++) {
      double probability = Double.parseDouble(cells.get(i + 1));
      row.put(columns.get(i), probability);
      sum += probability;
    }
    if (Math.abs(sum - 1) > ROUNDING) {
      throw new BenchmarkException("mix.txt: row " + cells.get(0) + " adds up to " + sum);
    }
    return row;
  }

  /** What a user does after {@code last}. */
  public Action after(Action last, Random random) {
    double left = random.nextDouble();
    for (Map.Entry<Action, Double> candidate : next.get(last).entrySet()) {
      left -= candidate.getValue();
      if (left < 0) {
        return candidate.getKey();
      }
    }
    return Action.LIST;
  }
}
