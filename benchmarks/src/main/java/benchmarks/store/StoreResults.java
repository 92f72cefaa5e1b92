package benchmarks.store;

import benchmarks.load.Sample;
import benchmarks.mail.Mailbox.Import;
import benchmarks.mail.MeasuredRequest;
import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param sizes the mailbox at each size, smallest first
 * @param realMail whether real mail was taken
 * @param complaints lines that the service logged at WARN or above
 * @param database name and version
 * @param seesDatabase whether the database's CPU time is known
 */
record StoreResults(
    List<AtSize> sizes, boolean realMail, int complaints, String database, boolean seesDatabase) {

  /**
   * The mailbox at one size.
   *
   * @param mails in it
   * @param rawBytes of all mails in it
   * @param grown the import since the size before
   * @param slowest mails a second of the slowest part of that import
   * @param written what the database wrote meanwhile
   * @param tables bytes on disk by table
   * @param requests a sample of each request type
   * @param delivery a sample of mails delivered one by one
   */
  record AtSize(
      int mails,
      double rawBytes,
      Import grown,
      double slowest,
      ServerCounters written,
      Map<String, Long> tables,
      Map<MeasuredRequest, Sample> requests,
      Sample delivery) {

    long bytesOnDisk() {
      return tables.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
