package arashi.mime.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import biweekly.Biweekly;
import biweekly.component.VTimezone;
import biweekly.property.RecurrenceRule;
import biweekly.util.com.google.ical.compat.javautil.DateIterator;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Definitions of zones are compared with the zones of the platform, rules with the library's. */
class ZoneDefinitionTest {
  private static ZoneDefinition definition(String... periods) {
    StringBuilder text =
        new StringBuilder("BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTIMEZONE\nTZID:a\n");
    for (String period : periods) {
      String[] of = period.split(" ", 5);
      text.append("BEGIN:").append(of[0]).append("\nDTSTART:").append(of[1]);
      text.append("\nTZOFFSETFROM:").append(of[2]).append("\nTZOFFSETTO:").append(of[3]);
      text.append('\n').append(of[4]).append("\nEND:").append(of[0]).append('\n');
    }
    text.append("END:VTIMEZONE\nEND:VCALENDAR\n");
    List<VTimezone> zones = new ArrayList<>();
    try (var reader =
        new biweekly.io.text.ICalReader(text.toString()) {
          @Override
          protected biweekly.ICalendar _readNext() throws java.io.IOException {
            biweekly.ICalendar calendar = super._readNext();
            if (calendar != null) {
              zones.addAll(calendar.removeComponents(VTimezone.class));
            }
            return calendar;
          }
        }) {
      reader.readNext();
    } catch (java.io.IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
    return ZoneDefinition.of(zones.get(0)).orElseThrow();
  }

  private static void assertSameAs(ZoneId zone, ZoneDefinition definition, int from, int to) {
    Random random = new Random(7);
    LocalDateTime start = LocalDateTime.of(from, 1, 1, 0, 0);
    long minutes = start.until(LocalDateTime.of(to, 12, 31, 23, 59), ChronoUnit.MINUTES);
    List<LocalDateTime> times = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      times.add(start.plusMinutes((long) (random.nextDouble() * minutes)));
    }
    for (int year = from; year <= to; year++) { // the quarters of an hour around each change
      var change =
          zone.getRules().nextTransition(Year.of(year).atDay(1).atStartOfDay(zone).toInstant());
      while (change != null && change.getDateTimeBefore().getYear() == year) {
        for (int i = -12; i <= 12; i++) {
          times.add(change.getDateTimeBefore().plusMinutes(15L * i));
        }
        change = zone.getRules().nextTransition(change.getInstant());
      }
    }
    for (LocalDateTime time : times) {
      assertThat(time.toInstant(definition.offset(time)))
          .as("%s in %s", time, zone)
          .isEqualTo(time.atZone(zone).toInstant());
    }
  }

  /** As Outlook, Notes, Google, Apple and Exchange define them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Europe/Berlin | 16010101T030000 +0200 +0100 RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"
            + " | 16010101T020000 +0100 +0200 RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
        "Europe/Berlin | 19701025T030000 +0200 +0100 RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=3;BYDAY=-1SU;BYMONTH=10"
            + " | 19700329T020000 +0100 +0200 RRULE:FREQ=YEARLY;BYMINUTE=0;BYHOUR=2;BYDAY=-1SU;BYMONTH=3",
        "Europe/Berlin | 19961027T030000 +0200 +0100 RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10;WKST=MO"
            + " | 19810329T020000 +0100 +0200 RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU",
        "America/New_York | 20071104T020000 -0400 -0500 RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"
            + " | 20070311T020000 -0500 -0400 RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
        "America/New_York | 16010101T020000 -0400 -0500 RRULE:FREQ=YEARLY;BYDAY=SU;BYSETPOS=1;BYMONTH=11"
            + " | 16010101T020000 -0500 -0400 RRULE:FREQ=YEARLY;BYDAY=SU;BYSETPOS=2;BYMONTH=3",
        "America/New_York | 16010101T020000 -0400 -0500 RRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=1,2,3,4,5,6,7;BYDAY=SU"
            + " | 16010101T020000 -0500 -0400 RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU",
        "Australia/Sydney | 20080406T030000 +1100 +1000 RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"
            + " | 20081005T020000 +1000 +1100 RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU",
        "Australia/Lord_Howe | 20080406T020000 +1100 +1030 RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU"
            + " | 20081005T020000 +1030 +1100 RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU",
        "America/St_Johns | 20111106T020000 -0230 -0330 RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"
            + " | 20110313T020000 -0330 -0230 RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
        "Europe/London | 19961027T020000 +0100 +0000 RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"
            + " | 19810329T010000 +0000 +0100 RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
      })
  void agreesWithThePlatform(String zone, String standard, String daylight) {
    assertSameAs(
        ZoneId.of(zone), definition("STANDARD " + standard, "DAYLIGHT " + daylight), 2013, 2036);
  }

  /** The rules of 1987 to 2006, which end, and of today. */
  @Test
  void agreesWithThePlatformOverEndedRules() {
    assertSameAs(
        ZoneId.of("America/New_York"),
        definition(
            "DAYLIGHT 19870405T020000 -0500 -0400 RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z",
            "STANDARD 19671029T020000 -0400 -0500 RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z",
            "DAYLIGHT 20070311T020000 -0500 -0400 RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
            "STANDARD 20071104T020000 -0400 -0500 RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
        1988,
        2030);
  }

  /** Brazil has had no summer time since 2019. */
  @Test
  void agreesWithThePlatformOverListedDates() {
    assertSameAs(
        ZoneId.of("America/Sao_Paulo"),
        definition(
            "STANDARD 20180218T000000 -0200 -0300 RDATE:20180218T000000,20190217T000000",
            "DAYLIGHT 20171015T000000 -0300 -0200 RDATE:20171015T000000\nRDATE:20181104T000000"),
        2018,
        2030);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU;UNTIL=20120101T000000Z",
        "FREQ=YEARLY;INTERVAL=3;BYMONTH=3;BYDAY=1FR",
        "FREQ=YEARLY;COUNT=4;BYMONTH=10;BYDAY=-2SU",
        "FREQ=YEARLY",
        "FREQ=YEARLY;BYMONTH=5",
        "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=-1",
        "FREQ=YEARLY;BYYEARDAY=100",
        "FREQ=YEARLY;BYYEARDAY=-1",
        "FREQ=YEARLY;BYDAY=-1SU",
        "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYSETPOS=-1",
        "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
      })
  void agreesWithTheEngineOfTheLibrary(String text) {
    RecurrenceRule rule = rule(text);
    LocalDateTime first = LocalDateTime.parse("2003-03-15T02:00");
    TimeZone utc = TimeZone.getTimeZone("UTC");
    DateIterator dates = rule.getDateIterator(Date.from(first.toInstant(ZoneOffset.UTC)), utc);
    List<LocalDateTime> expected = new ArrayList<>();
    LocalDateTime limit = LocalDateTime.parse("2030-01-01T00:00");
    while (dates.hasNext()) {
      LocalDateTime next = LocalDateTime.ofInstant(dates.next().toInstant(), ZoneOffset.UTC);
      if (!next.isBefore(limit)) {
        break;
      }
      expected.add(next);
    }
    YearlyRule yearly = YearlyRule.of(rule, first, ZoneOffset.UTC).orElseThrow();
    for (int year = 2005; year < 2030; year++) {
      LocalDateTime end = LocalDateTime.of(year, 12, 31, 23, 59);
      LocalDateTime last =
          expected.stream().filter(one -> !one.isAfter(end)).reduce((a, b) -> b).orElse(first);
      assertThat(yearly.changes(year).stream().max(LocalDateTime::compareTo).orElse(first))
          .as("%s until %d", text, year)
          .isEqualTo(last);
    }
  }

  private static RecurrenceRule rule(String text) {
    String calendar =
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nRRULE:"
            + text
            + "\nEND:VEVENT\nEND:VCALENDAR\n";
    return Biweekly.parse(calendar).first().getEvents().get(0).getRecurrenceRule();
  }
}
