package benchmarks.users;

import benchmarks.report.Figures;
import benchmarks.users.RunResult.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Figures of a phase by user. It counts the users who ask in the phase: they send a request in it,
 * or an earlier one is not answered yet.
 *
 * <p>An <i>absence</i> begins with the first request that a user sends after an answer and ends
 * with the next answer, so the pauses in which a user asks for nothing do not count. An absence
 * that the phase's borders or the user's departure cut counts as far as the phase has it.
 */
final class UserFigures {
  private final double from;
  private final double to;
  private final List<User> users = new ArrayList<>();
  private int begun;
  private int finished;
  private int broken;

  private static final class User {
    boolean asked;
    int offered;
    int answers;
    double asking = Double.NaN; // since when; NaN after an answer
    double longest;
    int session; // answers of the current session; 0 if there is none
    boolean mayBegin = true;
  }

  /** Reads all requests of a run up to the end of a phase, in seconds. */
  UserFigures(Summary.Selection selection) {
    from = selection.from();
    to = selection.to();
    Requests requests = selection.run().requests();
    List<Crowd.Group> groups = selection.run().users();
    User[] byNumber = new User[groups.size()];
    for (int i = 0; i < requests.size(); i++) {
      if (selection.includes(i) && requests.startMicros(i) < to * 1e6) {
        int number = requests.user(i);
        if (byNumber[number] == null) {
          byNumber[number] = new User();
        }
        count(byNumber[number], requests, i);
      }
    }
    for (int i = 0; i < byNumber.length; i++) {
      User user = byNumber[i];
      if (user == null) {
        continue;
      }
      double left = Math.min(to, groups.get(i).to());
      if (user.asking < left && left > from) {
        user.asked = true;
        absent(user, left);
      }
      if (user.asked) {
        users.add(user);
      }
    }
  }

  private void count(User user, Requests requests, int i) {
    double start = requests.startMicros(i) / 1e6;
    double end = requests.endMicros(i) / 1e6;
    if (!(user.asking <= start)) {
      user.asking = start;
    }
    boolean answered = requests.outcome(i) == Outcome.OK && end < to;
    if (end >= from) {
      user.asked = true;
      user.offered++;
      if (answered) {
        user.answers++;
        absent(user, end);
      }
      if (end < to) {
        session(user, answered);
      }
    }
    if (answered) {
      user.asking = Double.NaN;
    }
  }

  private void absent(User user, double until) {
    user.longest = Math.max(user.longest, until - Math.max(from, user.asking));
  }

  private void session(User user, boolean answered) {
    if (!answered) {
      broken += user.session > 0 ? 1 : 0;
      user.session = 0;
      user.mayBegin = true;
    } else if (user.session > 0 || user.mayBegin) {
      begun += user.session == 0 ? 1 : 0;
      user.mayBegin = false;
      user.session++;
      if (user.session == Sessions.REQUESTS) {
        finished++;
        user.session = 0;
      }
    }
  }

  int asking() {
    return users.size();
  }

  long neverAnswered() {
    return users.stream().filter(user -> user.answers == 0).count();
  }

  double longestAbsence() {
    return Figures.highest(users, user -> user.longest);
  }

  long absentLongerThan(double seconds) {
    return users.stream().filter(user -> user.longest > seconds).count();
  }

  Sessions sessions() {
    return new Sessions(begun, finished, broken);
  }

  double jain() {
    return Figures.jain(users.stream().map(user -> user.answers).toList());
  }

  double jainOfShares() {
    return Figures.jain(
        users.stream().map(user -> (double) user.answers / Math.max(1, user.offered)).toList());
  }
}
