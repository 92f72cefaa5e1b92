package seda.netio.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Header fields in order. They are few, so a scan is faster than a map. */
final class Headers {
  private static final int INITIAL = 16;

  private String[] namesAndValues;
  private int size;

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

  /** Returns a copy of minimal size. */
  Headers copy() {
    return new Headers(Arrays.copyOf(namesAndValues, 2 * size), size);
  }

  /** Returns a copy with another field. */
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

  /** Returns the first value of a name, or null; case-insensitive. */
  String first(String name) {
    for (int i = 0; i < size; i++) {
      if (namesAndValues[2 * i].equalsIgnoreCase(name)) {
        return namesAndValues[2 * i + 1];
      }
    }
    return null;
  }

  /** Returns all values of a name, in order. */
  List<String> all(String name) {
    List<String> values = new ArrayList<>(1);
    for (int i = 0; i < size; i++) {
      if (namesAndValues[2 * i].equalsIgnoreCase(name)) {
        values.add(namesAndValues[2 * i + 1]);
      }
    }
    return values;
  }

  /** True if a comma-separated list under this name contains the token; case-insensitive. */
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
