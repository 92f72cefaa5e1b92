package benchmarks.report;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on the terminal, with the current step. */
public final class Progress implements AutoCloseable {
  private static final int UPDATE_MILLIS = 500;

  private final ProgressBar bar;
  private boolean begun;

  /** A bar of a number of steps. */
  public Progress(int steps) {
    bar =
        new ProgressBarBuilder()
            .setTaskName("Measuring")
            .setInitialMax(steps)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .build();
  }

  /** Begins the next step; its description is formatted by {@link String#format}. */
  public void step(String format, Object... arguments) {
    if (begun) {
      bar.step();
    }
    begun = true;
    say(format, arguments);
  }

  /** Replaces the description of the current step. */
  public void say(String format, Object... arguments) {
    bar.setExtraMessage(" " + Figures.text(format, arguments));
  }

  @Override
  public void close() {
    bar.close();
  }
}
