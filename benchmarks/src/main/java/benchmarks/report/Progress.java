package benchmarks.report;

import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** One line on the terminal: how far a benchmark is, and what it does now. */
public final class Progress implements AutoCloseable {
  private static final int UPDATE_MILLIS = 500;

  private final ProgressBar bar;
  private boolean begun;

  /** A line for a number of steps. */
  public Progress(int steps) {
    bar =
        new ProgressBarBuilder()
            .setTaskName("Measuring")
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .build();
  }

  /** The next step begins; what it does, as by {@link String#format}. */
  public void step(String format, Object... arguments) {
    if (begun) {
      bar.step();
    }
    begun = true;
    bar.setExtraMessage(" " + String.format(Locale.ROOT, format, arguments));
  }

  /** What is done now within a step. */
  public void say(String format, Object... arguments) {
    bar.setExtraMessage(" " + String.format(Locale.ROOT, format, arguments));
  }

  @Override
  public void close() {
    bar.close();
  }
}
