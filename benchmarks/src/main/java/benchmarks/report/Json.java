package benchmarks.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Results as JSON, with a row of a list on each line and numbers of four decimals. */
public final class Json {
  private static final int DECIMALS = 4;
  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .registerTypeAdapter(Double.class, new Rounded())
          .registerTypeAdapter(double.class, new Rounded())
          .create();

  private Json() {}

  /** A map of names and values in turn, in their order; may be changed. */
  public static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  /** As text; values are what Gson can write. */
  public static String of(Map<String, ?> results) {
    StringJoiner members = new StringJoiner(",\n", "{\n", "\n}\n");
    results.forEach((name, value) -> members.add("  " + GSON.toJson(name) + ": " + lines(value)));
    return members.toString();
  }

  private static String lines(Object value) {
    if (value instanceof List<?> list && !list.isEmpty() && !(list.get(0) instanceof Number)) {
      StringJoiner rows = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
      list.forEach(row -> rows.add(GSON.toJson(row)));
      return rows.toString();
    }
    return GSON.toJson(value);
  }

  private static final class Rounded extends TypeAdapter<Double> {
    @Override
    public void write(JsonWriter out, Double value) throws IOException {
      if (value.isNaN() || value.isInfinite()) {
        out.nullValue();
      } else {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
        out.value(new BigDecimal(rounded.stripTrailingZeros().toPlainString()));
      }
    }

    @Override
    public Double read(JsonReader in) throws IOException {
      return in.nextDouble();
    }
  }
}
