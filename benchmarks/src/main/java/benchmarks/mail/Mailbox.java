package benchmarks.mail;

import benchmarks.corpus.SearchWords;
import benchmarks.load.Accounts;
import benchmarks.report.Columns;
import benchmarks.users.Person;
import java.time.Duration;
import java.util.Map;

/**
 * An account with mails in its inbox.
 *
 * @param size mails in the inbox
 * @param words to search it for
 */
public record Mailbox(int size, String user, SearchWords words, Import imported) {
  /** The same account after it has grown. */
  public Mailbox with(int newSize, SearchWords newWords, Import grown) {
    return new Mailbox(newSize, user, newWords, grown);
  }

  Person person(String session) {
    return new Person(user, Accounts.PASSWORD, session, words);
  }

  /**
   * An import.
   *
   * @param seconds from the first mail to the last
   * @param cpu of the command, its start included
   */
  public record Import(
      long mails, double megabytes, double seconds, Duration cpu, Duration databaseCpu) {
    /** Its figures, for a table and for JSON. */
    static final Columns<Import> COLUMNS =
        new Columns<Import>()
            .add("mails", "%,d", "mails", Import::mails)
            .add("MB", "%,.1f", "megabytes", Import::megabytes)
            .add("seconds", "%,.1f", "seconds", Import::seconds)
            .column("mails/s", "%,.0f", Import::perSecond)
            .add("CPU ms a mail", "%.2f", "cpuMillisEach", in -> in.millisEach(in.cpu))
            .add(
                "database, CPU ms a mail",
                "%.2f",
                "databaseCpuMillisEach",
                in -> in.millisEach(in.databaseCpu));

    /** Nothing was imported. */
    public static final Import NONE = new Import(0, 0, 0, Duration.ZERO, Duration.ZERO);

    /** Mails a second. */
    public double perSecond() {
      return mails / seconds;
    }

    /** Both, one after the other. */
    public Import plus(Import other) {
      return new Import(
          mails + other.mails,
          megabytes + other.megabytes,
          seconds + other.seconds,
          cpu.plus(other.cpu),
          databaseCpu.plus(other.databaseCpu));
    }

    /** A CPU time as milliseconds for each mail. */
    public double millisEach(Duration time) {
      return time.toNanos() / 1e6 / mails;
    }

    /** For JSON. */
    public Map<String, Object> asMap() {
      return COLUMNS.json(this);
    }
  }
}
