package arashi.request.account;

import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The selectable time zones: regions with a city (IANA), and UTC. */
final class TimeZones {
  private static final Pattern REGION =
      Pattern.compile(
          "(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.+");

  private static final List<String> ALL =
      ZoneId.getAvailableZoneIds().stream()
          .filter(id -> id.equals("UTC") || REGION.matcher(id).matches())
          .sorted()
          .toList();

  private static final Set<String> SET = Set.copyOf(ALL);

  private TimeZones() {}

  /** Returns all zones by name. */
  static List<String> all() {
    return ALL;
  }

  static boolean has(String zone) {
    return SET.contains(zone);
  }
}
