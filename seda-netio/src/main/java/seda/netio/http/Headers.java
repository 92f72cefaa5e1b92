package seda.netio.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Header fields in their order: few, so a scan finds them faster than a map is built. */
final class Headers {
  private static final int INITIAL = 16;

  private String[] namesAndValues;
  private int size;

  /** None yet. */
  Headers() {
    this(new String[2 * INITIAL], 0);
  }

  private Headers(String[] namesAndValues, int size) {
    this.namesAndValues = namesAndValues;
    this.size = size;
  }

  void add(String name, String value) {
    if (2 * size == namesAndValues.length) {
      namesAndValues = Arrays.copyOf(namesAndValues, 4 * size + 2);
    }
    namesAndValues[2 * size] = name;
    namesAndValues[2 * size + 1] = value;
    size++;
  }

  /** A copy that has no room for more. */
  Headers copy() {
    return new Headers(Arrays.copyOf(namesAndValues, 2 * size), size);
  }

  /** A copy with one field more. */
  Headers with(String name, String value) {
    Headers copy = new Headers(Arrays.copyOf(namesAndValues, 2 * size + 2), size);
    copy.add(name, value);
    return copy;
  }

  void clear() {
    Arrays.fill(namesAndValues, 0, 2 * size, null);
    size = 0;
  }

  int size() {
    return size;
  }

  /** The first value, or null; the name's case doesn't matter. */
  String first(String name) {
    for (int i = 0; i < size; i++) {
      if (namesAndValues[2 * i].equalsIgnoreCase(name)) {
        return namesAndValues[2 * i + 1];
      }
    }
    return null;
  }

  /** All values in order. */
  List<String> all(String name) {
    List<String> values = new ArrayList<>(1);
    for (int i = 0; i < size; i++) {
      if (namesAndValues[2 * i].equalsIgnoreCase(name)) {
        values.add(namesAndValues[2 * i + 1]);
      }
    }
    return values;
  }

  /** True if a comma-separated list under this name has the token, in any case. */
  boolean hasToken(String name, String token) {
    for (int i = 0; i < size; i++) {
      if (namesAndValues[2 * i].equalsIgnoreCase(name)
          && listHas(namesAndValues[2 * i + 1], token)) {
        return true;
      }
    }
    return false;
  }

  private static boolean listHas(String list, String token) {
    if (list.indexOf(',') < 0) {
      return list.equalsIgnoreCase(token);
    }
    for (String element : list.split(",", -1)) {
      if (element.strip().equalsIgnoreCase(token)) {
        return true;
      }
    }
    return false;
  }
}
