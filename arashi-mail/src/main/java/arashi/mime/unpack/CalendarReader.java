package arashi.mime.unpack;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.Invitation;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import biweekly.component.VTimezone;
import biweekly.io.text.ICalReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the displayed events of calendars (iCalendar, RFC 5545).
 *
 * <pre>
 *   octets ─► CalendarText: unfold, repair ─► library: properties ─► EventReader ─► Invitation
 *                                                    └► CalendarZones: VTIMEZONE, names of zones
 * </pre>
 */
public final class CalendarReader {
  private static final int MAX_CHARS = 256 << 10;
  private static final int MAX_EVENTS = 20;
  private static final int MAX_LINE = 500;

  /**
   * Maximum number of components. Calendars nest two levels, but the library's reader recurses
   * without bound.
   */
  private static final int MAX_COMPONENTS = 500;

  private final List<Invitation> events = new ArrayList<>();
  private final String method;
  private boolean complete;

  private CalendarReader(String method) {
    this.method = method;
  }

  /**
   * What was read.
   *
   * @param events events in their order
   * @param complete false if the calendar has more, or something is in doubt
   */
  public record Events(List<Invitation> events, boolean complete) {
    /** Copies the list. */
    public Events {
      events = List.copyOf(events);
    }
  }

  /** Unfolds the lines of a calendar, before its characters are decoded. */
  public static byte[] unfolded(byte[] calendar) {
    return CalendarText.unfolded(calendar);
  }

  /**
   * Returns the events of a calendar, or none if it cannot be read.
   *
   * @param calendar decoded text with unfolded lines
   * @param method the method in the part's content type, or empty
   */
  public static Events read(String calendar, String method) {
    String text = TextCleaner.cut(calendar, MAX_CHARS);
    if (components(text) > MAX_COMPONENTS) {
      return new Events(List.of(), false);
    }
    CalendarReader read = new CalendarReader(method);
    read.complete = text.length() == calendar.length();
    read.read(CalendarText.repaired(text));
    return new Events(
        read.events, read.complete && read.events.stream().allMatch(one -> one.doubts().isEmpty()));
  }

  private static int components(String text) {
    int found = 0;
    for (int at = text.indexOf("BEGIN:"); at >= 0; at = text.indexOf("BEGIN:", at + 1)) {
      found++;
    }
    return found;
  }

  private void read(String text) {
    try (ICalReader reader = new Reader(text)) {
      while (reader.readNext() != null) {
        // the reader adds the events
      }
    } catch (IOException | RuntimeException unreadable) {
      complete = false; // keeps the events read so far
    }
  }

  /**
   * Takes the events before the library resolves their times: it would enumerate each date of a
   * zone from its first year until now.
   */
  private final class Reader extends ICalReader {
    Reader(String calendar) {
      super(calendar);
    }

    @Override
    protected ICalendar _readNext() throws IOException {
      ICalendar calendar = super._readNext();
      if (calendar != null) {
        add(calendar);
        calendar.removeComponents(VTimezone.class);
      }
      return calendar;
    }
  }

  private void add(ICalendar calendar) {
    String told = EventReader.text(calendar.getMethod(), MAX_LINE);
    CalendarZones zones = new CalendarZones(calendar);
    for (VEvent event : calendar.getEvents()) {
      if (events.size() == MAX_EVENTS) {
        complete = false;
        return;
      }
      events.add(EventReader.read(event, zones, told.isEmpty() ? method : told));
    }
  }
}
