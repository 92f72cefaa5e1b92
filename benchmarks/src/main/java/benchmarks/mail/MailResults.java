package benchmarks.mail;

import benchmarks.load.Sample;
import java.util.List;
import java.util.Map;

/**
 * What was measured.
 *
 * @param mailboxes the mailboxes, smallest first
 * @param types for each request type and size, a sample of each round
 * @param mixes for each number of users and size, what the mix showed
 * @param complaints lines that the service logged at WARN or above
 * @param database name and version
 * @param seesDatabase whether the database's CPU time is known
 */
record MailResults(
    List<Mailbox> mailboxes,
    Map<Cell, List<Sample>> types,
    List<MixResult> mixes,
    int complaints,
    String database,
    boolean seesDatabase) {

  /** A request type on a mailbox of a size. */
  record Cell(RequestType type, int size) {}

  /**
   * The mix on one mailbox.
   *
   * @param size mails in it
   * @param users at once
   * @param rounds all requests, for each round
   * @param steps by kind of request, all rounds together
   * @param gone requests for mail that another user had just moved
   */
  record MixResult(
      int size, int users, List<Sample> rounds, Map<MixUser.Step, Sample> steps, int gone) {}
}
