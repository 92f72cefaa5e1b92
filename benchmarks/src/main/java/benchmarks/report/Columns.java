package benchmarks.report;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Figures of an item, as columns of a table and as members of a JSON object. */
public final class Columns<T> {
  private final List<Column<T>> columns = new ArrayList<>();

  private record Column<T>(String title, String format, String key, Function<T, ?> value) {}

  /** Adds a figure with its column's title, its format, and its key in JSON. */
  public Columns<T> add(String title, String format, String key, Function<T, ?> value) {
    columns.add(new Column<>(title, format, key, value));
    return this;
  }

  /** Adds a figure that only the table has. */
  public Columns<T> column(String title, String format, Function<T, ?> value) {
    return add(title, format, null, value);
  }

  /** Adds a figure that only JSON has. */
  public Columns<T> key(String key, Function<T, ?> value) {
    return add(null, "", key, value);
  }

  /** Adds the figures of a part of the item. */
  public <P> Columns<T> all(Columns<P> figures, Function<T, P> part) {
    figures.columns.forEach(
        each -> add(each.title, each.format, each.key, part.andThen(each.value)));
    return this;
  }

  /** A Markdown table with a row for each item. */
  public Table table(Collection<T> items) {
    List<Column<T>> shown = columns.stream().filter(column -> column.title != null).toList();
    Table table = new Table(shown.stream().map(Column::title).collect(joining("|")));
    items.forEach(
        item ->
            table.row(
                "%s",
                shown.stream()
                    .map(column -> Figures.text(column.format, column.value.apply(item)))
                    .collect(joining("|"))));
    return table;
  }

  /** Each item as a JSON object. */
  public List<Map<String, Object>> json(Collection<T> items) {
    return items.stream().map(this::json).toList();
  }

  /** An item as a JSON object, a modifiable map. */
  public Map<String, Object> json(T item) {
    Map<String, Object> members = new LinkedHashMap<>();
    columns.stream()
        .filter(column -> column.key != null)
        .forEach(column -> members.put(column.key, column.value.apply(item)));
    return members;
  }
}
