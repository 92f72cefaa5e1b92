package arashi.deploy;

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
 * Shows how far an import is: on a terminal one line, which is written anew; elsewhere a line from
 * time to time. The share is that of the bytes, the rate that of the last seconds. For the thread
 * that reads.
 */
final class ImportProgress implements Importer.Progress {
  /** Between two lines that are kept. */
  private static final Duration LINE = Duration.ofSeconds(10);

  /** Between two that replace each other. */
  private static final Duration UPDATE = Duration.ofMillis(200);

  /** The rate is that of this time. */
  private static final Duration LATELY = Duration.ofSeconds(10);

  private static final double NANOS = 1e9;
  private static final int PERCENT = 100;
  private static final int MINUTE = 60;
  private static final int MOST_SKIPPED_SHOWN = 20;
  private static final int MOST_REASONS = 100;
  private static final String ERASE = "\r\u001b[K";

  /** What was there at a time. */
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
   * A display of an import that begins now.
   *
   * @param out a terminal, or not
   * @param total bytes that are to be read
   */
  ImportProgress(PrintWriter out, boolean terminal, Clock clock, long total) {
    this.out = out;
    this.terminal = terminal;
    this.clock = clock;
    this.total = total;
    this.shown = clock.nanos();
    samples.add(new Sample(shown, 0, 0));
  }

  /** Whether what is written to standard error reaches a terminal. */
  @SuppressWarnings("SystemConsoleNull") // then lines are rewritten in a file, which is harmless
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

  /** Mails in a second, or in a minute where those are few. */
  static String rate(double perSecond) {
    boolean slow = perSecond > 0 && perSecond < 1;
    long rate = Math.round(slow ? perSecond * MINUTE : perSecond);
    return mails(rate) + (slow ? "/min" : "/s");
  }

  /** A number of mails, in words. */
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

  /** How many were left out for each reason, most first. */
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

  /** Ends the line of a terminal. */
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

  /** Names in archives may hold what terminals obey. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
