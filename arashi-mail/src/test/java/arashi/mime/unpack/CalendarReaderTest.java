package arashi.mime.unpack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.view.Invitation;
import arashi.mime.view.Invitation.Doubt;
import arashi.mime.view.Invitation.Kind;
import arashi.mime.view.Invitation.When;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The times, kinds and texts of events as calendar programs write them. */
class CalendarReaderTest {
  private static final String BERLIN = zone("Custom/Berlin", "");
  private static final String EVENT_END = "END:VEVENT\nEND:VCALENDAR\n";

  private static String zone(String name, String byTime) {
    return """
        BEGIN:VTIMEZONE
        TZID:%s
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;%sBYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;%sBYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        """
        .formatted(name, byTime.replace("H", "3"), byTime.replace("H", "2"));
  }

  private static String calendar(String before, String event) {
    return "BEGIN:VCALENDAR\nVERSION:2.0\n" + before + "BEGIN:VEVENT\n" + event + "\n" + EVENT_END;
  }

  private static Invitation read(String calendar) {
    List<Invitation> events = CalendarReader.read(calendar, "REQUEST").events();
    assertThat(events).isNotEmpty();
    return events.get(0);
  }

  private static String written(When when) {
    String local = when.local().toString();
    return switch (when.how()) {
      case INSTANT -> local + "Z";
      case FLOATING -> local;
      case DAY -> local.substring(0, 10);
    };
  }

  private static String start(Invitation event) {
    return event.start().map(CalendarReaderTest::written).orElse("");
  }

  private static String end(Invitation event) {
    return event.end().map(CalendarReaderTest::written).orElse("");
  }

  private static String doubts(Invitation event) {
    return event.doubts().stream()
        .map(doubt -> doubt.subject() + (doubt.detail().isEmpty() ? "" : " " + doubt.detail()))
        .collect(Collectors.joining(", "));
  }

  /** 14:30 local time of 7 July 2026. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // IANA, with the prefixes of libical, Evolution, Mozilla, citadel; any case, quotes
        "TZID=Europe/Berlin | 12:30Z",
        "TZID=\"Europe/Berlin\" | 12:30Z",
        "TZID=europe/berlin | 12:30Z",
        "TZID=/freeassociation.sourceforge.net/Europe/Berlin | 12:30Z",
        "TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Berlin | 12:30Z",
        "TZID=/softwarestudio.org/Olson_20011030_5/America/New_York | 18:30Z",
        "TZID=/mozilla.org/20070129_1/America/Argentina/Buenos_Aires | 17:30Z",
        "TZID=/citadel.org/20190914_1/Asia/Kolkata | 09:00Z",
        "TZID=America/Sao_Paulo | 17:30Z",
        "TZID=US/Eastern | 18:30Z",
        "TZID=Asia/Calcutta | 09:00Z",
        "TZID=Etc/GMT-3 | 11:30Z",
        "TZID=GMT | 14:30Z",
        "TZID=UTC | 14:30Z",
        "TZID=Etc/UTC | 14:30Z",
        "TZID=CET | 12:30Z",
        // Windows and Outlook
        "TZID=W. Europe Standard Time | 12:30Z",
        "TZID=\"W. Europe Standard Time\" | 12:30Z",
        "TZID=Eastern Standard Time | 18:30Z",
        "TZID=Eastern Daylight Time | 18:30Z",
        "TZID=GMT Standard Time | 13:30Z",
        "TZID=India Standard Time | 09:00Z",
        "TZID=AUS Eastern Standard Time | 04:30Z",
        "TZID=E. South America Standard Time | 17:30Z",
        "TZID=(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna | 12:30Z",
        "TZID=\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\" | 12:30Z",
        "TZID=(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna | 12:30Z",
        "TZID=(UTC) Dublin, Edinburgh, Lisbon, London | 13:30Z",
        "TZID=(UTC-05:00) Eastern Time (US & Canada) | 18:30Z",
        "TZID=(GMT-08:00) Pacific Time (US & Canada); Tijuana | 21:30Z",
        "TZID=\"(GMT-08:00) Pacific Time (US & Canada); Tijuana\" | 21:30Z",
        "TZID=(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi | 09:00Z",
        "TZID=(UTC+10:00) Canberra, Melbourne, Sydney | 04:30Z",
        "TZID=(UTC+09:00) Osaka, Sapporo, Tokyo | 05:30Z",
        "TZID=tzone://Microsoft/Utc | 14:30Z",
        // Notes
        "TZID=W. Europe | 12:30Z",
        "TZID=\"W. Europe\" | 12:30Z",
        "TZID=Eastern | 18:30Z",
        "TZID=Pacific | 21:30Z",
        // offsets
        "TZID=UTC+2 | 12:30Z",
        "TZID=GMT+0200 | 12:30Z",
        "TZID=GMT+02:00 | 12:30Z",
        "TZID=+02:00 | 12:30Z",
        "TZID=\"GMT -05:00\" | 19:30Z",
        "TZID=Z | 14:30Z",
        // the calendar's own
        "TZID=Custom/Berlin | 12:30Z",
        "TZID=\"custom/berlin\" | 12:30Z",
        "VALUE=DATE-TIME;TZID=Europe/Berlin | 12:30Z",
        "TZID=Europe/Berlin;VALUE=DATE-TIME | 12:30Z",
      })
  void findsTheZone(String parameter, String expected) {
    Invitation event =
        read(calendar(BERLIN, "DTSTART;" + parameter + ":20260707T143000\nSUMMARY:x"));
    assertThat(start(event)).isEqualTo("2026-07-07T" + expected);
    assertThat(doubts(event)).isEmpty();
    assertThat(event.title()).isEqualTo("x");
  }

  /** With two definitions, none of them is meant. */
  @ParameterizedTest
  @ValueSource(strings = {"Europe/Atlantis", "CST", "IST", "Customised (2)", "(UTC+25:00) Nowhere"})
  void saysThatAZoneIsUnknown(String zone) {
    Invitation event =
        read(
            calendar(
                BERLIN + zone("Another", ""),
                "SUMMARY:Lunch\nDTSTART;TZID=" + zone + ":20260707T143000"));
    assertThat(start(event)).isEqualTo("2026-07-07T14:30");
    assertThat(event.title()).isEqualTo("Lunch");
    assertThat(event.doubts()).containsExactly(new Doubt(Doubt.Subject.ZONE, zone));
    assertThat(CalendarReader.read(calendar("", "DTSTART;TZID=CST:20260707T143000"), "").complete())
        .as("the file is offered too")
        .isFalse();
  }

  /** Definitions by name: 14:30 on 7 July and on 7 December 2026. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "W. Europe",
        "Customized Time Zone",
        "Microsoft/Custom",
        "tzone://Microsoft/Custom",
        "GMT +0100 (Standard) / GMT +0200 (Daylight)",
        "Mitteleuropäische Zeit",
        "(UTC+01:00) Somewhere, Elsewhere",
        "1",
        "EST",
      })
  void followsTheDefinition(String name) {
    for (String byTime : List.of("", "BYMINUTE=0;BYHOUR=H;", "BYHOUR=H;BYMINUTE=0;BYSECOND=0;")) {
      for (String quoted : List.of(name, '"' + name + '"')) {
        String event = "DTSTART;TZID=" + quoted + ":20260707T143000";
        assertThat(start(read(calendar(zone(name, byTime), event)))).isEqualTo("2026-07-07T12:30Z");
        assertThat(start(read(calendar(zone(name, byTime), event.replace("0707", "1207")))))
            .isEqualTo("2026-12-07T13:30Z");
      }
    }
  }

  /** Only the definition of this calendar can be meant. */
  @Test
  void takesTheOnlyDefinitionForAnUnknownName() {
    String event = "DTSTART;TZID=Werkzeit:20260707T143000";
    assertThat(start(read(calendar(BERLIN, event)))).isEqualTo("2026-07-07T12:30Z");
    String located =
        zone("Zeit 1", "FOO=1;").replace("TZID:", "X-LIC-LOCATION:Europe/Berlin\nTZID:");
    assertThat(start(read(calendar(located, event.replace("Werkzeit", "Zeit 1")))))
        .isEqualTo("2026-07-07T12:30Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // whole days
        "DTSTART;VALUE=DATE:20260501 | 2026-05-01 | '' | ''",
        "DTSTART:20260501 | 2026-05-01 | '' | ''",
        "DTSTART;VALUE=DATE:20260501~DTEND;VALUE=DATE:20260502 | 2026-05-01 | 2026-05-01 | ''",
        "DTSTART;VALUE=DATE:20260501~DTEND;VALUE=DATE:20260504 | 2026-05-01 | 2026-05-03 | ''",
        "DTSTART;VALUE=DATE:20260501~DTEND;VALUE=DATE:20260501 | 2026-05-01 | 2026-05-01 | ''",
        "DTSTART;VALUE=DATE:20260501~DURATION:P1D | 2026-05-01 | 2026-05-01 | ''",
        "DTSTART;VALUE=DATE:20260501~DURATION:P2W | 2026-05-01 | 2026-05-14 | ''",
        "DTSTART;VALUE=DATE;TZID=Europe/Berlin:20260501 | 2026-05-01 | '' | ''",
        "DTSTART;VALUE=DATE:20260501~DTEND;VALUE=DATE:20260401 | 2026-05-01 | 2026-03-31 | ORDER",
        "DTSTART;TZID=Europe/Berlin:20260501T000000~DTEND;TZID=Europe/Berlin:20260503T000000"
            + "~X-MICROSOFT-CDO-ALLDAYEVENT:TRUE | 2026-05-01 | 2026-05-02 | ''",
        "DTSTART;TZID=Europe/Berlin:20260501T080000~DTEND;TZID=Europe/Berlin:20260501T090000"
            + "~X-MICROSOFT-CDO-ALLDAYEVENT:TRUE | 2026-05-01T06:00Z | 2026-05-01T07:00Z | ''",
        // ends
        "DTSTART:20260501T100000Z | 2026-05-01T10:00Z | '' | ''",
        "DTSTART:20260501T100000Z~DTEND:20260501T100000Z | 2026-05-01T10:00Z | 2026-05-01T10:00Z | ''",
        "DTSTART:20260501T100000Z~DTEND:20260501T090000Z | 2026-05-01T10:00Z | 2026-05-01T09:00Z | ORDER",
        "DTSTART:20260501T100000Z~DURATION:-PT1H | 2026-05-01T10:00Z | 2026-05-01T09:00Z | ORDER",
        "DTSTART:20260501T233000Z~DTEND:20260502T003000Z | 2026-05-01T23:30Z | 2026-05-02T00:30Z | ''",
        "DTSTART:20260501T100000Z~DURATION:PT1H30M | 2026-05-01T10:00Z | 2026-05-01T11:30Z | ''",
        "DTSTART:20260501T100000Z~DURATION:P1W | 2026-05-01T10:00Z | 2026-05-08T10:00Z | ''",
        "DTSTART;TZID=Europe/Berlin:20260501T220000~DTEND;TZID=America/New_York:20260501T190000"
            + " | 2026-05-01T20:00Z | 2026-05-01T23:00Z | ''",
        "DTSTART;TZID=Europe/Berlin:20260501T100000~DTEND;VALUE=DATE:20260502"
            + " | 2026-05-01T08:00Z | 2026-05-01 | ''",
        // changes of clocks: 29 March and 25 October 2026
        "DTSTART;TZID=Europe/Berlin:20260328T120000~DURATION:P1D | 2026-03-28T11:00Z | 2026-03-29T10:00Z | ''",
        "DTSTART;TZID=Europe/Berlin:20260328T120000~DURATION:PT24H | 2026-03-28T11:00Z | 2026-03-29T11:00Z | ''",
        "DTSTART;TZID=Custom/Berlin:20260328T120000~DURATION:P1D | 2026-03-28T11:00Z | 2026-03-29T10:00Z | ''",
        "DTSTART;TZID=Europe/Berlin:20260329T023000 | 2026-03-29T01:30Z | '' | ''",
        "DTSTART;TZID=Custom/Berlin:20260329T023000 | 2026-03-29T01:30Z | '' | ''",
        "DTSTART;TZID=Custom/Berlin:20260329T030000 | 2026-03-29T01:00Z | '' | ''",
        "DTSTART;TZID=Europe/Berlin:20261025T023000 | 2026-10-25T00:30Z | '' | ''",
        "DTSTART;TZID=Custom/Berlin:20261025T023000 | 2026-10-25T00:30Z | '' | ''",
        "DTSTART;TZID=Custom/Berlin:20261025T030000 | 2026-10-25T02:00Z | '' | ''",
        "DTSTART;TZID=Custom/Berlin:20261024T220000~DTEND;TZID=Custom/Berlin:20261025T060000"
            + " | 2026-10-24T20:00Z | 2026-10-25T05:00Z | ''",
        // floating and odd times
        "DTSTART:20260501T101500 | 2026-05-01T10:15 | '' | ''",
        "DTSTART:20260501T101500~DURATION:PT45M | 2026-05-01T10:15 | 2026-05-01T11:00 | ''",
        "DTSTART;TZID=Europe/Berlin:20260501T101500Z | 2026-05-01T10:15Z | '' | ''",
        "DTSTART:2026-05-01T10:15:00Z | 2026-05-01T10:15Z | '' | ''",
        "DTSTART;TZID=Europe/Berlin:2026-05-01T10:15:00 | 2026-05-01T08:15Z | '' | ''",
        "DTSTART:20260501T1015Z | 2026-05-01T10:15Z | '' | ''",
        "DTSTART:20260501T240000Z | 2026-05-02T00:00Z | '' | ''",
        "DTSTART:20260501T101560Z | 2026-05-01T10:15Z | '' | ''",
        "DTSTART;VALUE=DATE:20260501T000000 | 2026-05-01 | '' | ''",
        "DTSTART;VALUE=DATE;TZID=W. Europe:20260501T000000 | 2026-05-01 | '' | ''",
        "DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20260501T1015 | 2026-05-01T08:15Z | '' | ''",
        "dtstart;tzid=Europe/Berlin:20260501T101500 | 2026-05-01T08:15Z | '' | ''",
        // unreadable
        "DTSTART:tomorrow | '' | '' | START tomorrow",
        "DTSTART:20260231T101500Z | '' | '' | START 20260231T101500Z",
        "DTSTART:20260501T101500Z~DTEND:later | 2026-05-01T10:15Z | '' | END later",
        "DTSTART:20260501T101500Z~DURATION:long | 2026-05-01T10:15Z | '' | END long",
        "DTSTART:20260501T101500Z~RRULE:FREQ=FORTNIGHTLY | 2026-05-01T10:15Z | '' | RULE",
        "DTSTART:20260501T101500Z~RECURRENCE-ID:that | 2026-05-01T10:15Z | '' | OCCURRENCE that",
      })
  void readsTimes(String lines, String start, String end, String doubts) {
    Invitation event = read(calendar(BERLIN, "SUMMARY:x\n" + lines.replace('~', '\n')));
    assertThat(start(event)).isEqualTo(start);
    assertThat(end(event)).isEqualTo(end);
    assertThat(doubts(event)).isEqualTo(doubts);
    assertThat(event.title()).isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource({
    "X-WR-TIMEZONE:Europe/Berlin, 2026-07-07T12:30Z",
    "X-WR-TIMEZONE:America/New_York, 2026-07-07T18:30Z",
    "X-WR-CALNAME:Europe/Berlin, 2026-07-07T14:30",
  })
  void takesTheCalendarsZoneForTimesWithoutOne(String line, String expected) {
    assertThat(start(read(calendar(line + "\n", "DTSTART:20260707T143000")))).isEqualTo(expected);
  }

  /** RFC 5546, and odd spellings. */
  @ParameterizedTest
  @CsvSource({
    "METHOD:REQUEST, '', REQUEST",
    "METHOD:REQUEST, SEQUENCE:2, UPDATE",
    "METHOD:request, '', REQUEST",
    "METHOD:PUBLISH, '', PUBLISH",
    "METHOD:CANCEL, '', CANCEL",
    "METHOD:REPLY, '', REPLY",
    "METHOD:COUNTER, '', COUNTER",
    "METHOD:DECLINECOUNTER, '', DECLINE_COUNTER",
    "METHOD:REFRESH, '', REFRESH",
    "METHOD:ADD, '', ADD",
    "METHOD:REQUEST, STATUS:CANCELLED, CANCEL",
    "X-METHOD:none, '', REQUEST",
  })
  void readsTheKind(String method, String line, Kind expected) {
    String calendar = calendar(method + "\n", line + "\nDTSTART:20260707T143000Z");
    assertThat(read(calendar).kind()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RECURRENCE-ID;TZID=Europe/Berlin:20260622T100000 | 2026-06-22T08:00Z | false",
        "RECURRENCE-ID;TZID=W. Europe:20260622T100000 | 2026-06-22T08:00Z | false",
        "RECURRENCE-ID:20260622T080000Z | 2026-06-22T08:00Z | false",
        "RECURRENCE-ID;VALUE=DATE:20260622 | 2026-06-22 | false",
        "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260622T100000 | 2026-06-22T08:00Z | true",
      })
  void readsOneOccurrenceOfASeries(String line, String original, boolean andLater) {
    Invitation event =
        read(calendar("METHOD:CANCEL\n", line + "\nDTSTART;TZID=Europe/Berlin:20260622T150000"));
    Invitation.Occurrence one = event.series().occurrence().orElseThrow();
    assertThat(written(one.original())).isEqualTo(original);
    assertThat(one.andLater()).isEqualTo(andLater);
    assertThat(start(event)).isEqualTo("2026-06-22T13:00Z");
  }

  @Test
  void readsASeriesWithAChangedAndACancelledOccurrence() {
    String calendar =
        calendar(
            "METHOD:REQUEST\n",
            """
            UID:a
            DTSTART;TZID=Europe/Berlin:20260601T100000
            RRULE:FREQ=WEEKLY;BYDAY=MO
            EXDATE;TZID=Europe/Berlin:20260608T100000,20260615T100000
            EXDATE:20260706T080000Z
            RDATE;TZID=Europe/Berlin:20260610T100000
            RDATE;VALUE=PERIOD:20260611T080000Z/PT1H
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID;TZID=Europe/Berlin:20260622T100000
            DTSTART;TZID=Europe/Berlin:20260622T150000
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            STATUS:CANCELLED
            RECURRENCE-ID;TZID=Europe/Berlin:20260629T100000
            DTSTART;TZID=Europe/Berlin:20260629T100000""");
    List<Invitation> events = CalendarReader.read(calendar, "").events();
    assertThat(events)
        .extracting(Invitation::kind)
        .containsExactly(Kind.REQUEST, Kind.REQUEST, Kind.CANCEL);
    assertThat(events.get(0).series().excluded())
        .extracting(CalendarReaderTest::written)
        .containsExactly("2026-06-08T08:00Z", "2026-06-15T08:00Z", "2026-07-06T08:00Z");
    assertThat(events.get(0).series().added())
        .extracting(CalendarReaderTest::written)
        .containsExactly("2026-06-10T08:00Z", "2026-06-11T08:00Z");
    assertThat(events.get(0).series().occurrence()).isEmpty();
    assertThat(events.get(1).series().occurrence().map(one -> written(one.original())))
        .contains("2026-06-22T08:00Z");
    assertThat(events.get(2).series().occurrence().map(one -> written(one.original())))
        .contains("2026-06-29T08:00Z");
  }

  /**
   * Unit, interval, days, nth, day of month, count, until, and whether there is more to the rule.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FREQ=DAILY | DAY 1 [] 0 0 0 - false",
        "FREQ=DAILY;INTERVAL=3;COUNT=5 | DAY 3 [] 0 0 5 - false",
        "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260801T080000Z | WEEK 1 [1, 3] 0 0 0 2026-08-01T08:00Z false",
        "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260801 | WEEK 1 [1] 0 0 0 2026-08-01 false",
        "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260801T100000 | WEEK 1 [1] 0 0 0 2026-08-01T08:00Z false",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU | WEEK 2 [2] 0 0 0 - false",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU | WEEK 2 [1, 7] 0 0 0 - true",
        "WKST=MO;FREQ=WEEKLY;BYDAY=FR | WEEK 1 [5] 0 0 0 - false",
        "FREQ=MONTHLY;BYDAY=2TU | MONTH 1 [2] 2 0 0 - false",
        "FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2 | MONTH 1 [2] 2 0 0 - false",
        "FREQ=MONTHLY;BYDAY=-1FR | MONTH 1 [5] -1 0 0 - false",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1 | MONTH 1 [1, 2, 3, 4, 5] -1 0 0 - true",
        "FREQ=MONTHLY;BYDAY=1MO,3MO | MONTH 1 [1] 0 0 0 - true",
        "FREQ=MONTHLY;BYMONTHDAY=15 | MONTH 1 [] 0 15 0 - false",
        "FREQ=MONTHLY;BYMONTHDAY=-1 | MONTH 1 [] 0 -1 0 - false",
        "FREQ=MONTHLY;BYMONTHDAY=-2 | MONTH 1 [] 0 0 0 - true",
        "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR | MONTH 1 [5] 0 13 0 - true",
        "FREQ=MONTHLY;BYMONTH=1;BYMONTHDAY=1 | MONTH 1 [] 0 1 0 - true",
        "FREQ=YEARLY;BYMONTH=9;BYDAY=1MO | YEAR 1 [1] 1 0 0 - false",
        "FREQ=YEARLY;BYDAY=20MO | YEAR 1 [] 0 0 0 - true",
        "FREQ=YEARLY;BYWEEKNO=20 | YEAR 1 [] 0 0 0 - true",
        "FREQ=DAILY;BYHOUR=9,15 | DAY 1 [] 0 0 0 - true",
        "FREQ=HOURLY;INTERVAL=2 | HOUR 2 [] 0 0 0 - true",
      })
  void readsTheRule(String rule, String expected) {
    Invitation event =
        read(calendar("", "DTSTART;TZID=Europe/Berlin:20260601T100000\nRRULE:" + rule));
    Invitation.Recurrence one = event.series().rule().orElseThrow();
    String until = one.until().map(CalendarReaderTest::written).orElse("-");
    assertThat(
            "%s %d %s %d %d %d %s %s"
                .formatted(
                    one.unit(),
                    one.interval(),
                    one.days(),
                    one.nth(),
                    one.monthDay(),
                    one.count(),
                    until,
                    one.partly()))
        .isEqualTo(expected);
    assertThat(doubts(event)).isEmpty();
  }

  // ---- texts

  private static Invitation readOctets(byte[] calendar) {
    return read(new String(CalendarReader.unfolded(calendar), UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "\r"})
  void unfoldsLinesWithinACharacter(String lineEnd) {
    String summary = "Größe der Łódź – 会議 🙂";
    for (int width = 1; width < 6; width++) {
      ByteArrayOutputStream folded = new ByteArrayOutputStream();
      byte[] calendar =
          calendar("", "DTSTART:20260707T143000Z\nSUMMARY:" + summary)
              .replace("\n", lineEnd)
              .getBytes(UTF_8);
      int column = 0;
      for (byte octet : calendar) {
        boolean isEnd = octet == '\r' || octet == '\n';
        if (column == 20 * width && !isEnd) {
          folded.writeBytes((lineEnd + (width % 2 == 0 ? "\t" : " ")).getBytes(UTF_8));
          column = 0;
        }
        folded.write(octet);
        column = isEnd ? 0 : column + 1;
      }
      assertThat(readOctets(folded.toByteArray()).title()).isEqualTo(summary);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a\\, b\\; c\\\\d | 'a, b; c\\d'",
        "a\\nb | a b",
        "a\\Nb | a b",
        "\"quoted\" | '\"quoted\"'",
        "https://x.example/?a=1&b=2 | https://x.example/?a=1&b=2",
        "one: two | 'one: two'",
      })
  void unescapesTexts(String written, String expected) {
    assertThat(read(calendar("", "DTSTART:20260707T143000Z\nSUMMARY:" + written)).title())
        .isEqualTo(expected);
  }

  @Test
  void keepsTextAfterABareLineBreak() {
    Invitation event =
        read(
            calendar(
                "",
                "DTSTART:20260707T143000Z\nDESCRIPTION:first\nhttps://x.example/join\n\n"
                    + "Agenda: all\nthe rest\nLOCATION:Room 4"));
    assertThat(event.description())
        .isEqualTo("first\nhttps://x.example/join\n\nAgenda: all\nthe rest");
    assertThat(event.place()).isEqualTo("Room 4");
  }

  /** What is missing at the end, or in between, is taken as meant. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEGIN:VCALENDAR~BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x~END:VEVENT~",
        "BEGIN:VCALENDAR~BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x~",
        "BEGIN:VCALENDAR~BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x",
        "BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x~END:VEVENT~",
        "\uFEFFBEGIN:VCALENDAR~BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x~" + "END:VEVENT~",
        "~BEGIN:VCALENDAR~~BEGIN:VEVENT~~DTSTART:20260707T143000Z~SUMMARY:x~END:VEVENT~",
        "begin:vcalendar~begin:vevent~dtstart:20260707T143000Z~summary:x~end:vevent~",
        "BEGIN:VCALENDAR~BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x~BEGIN:VALARM~"
            + "TRIGGER:-PT5M~END:VEVENT~END:VCALENDAR~",
        "BEGIN:VCALENDAR~BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x~BEGIN:VEVENT~"
            + "SUMMARY:y~END:VEVENT~END:VCALENDAR~",
        "BEGIN:VCALENDAR~END:VALARM~BEGIN:VEVENT~DTSTART:20260707T143000Z~SUMMARY:x~"
            + "END:VEVENT~",
        "BEGIN:VCALENDAR~BEGIN:VEVENT~DTSTART:20260707T143000Z~no property at all~" + "SUMMARY:x~",
      })
  void readsBrokenCalendars(String calendar) {
    Invitation event = read(calendar.replace('~', '\n'));
    assertThat(start(event)).isEqualTo("2026-07-07T14:30Z");
    assertThat(event.title()).isEqualTo("x");
  }

  @Test
  void saysWhenThereIsMoreThanIsRead() {
    String one = "BEGIN:VEVENT\nDTSTART:20260707T143000Z\nEND:VEVENT\n";
    CalendarReader.Events read =
        CalendarReader.read("BEGIN:VCALENDAR\n" + one.repeat(30) + "END:VCALENDAR\n", "");
    assertThat(read.events()).hasSize(20);
    assertThat(read.complete()).isFalse();
    String dates = "RDATE:" + "20260707T143000Z,".repeat(80) + "20260707T143000Z";
    assertThat(read(calendar("", "DTSTART:20260707T143000Z\n" + dates)).doubts())
        .containsExactly(new Doubt(Doubt.Subject.DATES, ""));
  }

  @Test
  void ignoresTheTimesOfAnOldDefinitionOfAKnownPlace() {
    String byDates =
        """
        BEGIN:VTIMEZONE
        TZID:America/New_York
        BEGIN:STANDARD
        TZOFFSETFROM:-0400
        TZOFFSETTO:-0500
        DTSTART:20071104T020000
        RDATE:20071104T020000
        END:STANDARD
        END:VTIMEZONE
        """;
    assertThat(start(read(calendar(byDates, "DTSTART;TZID=America/New_York:20260707T143000"))))
        .isEqualTo("2026-07-07T18:30Z");
  }
}
