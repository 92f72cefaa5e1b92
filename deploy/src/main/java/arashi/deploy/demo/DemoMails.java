package arashi.deploy.demo;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The mails of the demo account, dated so that the mailbox always looks in use.
 *
 * <p>Source: the files in the resource folder {@code arashi/demo}. {@code index.tsv} lists each
 * file with its folder, flags and age. Mails contain placeholders for UTC dates relative to their
 * arrival; OFFSET is an optional ISO 8601 duration such as {@code -PT20M}:
 *
 * <pre>
 *  {{date OFFSET}}  arrival + OFFSET, as in a Date field (RFC 5322)   Fri, 7 Mar 2025 09:12:00 +0000
 *  {{day OFFSET}}   the day of arrival + OFFSET, for people           Friday, 7 March
 *  {{ics OFFSET}}   midnight before the arrival + OFFSET (RFC 5545)   20250307T160000Z
 * </pre>
 *
 * All other bytes are unchanged. Stateless; called once, at the first start.
 */
public final class DemoMails {
  private static final String FOLDER = "/arashi/demo/";

  private static final Pattern DATE =
      Pattern.compile("\\{\\{(date|day|ics)(?: ([-+PTDHM0-9]+))?}}");

  private static final DateTimeFormatter DATE_FIELD = utc("EEE, d MMM yyyy HH:mm:ss Z");
  private static final DateTimeFormatter DAY = utc("EEEE, d MMMM");
  private static final DateTimeFormatter ICS = utc("yyyyMMdd'T'HHmmss'Z'");

  private DemoMails() {}

  /**
   * A mail of the demo account.
   *
   * @param folder role of its folder: inbox, drafts, sent, archive, junk or trash
   * @param seen whether it is marked as read
   * @param flagged whether it is starred
   * @param received time of arrival in whole seconds, equal to its Date field
   * @param raw the mail; not copied
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  public record DemoMail(
      String folder, boolean seen, boolean flagged, Instant received, byte[] raw) {}

  /**
   * Returns all mails in order of arrival, the last one shortly before {@code now}. Reads files.
   *
   * @throws UncheckedIOException if a file is missing or unreadable: the build is broken
   */
  public static List<DemoMail> load(Instant now) {
    Instant second = now.truncatedTo(ChronoUnit.SECONDS);
    return text("index.tsv")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> mail(line.split("\t", -1), second))
        .toList();
  }

  /** Columns: file, folder, flags, age. */
  private static DemoMail mail(String[] row, Instant now) {
    List<String> flags = Arrays.asList(row[2].split(",", -1));
    Instant received = now.minus(Duration.parse(row[3]));
    byte[] raw = dated(text(row[0]), received).getBytes(StandardCharsets.ISO_8859_1);
    return new DemoMail(row[1], flags.contains("seen"), flags.contains("flagged"), received, raw);
  }

  private static String dated(String mail, Instant received) {
    return DATE.matcher(mail).replaceAll(date -> date(date, received));
  }

  private static String date(MatchResult found, Instant received) {
    Duration offset = found.group(2) == null ? Duration.ZERO : Duration.parse(found.group(2));
    return switch (found.group(1)) {
      case "date" -> DATE_FIELD.format(received.plus(offset));
      case "day" -> DAY.format(received.plus(offset));
      default -> ICS.format(received.truncatedTo(ChronoUnit.DAYS).plus(offset));
    };
  }

  /** Reads a file with one character per byte, which preserves mails in any charset. */
  private static String text(String file) {
    try (InputStream in = DemoMails.class.getResourceAsStream(FOLDER + file)) {
      if (in == null) {
        throw new FileNotFoundException(FOLDER + file);
      }
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DateTimeFormatter utc(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }
}
