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
 * @param profile parts of the service's CPU time, largest first; empty unless asked for
 */
record MailResults(
    List<Mailbox> mailboxes,
    Map<Cell, List<Sample>> types,
    List<MixResult> mixes,
    int complaints,
    String database,
    boolean seesDatabase,
    Map<String, Double> profile) {

  /** The request types that were measured, in order. */
  List<MeasuredRequest> measured() {
    return types.keySet().stream().map(Cell::type).distinct().sorted().toList();
  }

  /** A request type on a mailbox. */
  Statistics of(MeasuredRequest type, Mailbox mailbox) {
    return Statistics.of(types.get(new Cell(type, mailbox.size())));
  }

  /** A request type on a mailbox of a size. */
  record Cell(MeasuredRequest type, int size) {}

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
