package benchmarks.web;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** What the servers are compared under; each has a section and a plot of its own. */
enum Comparison {
  /** One page that is in every cache. */
  PAGE("A cached page of 8 KB", false),
  /** The file set of SPECweb99, as fast as it goes. */
  MIX("SPECweb99's mix of files", false),
  /** The same from clients that think and come back. */
  CLIENTS("Clients with the habits of SPECweb99", true);

  private static final Duration THINK = Duration.ofMillis(20);
  private static final int REQUESTS = 5;

  private final String title;
  private final boolean thinking;

  Comparison(String title, boolean thinking) {
    this.title = title;
    this.thinking = thinking;
  }

  String title() {
    return title;
  }

  String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How many at once. */
  List<Integer> clients() {
    return switch (this) {
      case PAGE -> List.of(1, 64, 1024);
      case MIX -> List.of(64, 1024);
      case CLIENTS -> List.of(1, 4, 16, 64, 256, 1024);
    };
  }

  /** What one says about it. */
  String description() {
    String load =
        thinking
            ? "5 requests a connection, 20 ms from an answer to the next request"
            : "connections are kept, the next request follows at once";
    return this == PAGE ? load : load + "; files drawn by SPECweb99's rules";
  }

  WebLoad.Habits habits(int count, FileSet files, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Supplier<String> paths = this == PAGE ? () -> FileSet.PAGE : () -> files.draw(random);
    return thinking
        ? new WebLoad.Habits(count, THINK, REQUESTS, paths)
        : new WebLoad.Habits(count, Duration.ZERO, 0, paths);
  }
}
