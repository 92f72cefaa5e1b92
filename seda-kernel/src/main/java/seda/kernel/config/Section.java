package seda.kernel.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueFactory;
import com.typesafe.config.ConfigValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import seda.kernel.graph.Overrides.Setting;

/**
 * One section of a configuration during parsing. Each requested key becomes a known key; {@link
 * #end} rejects all others.
 *
 * <p>A value that does not fit ends the start with a {@link GraphConfigException}. For one thread.
 */
public final class Section {
  private static final Duration LONGEST = Duration.ofDays(365);

  private final String path;
  private final ConfigObject values;
  private final TreeSet<String> known = new TreeSet<>();

  private Section(String path, ConfigObject values) {
    this.path = path;
    this.values = values;
  }

  /** Returns the section of a path in the whole configuration; empty if it is missing. */
  static Section of(Config config, String key) {
    return new Section("", config.root()).section(key);
  }

  private static Section of(String path, ConfigValue value) {
    if (value instanceof ConfigObject object) {
      return new Section(path, object);
    }
    throw GraphConfigException.of(path, value, "must be a section: { … }");
  }

  /** Returns the same section without known keys. */
  Section fresh() {
    return new Section(path, values);
  }

  /** True if the key has a value. */
  public boolean has(String key) {
    return find(key).isPresent();
  }

  /** Returns the full path of a key. */
  String key(String key) {
    return path.isEmpty() ? ConfigUtil.joinPath(key) : path + "." + ConfigUtil.joinPath(key);
  }

  /** Returns the exception for an invalid value of {@code key}. */
  public GraphConfigException bad(String key, String allowed) {
    Optional<ConfigValue> value = find(key);
    return value.isPresent()
        ? GraphConfigException.of(key(key), value.get(), allowed)
        : new GraphConfigException(key(key) + " is missing, " + allowed);
  }

  private Optional<ConfigValue> find(String key) {
    known.add(key);
    return get(key);
  }

  private Optional<ConfigValue> get(String key) {
    return Optional.ofNullable(values.get(key))
        .filter(value -> value.valueType() != ConfigValueType.NULL);
  }

  /** Returns a value or section as written. Any thread. */
  Optional<Setting> setting(String key) {
    return get(key).map(value -> new Setting(key(key), text(value)));
  }

  private static String text(ConfigValue value) {
    return value.valueType() == ConfigValueType.STRING
        ? value.unwrapped().toString()
        : value.render(ConfigRenderOptions.concise().setJson(false));
  }

  // ---- sections

  /** Returns the section under a key; empty if it is missing. */
  Section section(String key) {
    return find(key)
        .map(value -> of(key(key), value))
        .orElse(new Section(key(key), ConfigValueFactory.fromMap(Map.of())));
  }

  /** Returns the sections under a key, by name. */
  Map<String, Section> sections(String key) {
    Section parent = section(key);
    Map<String, Section> sections = new LinkedHashMap<>();
    for (String name : parent.values.keySet()) {
      sections.put(name, parent.section(name));
    }
    return sections;
  }

  /** Returns the non-empty list of sections under a required key. */
  List<Section> list(String key) {
    if (!(find(key).orElse(null) instanceof ConfigList list) || list.isEmpty()) {
      throw bad(key, "must be a list of sections: [{ … }, …]");
    }
    List<Section> sections = new ArrayList<>();
    for (ConfigValue value : list) {
      sections.add(of(key(key) + "[" + sections.size() + "]", value));
    }
    return sections;
  }

  /** Returns the non-empty list of positive durations under a required key. */
  List<Duration> durations(String key) {
    return read(
            key,
            Config::getDurationList,
            list -> !list.isEmpty() && list.stream().allMatch(Section::isAllowed),
            "a list of times like [1 s, 5 s], all more than 0 and at most 365 d")
        .orElseThrow(() -> bad(key, "must be set"));
  }

  /** Returns the non-empty list of names under a required key, without repetition. */
  public Set<String> names(String key) {
    return read(
            key,
            Config::getStringList,
            list -> !list.isEmpty() && list.stream().noneMatch(String::isBlank),
            "a list of names")
        .map(list -> (Set<String>) new LinkedHashSet<>(list))
        .orElseThrow(() -> bad(key, "must be set"));
  }

  // ---- values

  private <T> Optional<T> read(
      String key, BiFunction<Config, String, T> type, Function<T, Boolean> fits, String allowed) {
    return find(key)
        .map(
            value -> {
              try {
                T read = type.apply(value.atKey("value"), "value");
                if (fits.apply(read)) {
                  return read;
                }
              } catch (ConfigException e) {
                // of another type: rejected like any invalid value
              }
              throw bad(key, "must be " + allowed);
            });
  }

  /** Returns a whole number of at least {@code min}. */
  public Optional<Integer> integer(String key, int min) {
    return integer(key, min, Integer.MAX_VALUE);
  }

  /** Returns a whole number in a range, bounds included. */
  public Optional<Integer> integer(String key, int min, int max) {
    String allowed =
        "a whole number, " + (max == Integer.MAX_VALUE ? "at least " + min : min + " to " + max);
    return read(
            key,
            Config::getDouble, // getInt would drop a fraction
            value -> value == Math.rint(value) && value >= min && value <= max,
            allowed)
        .map(Double::intValue);
  }

  /** Returns a finite number. */
  public Optional<Double> number(String key) {
    return read(key, Config::getDouble, Double::isFinite, "a number");
  }

  /** Returns a number greater than zero. */
  public Optional<Double> positive(String key) {
    return read(
        key,
        Config::getDouble,
        value -> value > 0 && Double.isFinite(value),
        "a number, more than 0");
  }

  /** Returns a number in a range, bounds included. */
  public Optional<Double> number(String key, double min, double max) {
    return read(
        key,
        Config::getDouble,
        value -> value >= min && value <= max,
        "a number, " + min + " to " + max);
  }

  /** Returns true or false. */
  public Optional<Boolean> flag(String key) {
    return read(key, Config::getBoolean, value -> true, "true or false");
  }

  /** Returns a text that is not blank. */
  public Optional<String> text(String key) {
    return read(key, Config::getString, value -> !value.isBlank(), "a name");
  }

  /** Returns a duration greater than zero. */
  public Optional<Duration> duration(String key) {
    return read(
        key,
        Config::getDuration,
        Section::isAllowed,
        "a time like 5 s, more than 0 and at most 365 d");
  }

  private static boolean isAllowed(Duration time) {
    return !time.isNegative() && !time.isZero() && time.compareTo(LONGEST) <= 0;
  }

  /** Returns a duration of zero or more. */
  public Optional<Duration> durationOrZero(String key) {
    return read(
        key,
        Config::getDuration,
        value -> !value.isNegative() && value.compareTo(LONGEST) <= 0,
        "a time like 5 us, from 0 to 365 d");
  }

  /** Returns a constant of an enum, by its name in kebab case. */
  public <T extends Enum<T>> Optional<T> choice(String key, Class<T> type) {
    Map<String, T> byName =
        Arrays.stream(type.getEnumConstants())
            .collect(
                Collectors.toMap(
                    each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    each -> each,
                    (one, other) -> one,
                    LinkedHashMap::new));
    return choice(key, byName);
  }

  <T> Optional<T> choice(String key, Map<String, T> byName) {
    return read(
            key,
            Config::getString,
            byName::containsKey,
            "one of " + String.join(", ", byName.keySet()))
        .map(byName::get);
  }

  /** Rejects keys that were never requested. */
  void end() {
    for (Map.Entry<String, ConfigValue> entry : values.entrySet()) {
      if (!known.contains(entry.getKey())) {
        throw GraphConfigException.of(
            key(entry.getKey()),
            entry.getValue(),
            "unknown key; known here are " + String.join(", ", known));
      }
    }
  }
}
