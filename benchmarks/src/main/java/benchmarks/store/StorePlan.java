package benchmarks.store;

import benchmarks.report.BenchmarkException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How much is measured: options of the command line. */
final class StorePlan {
  private static final List<Integer> SIZES = List.of(1_000, 10_000, 100_000, 1_000_000);
  private static final int MOST_MAILS = 1_000_000;

  /** An mbox of this number of real mails takes 500 MB of disk while it is imported. */
  static final int MOST_OF_A_PART = 50_000;

  @Option(
      names = "--mails",
      paramLabel = "N",
      description = "mails that the mailbox grows to (default: ${DEFAULT-VALUE})",
      defaultValue = "10000")
  int mails;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description =
          "real mail instead of made-up mail: a folder of *.mbox, *.mboxrd, or *.xz of these; when"
              + " it ends, it is copied with new ids and new words")
  Path corpus;

  @Option(
      names = "--requests",
      paramLabel = "N",
      description = "requests of a type at a size (default: ${DEFAULT-VALUE})",
      defaultValue = "500")
  int requests;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description = "requests of each type before any is measured (default: ${DEFAULT-VALUE})",
      defaultValue = "1000")
  int warmUp;

  @Option(
      names = "--deep",
      paramLabel = "N",
      description = "pages from the first to the deep page (default: ${DEFAULT-VALUE})",
      defaultValue = "100")
  int deep;

  @Option(
      names = "--part",
      paramLabel = "N",
      description = "mails of one import, the slowest of which is told (default: ${DEFAULT-VALUE})",
      defaultValue = "" + MOST_OF_A_PART)
  int part;

  /** Refuses what makes no sense or has no end. */
  void check() {
    BenchmarkException.requireBetween("--mails", mails, 1, MOST_MAILS);
    BenchmarkException.requireBetween("--requests", requests, 1, 100_000);
    BenchmarkException.requireBetween("--warm-up", warmUp, 0, 100_000);
    BenchmarkException.requireBetween("--deep", deep, 1, 1_000);
    BenchmarkException.requireBetween("--part", part, 1, MOST_OF_A_PART);
  }

  /** At which the mailbox is looked at, the last being its whole size. */
  List<Integer> sizes() {
    return Stream.concat(SIZES.stream().filter(size -> size < mails), Stream.of(mails)).toList();
  }

  /** How many imports it takes to grow. */
  int parts() {
    int parts = 0;
    int before = 0;
    for (int size : sizes()) {
      parts += (size - before + part - 1) / part;
      before = size;
    }
    return parts;
  }
}
