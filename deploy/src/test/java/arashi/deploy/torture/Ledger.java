package arashi.deploy.torture;

import arashi.deploy.Answer;
import arashi.deploy.torture.Auditor.Row;
import arashi.deploy.torture.Marked.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What all clients were answered, and the comparison with the tables. Answers may come from any
 * thread, each mail's from one; audit when no client asks.
 */
final class Ledger {
  /** Gateway Timeout: the service itself does not know what became of the change. */
  private static final int IN_DOUBT = 504;

  private final Tally tally;
  private final Map<String, List<Marked>> mails = new HashMap<>();
  private final ConcurrentLinkedQueue<Exchange> exchanges = new ConcurrentLinkedQueue<>();

  /** When a request began, and when its answer came, in nanoseconds; status 0 for none. */
  record Exchange(long begin, long end, int status) {
    boolean failed() {
      return status != 200 && status != 303;
    }
  }

  Ledger(Tally tally) {
    this.tally = tally;
  }

  /** Enters the mails that a user has now: they were acknowledged by the import that ended well. */
  List<Marked> enter(Connection connection, String user) throws SQLException {
    List<Marked> entered = new ArrayList<>();
    new Auditor(connection, user)
        .items()
        .forEach(
            (subject, rows) ->
                entered.add(new Marked(subject, rows.get(0).place(), rows.get(0).uid())));
    mails.put(user, entered);
    tally.acknowledged(entered.size());
    return entered;
  }

  void answered(Marked mail, Place to, Answer answer, long begin) {
    exchanges.add(new Exchange(begin, System.nanoTime(), answer.status()));
    if (answer.status() == IN_DOUBT) {
      mail.unanswered(to);
      tally.inDoubt();
      return;
    }
    if (done(answer)) {
      mail.acknowledged(to);
      tally.acknowledged(1);
      return;
    }
    mail.refused(to);
    tally.refused();
    if (answer.status() != 503) {
      tally.note("a change was refused with " + answer.status() + " instead of 503");
    } else if (answer.header("Retry-After").isEmpty()) {
      tally.note("a change was refused with 503, but without Retry-After");
    }
  }

  /** Changes are answered by a redirection, but so is one without a session. */
  private static boolean done(Answer answer) {
    return answer.status() == 303 && !answer.header("Location").startsWith("/login");
  }

  void unanswered(Marked mail, Place to, long begin) {
    exchanges.add(new Exchange(begin, System.nanoTime(), 0));
    mail.unanswered(to);
    tally.inDoubt();
  }

  /** A page was asked for, which changes nothing; status 0 for no answer. */
  void listed(int status, long begin) {
    exchanges.add(new Exchange(begin, System.nanoTime(), status));
  }

  /** Outcomes of an outage's requests after the first failure. */
  record AfterFailure(long requests, long slow) {}

  /** Returns the requests of a period after its first failure, and the slow ones among them. */
  AfterFailure afterFailure(long since, long until, long nanos) {
    long first =
        exchanges.stream()
            .filter(exchange -> exchange.end() - since >= 0 && exchange.failed())
            .mapToLong(exchange -> exchange.end() - since)
            .min()
            .orElse(Long.MAX_VALUE);
    List<Exchange> later =
        exchanges.stream()
            .filter(exchange -> exchange.begin() - since >= first)
            .filter(exchange -> exchange.begin() - until < 0)
            .toList();
    long slow =
        later.stream().filter(exchange -> exchange.end() - exchange.begin() > nanos).count();
    return new AfterFailure(later.size(), slow);
  }

  /** Compares each mail of each user with its row, and the rows with each other. */
  void audit(Connection connection) throws SQLException {
    for (Map.Entry<String, List<Marked>> entry : mails.entrySet()) {
      Auditor auditor = new Auditor(connection, entry.getKey());
      Map<String, List<Row>> items = auditor.items();
      for (Marked mail : entry.getValue()) {
        compare(entry.getKey(), mail, items.getOrDefault(mail.subject(), List.of()));
      }
      auditor.checkRows(tally);
    }
  }

  private void compare(String user, Marked mail, List<Row> rows) {
    if (rows.size() > 1) {
      tally.fault(Fault.DOUBLED, user + ": " + mail.subject() + " is at " + rows);
    }
    Row row = rows.isEmpty() ? new Row(Place.GONE, 0) : rows.get(0);
    if (!mail.mayBeAt(row.place())) {
      Fault kind = mail.wasRefusedTo(row.place()) ? Fault.REFUSED_BUT_DONE : Fault.LOST;
      tally.fault(kind, user + ": " + mail + ", is at " + row.place());
    }
    mail.found(row.place(), row.uid());
  }
}
