package arashi.mime.unpack;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds time zones by the names that calendar programs give them.
 *
 * <pre>
 *   Europe/Berlin                                     IANA, in any case
 *   /freeassociation.sourceforge.net/Europe/Berlin    with a prefix (libical, Evolution, Mozilla)
 *   W. Europe Standard Time, W. Europe                Windows, Notes
 *   (UTC+01:00) Amsterdam, Berlin, Bern               as Windows shows it: a city at this offset
 *   UTC+2, GMT+02:00, tzone://Microsoft/Utc           offsets
 * </pre>
 *
 * <p>Abbreviations of several meanings (IST, CST) are unknown.
 */
final class ZoneNames {
  private static final Pattern OFFSET =
      Pattern.compile("(?:utc|gmt)? ?([+-])(\\d{1,2})(?:[:.]?(\\d{2}))?");

  /** The offset and the cities or the region of a zone, as Windows shows them. */
  private static final Pattern SHOWN =
      Pattern.compile("\\((?:utc|gmt)(?: ?([+-])(\\d{1,2})[:.]?(\\d{2}))?\\) ?(.+)");

  private static final Map<String, ZoneId> IANA = iana();

  /** The zones whose names end with a city. */
  private static final Map<String, List<ZoneId>> CITIES = cities();

  /** Offsets change rarely; a fixed moment keeps the choice among cities stable. */
  private static final Instant OFFSETS_AS_OF = Instant.parse("2024-01-01T00:00:00Z");

  private ZoneNames() {}

  private static Map<String, ZoneId> iana() {
    Map<String, ZoneId> zones = new HashMap<>();
    for (String id : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
      zones.put(id.toLowerCase(Locale.ROOT), ZoneId.of(id));
    }
    return zones;
  }

  private static Map<String, List<ZoneId>> cities() {
    Map<String, List<ZoneId>> zones = new TreeMap<>();
    IANA.forEach(
        (name, zone) -> {
          int slash = name.lastIndexOf('/');
          if (slash > 0 && !name.startsWith("etc/")) {
            String city = name.substring(slash + 1).replace('_', ' ');
            zones.merge(city, List.of(zone), ZoneNames::joined);
          }
        });
    return zones;
  }

  private static List<ZoneId> joined(List<ZoneId> some, List<ZoneId> more) {
    ZoneId[] all = Arrays.copyOf(some.toArray(ZoneId[]::new), some.size() + more.size());
    for (int i = 0; i < more.size(); i++) {
      all[some.size() + i] = more.get(i);
    }
    Arrays.sort(all, (a, b) -> a.getId().compareTo(b.getId()));
    return List.of(all);
  }

  /** Folds a name, so that the same name matches whatever its quotes, blanks and case. */
  static String folded(String name) {
    return name.replace("\"", "")
        .replace("\\", "")
        .strip()
        .replaceAll("\\s+", " ")
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the zone of a place, such as {@code Europe/Berlin}, whatever precedes it. */
  static Optional<ZoneId> place(String name) {
    String key = folded(name);
    while (key.indexOf('/') >= 0) {
      ZoneId zone = IANA.get(key);
      if (zone != null) {
        return Optional.of(zone);
      }
      key = key.substring(key.indexOf('/') + 1);
    }
    return Optional.empty();
  }

  /** Returns the zone of any name. */
  static Optional<ZoneId> find(String name) {
    String key = folded(name);
    String last = key.startsWith("tzone://") ? key.substring(key.lastIndexOf('/') + 1) : key;
    return place(name)
        .or(() -> Optional.ofNullable(IANA.get(last)))
        .or(() -> WindowsZones.find(last))
        .or(() -> offset(last))
        .or(() -> shown(last));
  }

  private static Optional<ZoneId> offset(String key) {
    Matcher offset = OFFSET.matcher(key);
    return key.equals("z")
        ? Optional.of(ZoneOffset.UTC)
        : offset.matches() ? offset(offset).map(ZoneId.class::cast) : Optional.empty();
  }

  /** Reads the groups sign, hours and minutes. */
  private static Optional<ZoneOffset> offset(Matcher written) {
    if (written.group(1) == null) {
      return Optional.of(ZoneOffset.UTC);
    }
    int minutes = written.group(3) == null ? 0 : Integer.parseInt(written.group(3));
    int all = Integer.parseInt(written.group(2)) * 60 + minutes;
    try {
      return Optional.of(
          ZoneOffset.ofTotalSeconds(60 * (written.group(1).equals("-") ? -all : all)));
    } catch (DateTimeException absurd) {
      return Optional.empty();
    }
  }

  private static Optional<ZoneId> shown(String key) {
    Matcher shown = SHOWN.matcher(key);
    if (!shown.matches()) {
      return Optional.empty();
    }
    Optional<ZoneOffset> offset = offset(shown);
    return Arrays.stream(shown.group(4).split("[,/]"))
        .map(String::strip)
        .flatMap(city -> CITIES.getOrDefault(city, List.of()).stream())
        .filter(
            zone -> offset.equals(Optional.of(zone.getRules().getStandardOffset(OFFSETS_AS_OF))))
        .findFirst()
        .or(() -> WindowsZones.find(shown.group(4)));
  }
}
