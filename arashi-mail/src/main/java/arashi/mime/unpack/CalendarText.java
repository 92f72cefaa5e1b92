package arashi.mime.unpack;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Repairs the text of a calendar before it is parsed: lines folded within a character, text with
 * bare line breaks, zone names without their quotes, components that do not begin or end.
 */
final class CalendarText {
  private static final Pattern PROPERTY = Pattern.compile("(?i)[a-z0-9-]+[;:].*");
  private static final Pattern UPPER = Pattern.compile("[A-Z0-9-]+[;:].*");

  /** Names that no text begins with. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)(?:dtstart|dtend|dtstamp|recurrence-id|rrule|exdate|rdate|begin|end)[;:].*");

  /** Text properties, whose lines may continue without being folded. */
  private static final Pattern TEXT =
      Pattern.compile("(?i)(?:description|summary|location|comment|x-alt-desc)[;:].*");

  /** A property with a date; only such lines are changed. */
  private static final Pattern DATED =
      Pattern.compile("(?i)(?:dtstart|dtend|due|recurrence-id|exdate|rdate)[;:].{1,500}");

  /** A date with a zone whose name has no quotes. */
  private static final Pattern ZONED =
      Pattern.compile(
          "(?i)([^:\"]*?;tzid=)([^\"]*?)((?:;[a-z-]+=[^:\";]*)*):(\\d{4}-?\\d\\d-?\\d\\d.*)");

  /** A time without seconds. */
  private static final Pattern SHORT = Pattern.compile("(:\\d{8}T\\d{4})(Z?)");

  /** A whole day written with a time. */
  private static final Pattern DAY = Pattern.compile("(?i)(.*;value=date[;:].*?\\d{8})T000000Z?");

  /** Components that contain none of their kind, nor each other. */
  private static final Set<String> TOP =
      Set.of("VEVENT", "VTIMEZONE", "VTODO", "VJOURNAL", "VFREEBUSY");

  private static final String CALENDAR = "VCALENDAR";

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();
  private final boolean upper;

  /** The line that may continue. */
  private String last = "";

  private CalendarText(boolean upper) {
    this.upper = upper;
  }

  /**
   * Unfolds lines of octets (RFC 5545, 3.1): a line may be folded within a character. Leaves UTF-16
   * and vCalendar 1.0, which keeps the blank, to the parser.
   */
  static byte[] unfolded(byte[] calendar) {
    if (contains(calendar, "\0") || contains(calendar, "VERSION:1.0")) {
      return calendar;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(calendar.length);
    for (int at = 0; at < calendar.length; at++) {
      int end = calendar[at] == '\r' && next(calendar, at + 1) == '\n' ? at + 1 : at;
      int after = next(calendar, end + 1);
      if (isLineEnd(calendar[at]) && (after == ' ' || after == '\t')) {
        at = end + 1;
      } else {
        out.write(calendar[at]);
      }
    }
    return out.toByteArray();
  }

  private static boolean isLineEnd(byte octet) {
    return octet == '\r' || octet == '\n';
  }

  private static int next(byte[] octets, int at) {
    return at < octets.length ? octets[at] : -1;
  }

  private static boolean contains(byte[] octets, String ascii) {
    for (int at = 0; at <= octets.length - ascii.length(); at++) {
      int i = 0;
      while (i < ascii.length() && octets[at + i] == ascii.charAt(i)) {
        i++;
      }
      if (i == ascii.length()) {
        return true;
      }
    }
    return false;
  }

  /** Repairs an unfolded text. */
  static String repaired(String calendar) {
    if (calendar.contains("VERSION:1.0") || calendar.contains("QUOTED-PRINTABLE")) {
      return calendar; // its lines continue by other rules
    }
    CalendarText text = new CalendarText(calendar.contains("BEGIN:" + CALENDAR));
    calendar.lines().forEach(text::line);
    text.flush();
    text.close(0);
    return text.out.toString();
  }

  private void line(String line) {
    boolean folded = line.startsWith(" ") || line.startsWith("\t");
    if (folded && !last.isEmpty()) {
      last += line.substring(1);
    } else if (isProperty(line)) {
      flush();
      last = line;
    } else if (TEXT.matcher(last).matches()) {
      last += "\\n" + line;
    }
  }

  /** True unless the line may be text of the property above. */
  private boolean isProperty(String line) {
    if (upper && TEXT.matcher(last).matches()) {
      return UPPER.matcher(line).matches() || NAMED.matcher(line).matches();
    }
    return PROPERTY.matcher(line).matches();
  }

  private void flush() {
    String line = last;
    last = "";
    String upperLine = line.strip().toUpperCase(Locale.ROOT);
    if (upperLine.startsWith("BEGIN:")) {
      begin(upperLine.substring(6));
    } else if (upperLine.startsWith("END:")) {
      end(upperLine.substring(4));
    } else if (!line.isEmpty()) {
      out.append(DATED.matcher(line).matches() ? date(line) : line).append('\n');
    }
  }

  private void begin(String component) {
    if (TOP.contains(component)) {
      if (open.isEmpty()) {
        begin(CALENDAR);
      }
      close(1);
    } else if (component.equals(CALENDAR)) {
      close(0);
    }
    open.push(component);
    out.append("BEGIN:").append(component).append('\n');
  }

  private void end(String component) {
    if (open.contains(component)) {
      while (!open.peek().equals(component)) {
        close(open.size() - 1);
      }
      close(open.size() - 1);
    }
  }

  /** Ends the innermost components until {@code most} are open. */
  private void close(int most) {
    while (open.size() > most) {
      out.append("END:").append(open.pop()).append('\n');
    }
  }

  /** Puts quotes around the name of a zone, which may have a colon, and repairs the time. */
  private static String date(String line) {
    Matcher zoned = ZONED.matcher(line);
    String quoted = line;
    if (zoned.matches()) {
      String name = zoned.group(2).replace("\\", "");
      quoted = zoned.group(1) + '"' + name + '"' + zoned.group(3) + ':' + zoned.group(4);
    }
    Matcher day = DAY.matcher(quoted);
    if (day.matches()) {
      return day.group(1);
    }
    Matcher time = SHORT.matcher(quoted);
    return time.find() && time.end() == quoted.length()
        ? quoted.substring(0, time.start()) + time.group(1) + "00" + time.group(2)
        : quoted;
  }
}
