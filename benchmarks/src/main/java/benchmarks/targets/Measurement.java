package benchmarks.targets;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A stored run: its key, where it comes from, and its figures. The page is written from these
 * alone. Times are in milliseconds, rates a second.
 */
record Measurement(Key key, JsonObject json) {

  /** Reads a run from its JSON. */
  static Measurement of(JsonObject json) {
    JsonObject key = json.getAsJsonObject("key");
    return new Measurement(
        new Key(
            key.get("figure").getAsString(),
            key.get("row").getAsString(),
            key.get("load").getAsString(),
            key.get("database").getAsString()),
        json);
  }

  /**
   * A figure by its path, such as {@code all.goodput}.
   *
   * @return NaN if the run has no such figure
   */
  double number(String path) {
    return element(path).map(JsonElement::getAsDouble).orElse(Double.NaN);
  }

  /** A text by its path; empty if the run has none. */
  String text(String path) {
    return element(path).map(JsonElement::getAsString).orElse("");
  }

  /** The members of an object, such as the request types; empty if the run has none. */
  List<String> names(String path) {
    return element(path)
        .filter(JsonElement::isJsonObject)
        .map(object -> List.copyOf(object.getAsJsonObject().keySet()))
        .orElse(List.of());
  }

  /** A series of numbers by its path, NaN where there is none; empty if the run has none. */
  List<Double> series(String path) {
    List<Double> values = new ArrayList<>();
    JsonArray array = element(path).map(JsonElement::getAsJsonArray).orElseGet(JsonArray::new);
    array.forEach(value -> values.add(value.isJsonNull() ? Double.NaN : value.getAsDouble()));
    return values;
  }

  /** True if the load generator kept up, so that the figures are those of the service. */
  boolean isValid() {
    return element("valid").map(JsonElement::getAsBoolean).orElse(true);
  }

  private Optional<JsonElement> element(String path) {
    JsonElement at = json;
    for (String name : path.split("\\.", -1)) {
      if (at == null || !at.isJsonObject()) {
        return Optional.empty();
      }
      at = at.getAsJsonObject().get(name);
    }
    return Optional.ofNullable(at).filter(found -> !found.isJsonNull());
  }
}
