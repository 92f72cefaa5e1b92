package benchmarks.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Results as JSON, one line for each row of a list, numbers with four decimals. */
public final class Json {
  private static final int DECIMALS = 4;
  private static final JsonSerializer<Double> ROUNDED = (value, type, context) -> rounded(value);
  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .registerTypeAdapter(Double.class, ROUNDED)
          .registerTypeAdapter(double.class, ROUNDED)
          .create();

  private Json() {}

  /** A modifiable map of alternating names and values, in their order. */
  public static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  /** Results as text, their values written by Gson. */
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

  private static JsonElement rounded(double value) {
    if (!Double.isFinite(value)) {
      return JsonNull.INSTANCE;
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
    return new JsonPrimitive(new BigDecimal(rounded.stripTrailingZeros().toPlainString()));
  }
}
