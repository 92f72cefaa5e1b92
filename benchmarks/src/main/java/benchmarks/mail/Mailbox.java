package benchmarks.mail;

import java.time.Duration;

/**
 * An account whose inbox holds so many mails.
 *
 * @param size mails in the inbox
 * @param user the account's name
 * @param password the account's password
 * @param words what to search it for
 * @param imported how the mail came in
 */
record Mailbox(int size, String user, String password, SearchWords words, Import imported) {

  /**
   * An import.
   *
   * @param mails how many were added
   * @param megabytes of raw mail
   * @param seconds from the first mail to the last
   * @param cpu of the command, its start included
   * @param databaseCpu of the database meanwhile
   */
  record Import(long mails, double megabytes, double seconds, Duration cpu, Duration databaseCpu) {

    double perSecond() {
      return mails / seconds;
    }

    /** A CPU time as milliseconds for each mail. */
    double millisEach(Duration time) {
      return time.toNanos() / 1e6 / mails;
    }
  }
}
