package arashi.mime.parse;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses mail dates: RFC 5322 with its obsolete forms, {@code asctime}, ISO 8601, their
 * misspellings, and month names in other languages. It finds the elements of a date in any order: a
 * month name, a time with colons, a year, a day, an offset.
 */
public final class MailDate {
  /**
   * The range of plausible dates: after the epoch's first day, and before any date of an honest
   * clock.
   */
  private static final Instant EARLIEST = Instant.parse("1970-01-02T00:00:00Z");

  private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

  private static final int MAX_LENGTH = 200;

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  /** Offsets in hours east of UTC, for the zone names of RFC 5322, 4.3, and other common ones. */
  private static final Map<String, Integer> ZONES =
      Map.ofEntries(
          Map.entry("ut", 0),
          Map.entry("utc", 0),
          Map.entry("gmt", 0),
          Map.entry("z", 0),
          Map.entry("est", -5),
          Map.entry("edt", -4),
          Map.entry("cst", -6),
          Map.entry("cdt", -5),
          Map.entry("mst", -7),
          Map.entry("mdt", -6),
          Map.entry("pst", -8),
          Map.entry("pdt", -7),
          Map.entry("bst", 1),
          Map.entry("wet", 0),
          Map.entry("cet", 1),
          Map.entry("met", 1),
          Map.entry("mez", 1),
          Map.entry("mesz", 2),
          Map.entry("cest", 2),
          Map.entry("mest", 2),
          Map.entry("eet", 2),
          Map.entry("eest", 3),
          Map.entry("msk", 3),
          Map.entry("jst", 9),
          Map.entry("kst", 9),
          Map.entry("hkt", 8));

  /** The RFC 5322, 3.3 form that nearly all mail uses: one match instead of a dozen. */
  private static final Pattern USUAL =
      Pattern.compile(
          "(?:[A-Z][a-z]{2}, )?(\\d{1,2}) ([A-Z][a-z]{2}) (\\d{4}) (\\d\\d):(\\d\\d):(\\d\\d)"
              + " ([+-])(\\d\\d)(\\d\\d)(?: \\([A-Z]*\\))?");

  private static final Pattern COMMENT = Pattern.compile("\\([^()]*\\)?");
  private static final Pattern ISO =
      Pattern.compile("\\b(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?:T|\\b)");

  /**
   * Day first with dots (Europe); month first with slashes (America), unless that month does not
   * exist.
   */
  private static final Pattern NUMERIC =
      Pattern.compile("\\b(\\d{1,2})([./])(\\d{1,2})\\2(\\d{4})\\b");

  private static final Pattern TIME =
      Pattern.compile("\\b(\\d{1,2}) ?[:.] ?(\\d{1,2})(?: ?[:.] ?(\\d{1,2}))?(?:[.,]\\d+)?");
  private static final Pattern PM = Pattern.compile("(?i)\\b(am|pm)\\b");

  /** Offsets reach 14 hours; larger numbers, as in 5-Mar-2024, are not offsets. */
  private static final Pattern OFFSET =
      Pattern.compile("(?:^|[^\\d])([+-]) ?(0\\d|1[0-4]):?([0-5]\\d)\\b");

  /** An unsigned offset counts as east of UTC if a year precedes it. */
  private static final Pattern UNSIGNED =
      Pattern.compile("(?<=\\b(?:19|20)\\d\\d\\b.{0,40})\\b()(0\\d|1[0-4])([0-5]\\d)\\s*$");

  /** Chinese, Japanese and Korean dates; {@link #EASTERN_MONTH} matches a month number alone. */
  private static final Pattern EASTERN =
      Pattern.compile("(\\d{4}) ?[年년] ?(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일]");

  private static final Pattern EASTERN_MONTH = Pattern.compile("\\b(\\d{1,2})[月월]");

  private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}\\p{M}]*");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private MailDate() {}

  /** Parses {@code text}; empty if it has no date or its year is implausible. */
  public static Optional<Instant> parse(String text) {
    if (text.isBlank() || text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    try {
      Matcher usual = USUAL.matcher(text.strip());
      if (usual.matches() && isPlain(usual)) {
        return Optional.of(usual(usual)).filter(MailDate::isSane);
      }
      String rest = COMMENT.matcher(text).replaceAll(" ");
      return new Reader(rest).read().filter(MailDate::isSane);
    } catch (DateTimeException | NumberFormatException impossible) {
      return Optional.empty();
    }
  }

  /**
   * False for dates that {@link Reader} must repair: unknown months, leap seconds, impossible
   * offsets.
   */
  private static boolean isPlain(Matcher m) {
    return month(m.group(2)) > 0
        && Integer.parseInt(m.group(3)) >= 200
        && Integer.parseInt(m.group(4)) < 24
        && Integer.parseInt(m.group(6)) < 60
        && Integer.parseInt(m.group(8)) <= 14
        && Integer.parseInt(m.group(9)) < 60
        && (Integer.parseInt(m.group(8)) < 14 || Integer.parseInt(m.group(9)) == 0);
  }

  private static Instant usual(Matcher m) {
    int minutes = Integer.parseInt(m.group(8)) * 60 + Integer.parseInt(m.group(9));
    return LocalDateTime.of(
            Integer.parseInt(m.group(3)),
            month(m.group(2)),
            Integer.parseInt(m.group(1)),
            Integer.parseInt(m.group(4)),
            Integer.parseInt(m.group(5)),
            Integer.parseInt(m.group(6)))
        .toInstant(ZoneOffset.ofTotalSeconds((m.group(7).equals("-") ? -minutes : minutes) * 60));
  }

  /** Returns the month from 1, or 0 if there is no such month. */
  static int month(String word) {
    return MONTHS.indexOf(word.substring(0, 3).toLowerCase(Locale.ROOT)) + 1;
  }

  static boolean isSane(Instant instant) {
    return !instant.isBefore(EARLIEST) && instant.isBefore(LATEST);
  }

  /** Removes each element that it recognises from the text, which simplifies the rest. */
  private static final class Reader {
    private String rest;

    Reader(String text) {
      this.rest = text;
    }

    Optional<Instant> read() {
      Optional<LocalDate> iso =
          take(ISO)
              .or(() -> take(EASTERN))
              .map(m -> date(group(m, 1), group(m, 2), group(m, 3)))
              .or(() -> take(NUMERIC).map(Reader::numeric));
      LocalTime time = take(TIME).map(this::time).orElse(LocalTime.MIDNIGHT);
      ZoneOffset zone =
          take(OFFSET).or(() -> take(UNSIGNED)).map(Reader::offset).orElseGet(this::namedZone);
      Optional<LocalDate> date = iso.isPresent() ? iso : namedDate();
      return date.map(day -> LocalDateTime.of(day, time).toInstant(zone));
    }

    private Optional<Matcher> take(Pattern pattern) {
      Matcher matcher = pattern.matcher(rest);
      if (!matcher.find()) {
        return Optional.empty();
      }
      rest = rest.substring(0, matcher.start()) + " " + rest.substring(matcher.end());
      return Optional.of(matcher);
    }

    private static LocalDate numeric(Matcher m) {
      boolean dayFirst = m.group(2).equals(".") || group(m, 1) > 12;
      return dayFirst
          ? date(group(m, 4), group(m, 3), group(m, 1))
          : date(group(m, 4), group(m, 1), group(m, 3));
    }

    private LocalTime time(Matcher m) {
      int hour = group(m, 1);
      Optional<Matcher> half = take(PM);
      if (half.isPresent() && hour <= 12) {
        hour = hour % 12 + (half.get().group().toLowerCase(Locale.ROOT).equals("pm") ? 12 : 0);
      }
      int second = m.group(3) == null ? 0 : group(m, 3);
      // a leap second, or 24:00
      return LocalTime.of(hour % 24, group(m, 2), Math.min(second, 59));
    }

    private static ZoneOffset offset(Matcher m) {
      int minutes = Math.min(group(m, 2) * 60 + group(m, 3), 14 * 60);
      return ZoneOffset.ofTotalSeconds((m.group(1).equals("-") ? -minutes : minutes) * 60);
    }

    private ZoneOffset namedZone() {
      Matcher words = WORD.matcher(rest);
      while (words.find()) {
        Integer hours = ZONES.get(words.group().toLowerCase(Locale.ROOT));
        if (hours != null) {
          return ZoneOffset.ofHours(hours);
        }
      }
      return ZoneOffset.UTC;
    }

    private Optional<LocalDate> namedDate() {
      int month = take(EASTERN_MONTH).map(m -> group(m, 1)).orElseGet(this::namedMonth);
      int day = 0;
      int year = -1;
      Matcher numbers = NUMBER.matcher(rest);
      while (numbers.find()) {
        String digits = numbers.group();
        if (digits.length() <= 2 && day == 0 && Integer.parseInt(digits) <= 31) {
          day = Integer.parseInt(digits);
        } else if (digits.length() <= 4 && year < 0) {
          year = year(digits);
        }
      }
      return month == 0 || day == 0 || year < 0
          ? Optional.empty()
          : Optional.of(date(year, month, day));
    }

    /**
     * Returns the month from 1, or 0 if there is none. A weekday may look like a month, as French
     * <i>mar.</i> does, but it comes first.
     */
    private int namedMonth() {
      int month = 0;
      int like = 0;
      Matcher words = WORD.matcher(rest);
      while (words.find()) {
        String word = words.group().toLowerCase(Locale.ROOT);
        int named = MonthNames.month(word);
        month = named > 0 ? named : month;
        if (like == 0 && word.length() >= 3) {
          like = month(word);
        }
      }
      return month > 0 ? month : like;
    }

    /** Interprets short years as in RFC 5322, 4.3. */
    private static int year(String digits) {
      int year = Integer.parseInt(digits);
      if (digits.length() == 2) {
        return year < 50 ? 2000 + year : 1900 + year;
      }
      // 102 and 0102 come from programs that count from 1900
      return year >= 100 && year < 200 ? 1900 + year : year;
    }

    private static LocalDate date(int year, int month, int day) {
      return LocalDate.of(year, month, day);
    }

    private static int group(Matcher m, int n) {
      return Integer.parseInt(m.group(n));
    }
  }
}
