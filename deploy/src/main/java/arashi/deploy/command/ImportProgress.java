package arashi.deploy.command;

import arashi.ingest.ImportResult;
import arashi.ingest.Importer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import seda.kernel.Clock;

/**
 * Shows the progress of an import: on a terminal as one updated line, elsewhere as a line at
 * intervals. The percentage counts bytes; the rate covers the last seconds. Confined to the reading
 * thread.
 */
final class ImportProgress implements Importer.Progress {
  /** Interval of permanent lines. */
  private static final Duration LINE = Duration.ofSeconds(10);

  /** Interval of line updates. */
  private static final Duration UPDATE = Duration.ofMillis(200);

  /** Period of the rate. */
  private static final Duration LATELY = Duration.ofSeconds(10);

  private static final double NANOS = 1e9;
  private static final int PERCENT = 100;
  private static final int MINUTE = 60;
  private static final int MOST_SKIPPED_SHOWN = 20;
  private static final int MOST_REASONS = 100;
  private static final String ERASE = "\r\u001b[K";

  /** The progress at a point in time. */
  private record Sample(long nanos, long bytes, long mails) {}

  private final PrintWriter out;
  private final boolean terminal;
  private final Clock clock;
  private final long total;
  private final Deque<Sample> samples = new ArrayDeque<>();
  private final Map<String, Long> reasons = new LinkedHashMap<>();
  private long shown;
  private int skipped;
  private boolean lineOpen;

  /**
   * Starts the display.
   *
   * @param out the output
   * @param terminal whether {@code out} is a terminal
   * @param total bytes to read
   */
  ImportProgress(PrintWriter out, boolean terminal, Clock clock, long total) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    this.total = total;
    this.shown = clock.nanos();
    samples.add(new Sample(shown, 0, 0));
  }

  /** True if standard error is a terminal. */
  @SuppressWarnings("SystemConsoleNull") // at worst, updated lines go to a file
  static boolean onTerminal() {
    Path error = Path.of("/proc/self/fd/2");
    if (!Files.isSymbolicLink(error)) {
      return System.console() != null;
    }
    try {
      String target = Files.readSymbolicLink(error).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException unknown) {
      return false;
    }
  }

  @Override
  public void read(long bytes, ImportResult soFar) {
    long now = clock.nanos();
    if (now - shown < (terminal ? UPDATE : LINE).toNanos()) {
      return;
    }
    shown = now;
    while (samples.size() > 1 && now - samples.getFirst().nanos() > LATELY.toNanos()) {
      samples.removeFirst();
    }
    String line = line(new Sample(now, bytes, soFar.mails()), samples.getFirst());
    samples.addLast(new Sample(now, bytes, soFar.mails()));
    if (terminal) {
      out.print(ERASE + line);
      lineOpen = true;
    } else {
      out.println(line);
    }
    out.flush();
  }

  private String line(Sample now, Sample before) {
    double seconds = Math.max(now.nanos() - before.nanos(), 1) / NANOS;
    double bytesRate = (now.bytes() - before.bytes()) / seconds;
    long share = total == 0 ? PERCENT : Math.min(PERCENT, now.bytes() * PERCENT / total);
    String line =
        String.format(
            Locale.ROOT,
            "Importing: %d %% of %s, %s, %s",
            share,
            size(total),
            mails(now.mails()),
            rate((now.mails() - before.mails()) / seconds));
    return bytesRate > 0
        ? line + ", " + time(Math.round((total - now.bytes()) / bytesRate)) + " left"
        : line;
  }

  /** Formats mails per second, or per minute if slow. */
  static String rate(double perSecond) {
    boolean slow = perSecond > 0 && perSecond < 1;
    long rate = Math.round(slow ? perSecond * MINUTE : perSecond);
    return mails(rate) + (slow ? "/min" : "/s");
  }

  /** Formats a number of mails. */
  static String mails(long mails) {
    return String.format(Locale.ROOT, mails == 1 ? "%,d mail" : "%,d mails", mails);
  }

  private static String size(long bytes) {
    double size = bytes;
    for (String unit : new String[] {"bytes", "kB", "MB"}) {
      if (size < 1_000) {
        return String.format(Locale.ROOT, unit.equals("bytes") ? "%.0f %s" : "%.1f %s", size, unit);
      }
      size /= 1_000;
    }
    return String.format(Locale.ROOT, "%,.1f GB", size);
  }

  private static String time(long seconds) {
    if (seconds < MINUTE) {
      return seconds + " s";
    }
    long minutes = seconds / MINUTE;
    return minutes < MINUTE
        ? minutes + " min"
        : minutes / MINUTE + " h " + minutes % MINUTE + " min";
  }

  @Override
  public void skipped(String where, String reason) {
    if (reasons.size() < MOST_REASONS || reasons.containsKey(reason)) {
      reasons.merge(reason, 1L, Long::sum);
    }
    if (++skipped <= MOST_SKIPPED_SHOWN) {
      erase();
      out.println(printable("left out: " + where + ": " + reason));
      out.flush();
    }
  }

  /** Formats the number of skipped mails by reason, most frequent first. */
  String reasons() {
    StringBuilder text = new StringBuilder();
    reasons.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(
            one ->
                text.append(text.isEmpty() ? "" : "; ")
                    .append(String.format(Locale.ROOT, "%,d: %s", one.getValue(), one.getKey())));
    return printable(text.toString());
  }

  /** Ends the terminal line. */
  void end() {
    erase();
    out.flush();
  }

  private void erase() {
    if (lineOpen) {
      out.print(ERASE);
      lineOpen = false;
    }
  }

  /** Replaces control characters, since names in archives could control the terminal. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
