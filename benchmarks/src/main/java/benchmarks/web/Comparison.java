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
  /** The same, with all the fields that a browser sends, and a cookie of each. */
  BROWSERS("A cached page of 8 KB, asked for by browsers", false),
  /** The file set of SPECweb99, as fast as it goes. */
  MIX("SPECweb99's mix of files", false),
  /** The same from clients that think and come back. */
  CLIENTS("Clients with the habits of SPECweb99", true);

  private static final Duration THINK = Duration.ofMillis(20);
  private static final int REQUESTS = 5;
  private static final String BROWSER_FIELDS =
      String.join(
          "\r\n",
          "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
              + " Chrome/140.0.0.0 Safari/537.36",
          "Accept: image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8",
          "Accept-Encoding: gzip, deflate, br, zstd",
          "Accept-Language: en-US,en;q=0.9",
          "Connection: keep-alive",
          "Referer: http://localhost/",
          "Sec-Fetch-Dest: image",
          "Sec-Fetch-Mode: no-cors",
          "Sec-Fetch-Site: same-origin",
          "sec-ch-ua: \"Chromium\";v=\"140\", \"Not=A?Brand\";v=\"24\"",
          "sec-ch-ua-mobile: ?0",
          "sec-ch-ua-platform: \"Linux\"",
          "Cookie: id=%08d",
          "");

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
      case BROWSERS, MIX -> List.of(64, 1024);
      case CLIENTS -> List.of(1, 4, 16, 64, 256, 1024);
    };
  }

  /** What one says about it. */
  String description() {
    String load =
        thinking
            ? "5 requests a connection, 20 ms from an answer to the next request"
            : "connections are kept, the next request follows at once";
    return switch (this) {
      case PAGE -> load;
      case BROWSERS -> load + "; each has a head of 560 bytes, with a cookie of the client's own";
      default -> load + "; files drawn by SPECweb99's rules";
    };
  }

  WebLoad.Habits habits(int count, FileSet files, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean onePage = this == PAGE || this == BROWSERS;
    Supplier<String> paths = onePage ? () -> FileSet.PAGE : () -> files.draw(random);
    WebLoad.Habits habits =
        thinking
            ? new WebLoad.Habits(count, THINK, REQUESTS, paths)
            : new WebLoad.Habits(count, Duration.ZERO, 0, paths);
    return this == BROWSERS ? habits.withFields(BROWSER_FIELDS::formatted) : habits;
  }
}
