package arashi.mime.unpack;

import biweekly.ICalendar;
import biweekly.component.VTimezone;
import biweekly.property.RawProperty;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The time zones of a calendar. In order of preference:
 *
 * <ol>
 *   <li>a known place: definitions in calendars often cover one year, or none at all;
 *   <li>the calendar's definition of the name;
 *   <li>a known name of another kind, such as those of Windows;
 *   <li>the only definition in the calendar.
 * </ol>
 */
final class CalendarZones {
  private static final int MAX_ZONES = 200;

  private final Map<String, Zone> defined = new HashMap<>();
  private final Optional<Zone> usual;

  /** A time zone. */
  interface Zone {
    /** Returns the instant of a local time. */
    Instant instant(LocalDateTime local);
  }

  CalendarZones(ICalendar calendar) {
    List<VTimezone> zones = calendar.getComponents(VTimezone.class);
    zones.stream().limit(MAX_ZONES).forEach(this::define);
    RawProperty name = calendar.getExperimentalProperty("X-WR-TIMEZONE");
    usual = name == null || name.getValue() == null ? Optional.empty() : find(name.getValue());
  }

  private void define(VTimezone zone) {
    String name = zone.getTimezoneId() == null ? null : zone.getTimezoneId().getValue();
    Optional<Zone> found =
        ZoneDefinition.of(zone)
            .<Zone>map(rules -> local -> local.toInstant(rules.offset(local)))
            .or(() -> located(zone));
    found.ifPresent(one -> defined.putIfAbsent(ZoneNames.folded(name == null ? "" : name), one));
  }

  /** Returns the place that programs of the libical family add to a definition. */
  private static Optional<Zone> located(VTimezone zone) {
    RawProperty place = zone.getExperimentalProperty("X-LIC-LOCATION");
    return place == null || place.getValue() == null
        ? Optional.empty()
        : ZoneNames.place(place.getValue()).map(CalendarZones::known);
  }

  /** Returns the zone of times without one; empty: the same local time everywhere. */
  Optional<Zone> usual() {
    return usual;
  }

  Optional<Zone> find(String name) {
    return ZoneNames.place(name)
        .map(CalendarZones::known)
        .or(() -> Optional.ofNullable(defined.get(ZoneNames.folded(name))))
        .or(() -> ZoneNames.find(name).map(CalendarZones::known))
        .or(() -> defined.size() == 1 ? defined.values().stream().findFirst() : Optional.empty());
  }

  private static Zone known(ZoneId zone) {
    return local -> local.atZone(zone).toInstant();
  }
}
