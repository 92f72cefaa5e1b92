package benchmarks.mail;

import benchmarks.corpus.SearchWords;
import benchmarks.report.Columns;
import java.time.Duration;

/**
 * An account with mails in its inbox.
 *
 * @param size mails in the inbox
 * @param words to search it for
 */
record Mailbox(int size, String user, SearchWords words, Import imported) {
  /**
   * An import.
   *
   * @param seconds from the first mail to the last
   * @param cpu of the command, its start included
   */
  record Import(long mails, double megabytes, double seconds, Duration cpu, Duration databaseCpu) {
    static final Import NONE = new Import(0, 0, 0, Duration.ZERO, Duration.ZERO);

    static final Columns<Import> COLUMNS =
        new Columns<Import>()
            .key("mails", Import::mails)
            .add("MB", "%,.1f", "megabytes", Import::megabytes)
            .add("seconds", "%,.1f", "seconds", Import::seconds)
            .column("mails/s", "%,.0f", Import::perSecond)
            .add(
                "import, CPU ms a mail",
                "%.2f",
                "cpuMillisEach",
                in -> in.cpu.toNanos() / 1e6 / in.mails)
            .add("database, CPU ms a mail", "%.2f", "databaseCpuMillisEach", Import::ofDatabase);

    double perSecond() {
      return mails / seconds;
    }

    private double ofDatabase() {
      return databaseCpu.toNanos() / 1e6 / mails;
    }

    /** Both, one after the other. */
    Import plus(Import other) {
      return new Import(
          mails + other.mails,
          megabytes + other.megabytes,
          seconds + other.seconds,
          cpu.plus(other.cpu),
          databaseCpu.plus(other.databaseCpu));
    }
  }
}
