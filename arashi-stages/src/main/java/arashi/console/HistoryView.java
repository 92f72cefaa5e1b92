package arashi.console;

import arashi.target.ControlledStage;
import arashi.target.ServiceControl;
import arashi.web.HistoryPage;
import arashi.web.HistoryPage.Chart;
import arashi.web.HistoryPage.Line;
import arashi.web.HistoryPage.Tick;
import arashi.web.PageFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import seda.kernel.Clock;
import seda.kernel.GraphSnapshot;
import seda.kernel.ServiceClass;
import seda.kernel.WindowSnapshot;

/**
 * Draws charts of the last hour by minute. Times have a logarithmic axis, so that a target far
 * above them stays visible.
 */
final class HistoryView {
  private static final int MINUTES = 60;
  private static final long MINUTE = 60_000_000_000L;
  private static final int LEFT = 52;
  private static final int RIGHT = 552;
  private static final int TIMES_TOP = 12;
  private static final int TIMES_BOTTOM = 150;
  private static final int COUNTS_TOP = 170;
  private static final int COUNTS_BOTTOM = 222;
  private static final int BAR = 7;

  private final Clock clock;
  private final ServiceControl control;

  HistoryView(Clock clock, ServiceControl control) {
    this.clock = clock;
    this.control = control;
  }

  HistoryPage page(PageFrame surroundings, ConsoleFormats figures) {
    return new HistoryPage(
        surroundings, control.stages().stream().map(stage -> chart(stage, figures)).toList());
  }

  private Chart chart(ControlledStage stage, ConsoleFormats figures) {
    Map<ServiceClass, GraphSnapshot> since = control.since();
    Set<ServiceClass> classes = since.keySet();
    long[] ranked = since.values().stream().mapToLong(GraphSnapshot::nanos).toArray();
    Minutes minutes = new Minutes(clock.nanos(), stage.stage().history(), ranked);
    if (LongStream.of(minutes.asked()).sum() == 0) {
      return new Chart(stage.type().name(), true, "", "", "", List.of(), List.of(), "", "", "");
    }
    long[] targets =
        classes.stream().mapToLong(one -> stage.stage().targets().nanos(one.rank())).toArray();
    Decades decades = Decades.around(minutes, targets);
    List<Line> lines = new ArrayList<>();
    for (ServiceClass one : classes) {
      long target = stage.stage().targets().nanos(one.rank());
      lines.add(
          new Line(
              one.name(),
              one.rank(),
              decades.line(minutes.p90[one.rank()]),
              target == 0 ? -1 : decades.y(target),
              target == 0 ? "" : figures.time(target)));
    }
    long most = LongStream.of(minutes.asked()).max().orElse(0);
    return new Chart(
        stage.type().name(),
        false,
        figures.time(minutes.longest()),
        figures.count(LongStream.of(minutes.completed).sum()),
        figures.count(LongStream.of(minutes.refused).sum()),
        lines,
        decades.ticks(figures),
        bars(new long[MINUTES], minutes.completed, most),
        bars(minutes.completed, minutes.refused, most),
        figures.count(most));
  }

  /** Returns the lesser of two times; 0 means none. */
  private static long lesser(long one, long other) {
    return one == 0 ? other : Math.min(one, other);
  }

  private static int x(int minute) {
    return LEFT + (RIGHT - LEFT) * minute / MINUTES;
  }

  /** Draws one bar per minute, stacked on {@code below}. */
  private static String bars(long[] below, long[] counts, long most) {
    StringBuilder path = new StringBuilder();
    for (int minute = 0; minute < MINUTES; minute++) {
      if (counts[minute] > 0) {
        long foot = COUNTS_BOTTOM - height(below[minute], most);
        long height = Math.max(1, height(counts[minute], most));
        path.append("M%d %dv-%dh%dv%dz".formatted(x(minute), foot, height, BAR, height));
      }
    }
    return path.toString();
  }

  private static long height(long count, long most) {
    return (COUNTS_BOTTOM - COUNTS_TOP) * count / most;
  }

  /**
   * Aggregates the windows of an hour into minutes, the last of which ends now. Times are those of
   * the current classes, so they begin when each class got its rank.
   */
  private static final class Minutes {
    final long[] completed = new long[MINUTES];
    final long[] refused = new long[MINUTES];
    final long[][] p90 = new long[ServiceClass.RANKS][MINUTES];

    Minutes(long now, List<WindowSnapshot> history, long[] ranked) {
      for (WindowSnapshot point : history) {
        long ago = (now - point.nanos()) / MINUTE;
        if (ago < MINUTES) {
          int minute = (int) (MINUTES - 1 - ago);
          completed[minute] += point.completed();
          refused[minute] += point.refused();
          for (WindowSnapshot.OfClass one : point.classes()) {
            int rank = one.rank();
            if (rank < ranked.length && point.nanos() > ranked[rank]) {
              p90[rank][minute] = Math.max(p90[rank][minute], one.p90());
            }
          }
        }
      }
    }

    long[] asked() {
      long[] asked = completed.clone();
      for (int minute = 0; minute < MINUTES; minute++) {
        asked[minute] += refused[minute];
      }
      return asked;
    }

    long longest() {
      long longest = 0;
      for (long[] ofClass : p90) {
        longest = Math.max(longest, LongStream.of(ofClass).max().orElse(0));
      }
      return longest;
    }

    long shortest() {
      long shortest = longest();
      for (long[] ofClass : p90) {
        shortest =
            Math.min(shortest, LongStream.of(ofClass).filter(t -> t > 0).min().orElse(shortest));
      }
      return shortest;
    }
  }

  /**
   * A logarithmic axis of whole decades.
   *
   * @param low exponent at the bottom, of nanoseconds
   * @param high exponent at the top
   */
  private record Decades(int low, int high) {

    private static final double ROUNDING = 1e-9;

    static Decades around(Minutes minutes, long[] targets) {
      long most = Math.max(minutes.longest(), LongStream.of(targets).max().orElse(0));
      long least =
          LongStream.of(targets)
              .filter(target -> target > 0)
              .reduce(minutes.shortest(), HistoryView::lesser);
      int low = (int) Math.floor(log10(least) + ROUNDING);
      int high = (int) Math.ceil(log10(most) - ROUNDING);
      return new Decades(low, Math.max(low + 1, high));
    }

    private static double log10(long nanos) {
      return Math.log10((double) Math.max(1, nanos));
    }

    int y(long nanos) {
      double part = (log10(nanos) - low) / (high - low);
      long y = Math.round(TIMES_BOTTOM - part * (TIMES_BOTTOM - TIMES_TOP));
      return (int) Math.min(TIMES_BOTTOM, Math.max(TIMES_TOP, y));
    }

    /** Draws a line through the minutes with a time, with gaps between. */
    String line(long[] times) {
      StringBuilder path = new StringBuilder();
      boolean drawing = false;
      for (int minute = 0; minute < MINUTES; minute++) {
        if (times[minute] > 0) {
          path.append(drawing ? 'L' : 'M').append(x(minute)).append(' ');
          path.append(y(times[minute])).append('h').append(BAR); // visible even for a single minute
        }
        drawing = times[minute] > 0;
      }
      return path.toString();
    }

    List<Tick> ticks(ConsoleFormats figures) {
      List<Tick> ticks = new ArrayList<>();
      for (int exponent = low; exponent <= high; exponent++) {
        long nanos = (long) Math.pow(10, exponent);
        ticks.add(new Tick(y(nanos), figures.time(nanos)));
      }
      return ticks;
    }
  }
}
