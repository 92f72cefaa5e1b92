package benchmarks.mail;

import benchmarks.report.BenchmarkException;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** How much is measured: options of the command line. */
final class Plan {
  private static final int MOST_MAILS = 1_000_000;
  private static final int MOST_CLIENTS = 256;

  /** No probe takes longer than this in one round, however slow the service is. */
  static final Duration LONGEST_PROBE = Duration.ofSeconds(30);

  /** A login costs as much as dozens of other requests, so there are fewer. */
  static final int LOGIN_SHARE = 10;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      description = "mails in each mailbox (default: ${DEFAULT-VALUE})",
      defaultValue = "100,1000,10000,13000,100000")
  List<Integer> sizes;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "requests of a type at a size in a round (default: ${DEFAULT-VALUE})",
      defaultValue = "500")
  int requests;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "rounds, of which medians are taken (default: ${DEFAULT-VALUE})",
      defaultValue = "3")
  int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "requests of each type before any is measured (default: ${DEFAULT-VALUE})",
      defaultValue = "3000")
  int warmUp;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "N",
      description = "users of the mix at once (default: ${DEFAULT-VALUE})",
      defaultValue = "1,16")
  List<Integer> clients;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "how long the mix runs at a size in a round (default: ${DEFAULT-VALUE})",
      defaultValue = "8")
  int seconds;

  @Option(
      names = "--think",
      paramLabel = "MS",
      description = "a user's pause before each action (default: ${DEFAULT-VALUE})",
      defaultValue = "20")
  int thinkMillis;

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "TYPE",
      description = "only these request types (default: all): ${COMPLETION-CANDIDATES}")
  // in their own order, however they are named: mails that were moved are not at their old
  // addresses
  SortedSet<MeasuredRequest> types = new TreeSet<>(List.of(MeasuredRequest.values()));

  @Option(
      names = "--profile",
      description = "profiles the service in the measured rounds: mail-profile.html, .stacks")
  boolean profile;

  /** Refuses what makes no sense or has no end. */
  void check() {
    sizes.forEach(size -> BenchmarkException.requireBetween("--sizes", size, 1, MOST_MAILS));
    clients.forEach(
        users -> BenchmarkException.requireBetween("--clients", users, 1, MOST_CLIENTS));
    BenchmarkException.requireBetween("--requests", requests, 1, 100_000);
    BenchmarkException.requireBetween("--rounds", rounds, 1, 100);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    BenchmarkException.requireBetween("--seconds", seconds, 1, 3_600);
    BenchmarkException.requireBetween("--think", thinkMillis, 0, 60_000);
  }

  /** Requests of a type in a round. */
  int requests(MeasuredRequest type) {
    return type == MeasuredRequest.LOGIN ? Math.max(1, requests / LOGIN_SHARE) : requests;
  }

  /** Requests of a type at one size before any is measured. */
  int warmUp(MeasuredRequest type) {
    int each = warmUp / sizes.size();
    return type == MeasuredRequest.LOGIN ? each / LOGIN_SHARE : each;
  }
}
