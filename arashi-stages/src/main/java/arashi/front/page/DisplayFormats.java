package arashi.front.page;

import arashi.front.session.User;
import arashi.web.DisplayDate;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import seda.kernel.Clock;

/** Formats moments and sizes for people. */
public final class DisplayFormats {
  private static final String[] UNITS = {"kB", "MB", "GB", "TB"};

  private final Clock clock;
  private final ZoneId zone;

  /** Formats moments relative to {@code clock}, in {@code zone}. */
  public DisplayFormats(Clock clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
  }

  /** Returns the formats in the user's own zone, if one is set. */
  public DisplayFormats of(User user) {
    return user.preferences().zone().map(own -> new DisplayFormats(clock, own)).orElse(this);
  }

  /** Short form for a list: today the time, else the day, with the year if it differs. */
  public DisplayDate brief(Instant moment, Locale locale) {
    ZonedDateTime at = seconds(moment);
    ZonedDateTime now = clock.instant().atZone(zone);
    String pattern;
    if (at.toLocalDate().equals(now.toLocalDate())) {
      pattern = "HH:mm";
    } else if (at.getYear() == now.getYear()) {
      pattern = "d MMM";
    } else {
      pattern = "d MMM yyyy";
    }
    return shown(at, pattern, locale);
  }

  /** Day and time, for one message. */
  public DisplayDate full(Instant moment, Locale locale) {
    return shown(seconds(moment), "EEE, d MMMM yyyy, HH:mm", locale);
  }

  /** Day and, with {@code withTime}, the time of a local date in any zone. */
  public String local(LocalDateTime moment, boolean withTime, Locale locale) {
    String pattern = withTime ? "EEE, d MMMM yyyy, HH:mm" : "EEE, d MMMM yyyy";
    return formatter(pattern, locale).format(moment);
  }

  /** The time of day with seconds. */
  public DisplayDate clock(Instant moment, Locale locale) {
    return shown(seconds(moment), "HH:mm:ss", locale);
  }

  /** The day alone. */
  public String day(Instant moment, Locale locale) {
    return formatter("d MMMM yyyy", locale).format(moment.atZone(zone));
  }

  /** The zone in which dates are shown and entered. */
  public ZoneId zone() {
    return zone;
  }

  private ZonedDateTime seconds(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS).atZone(zone);
  }

  private static DisplayDate shown(ZonedDateTime at, String pattern, Locale locale) {
    return new DisplayDate(
        formatter(pattern, locale).format(at), DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(at));
  }

  private static DateTimeFormatter formatter(String pattern, Locale locale) {
    return Formatters.of(pattern, locale);
  }

  /** A size in bytes with a decimal prefix. */
  public static String size(long bytes) {
    if (bytes < 1_000) {
      return bytes + " B";
    }
    double value = bytes;
    int unit = -1;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1_000;
      unit++;
    }
    long tenths = Math.round(value * 10);
    boolean whole = tenths >= 100 || tenths % 10 == 0;
    return (whole ? Long.toString(Math.round(value)) : tenths / 10 + "." + tenths % 10)
        + " "
        + UNITS[unit];
  }
}
