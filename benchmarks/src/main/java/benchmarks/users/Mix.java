package benchmarks.users;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** The users' Markov chain, read from {@code mix.txt}. */
public final class Mix {
  private static final double ROUNDING = 1e-9;

  private final Map<Action, Map<Action, Double>> next;

  /** An action of a user. */
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
    try (InputStream text = Mix.class.getResourceAsStream("/benchmarks/mail/mix.txt")) {
      return parse(new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Mix parse(List<String> lines) {
    List<String[]> table =
        lines.stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(line -> line.strip().split("\\s+"))
            .toList();
    Map<Action, Map<Action, Double>> next = new EnumMap<>(Action.class);
    for (String[] cells : table.subList(1, table.size())) {
      Map<Action, Double> row = new EnumMap<>(Action.class);
      for (int i = 1; i < cells.length; i++) {
        row.put(action(table.get(0)[i]), Double.parseDouble(cells[i]));
      }
      double sum = row.values().stream().mapToDouble(Double::doubleValue).sum();
      BenchmarkException.require(
          Math.abs(sum - 1) <= ROUNDING, "mix.txt: row " + cells[0] + " adds up to " + sum);
      next.put(action(cells[0]), row);
    }
    BenchmarkException.require(
        next.size() == Action.values().length, "mix.txt lacks rows: it has " + next.keySet());
    return new Mix(next);
  }

  private static Action action(String cell) {
    return Action.valueOf(cell.toUpperCase(Locale.ROOT));
  }

  /** The next action after {@code last}. */
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
