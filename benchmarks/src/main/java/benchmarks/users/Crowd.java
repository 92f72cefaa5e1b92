package benchmarks.users;

import benchmarks.load.Accounts;
import benchmarks.report.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The users of a run, in groups that arrive and leave together. */
public record Crowd(List<Group> groups) {
  private static final int MOST = 10_000;
  private static final Pattern GROUP =
      Pattern.compile("(?:([a-z][a-z0-9-]*)=)?(\\d+)(?:@(\\d+(?:\\.\\d+)?)-(\\d+(?:\\.\\d+)?))?");

  /** The default class of accounts. */
  public static final String STANDARD = Accounts.STANDARD;

  /** Users of one class, with the seconds of the run at which they arrive and leave. */
  public record Group(String serviceClass, int count, double from, double to) {}

  /** Refuses too many. */
  public Crowd {
    groups = List.copyOf(groups);
    int users = users(groups);
    if (users < 1 || users > MOST) {
      throw new BenchmarkException(users + " users: there must be from 1 to " + MOST);
    }
  }

  private static int users(List<Group> groups) {
    return groups.stream().mapToInt(Group::count).sum();
  }

  int users() {
    return users(groups);
  }

  /** Users of the standard class, all the time. */
  public static Crowd of(int users) {
    return new Crowd(List.of(new Group(STANDARD, users, 0, Double.MAX_VALUE)));
  }

  /** The same crowd with more users from one second to another. */
  public Crowd and(String serviceClass, int users, double from, double to) {
    List<Group> more = new ArrayList<>(groups);
    more.add(new Group(serviceClass, users, from, to));
    return new Crowd(more);
  }

  /**
   * Reads the values of options.
   *
   * @param users {@code 16} or {@code gold=16}
   * @param spikes {@code 1000@10-40} or {@code guest=1000@10-40}, seconds
   */
  static Crowd parse(List<String> users, List<String> spikes) {
    List<Group> groups = new ArrayList<>();
    users.forEach(text -> groups.add(group(text, false, "--users", "16 or gold=16")));
    spikes.forEach(
        text -> groups.add(group(text, true, "--spike", "1000@10-40 or guest=1000@10-40")));
    return new Crowd(groups);
  }

  private static Group group(String text, boolean spike, String option, String examples) {
    Matcher group = GROUP.matcher(text);
    if (!group.matches() || spike != (group.group(3) != null)) {
      throw new BenchmarkException(option + " " + text + ": must be like " + examples);
    }
    return new Group(
        Objects.requireNonNullElse(group.group(1), STANDARD),
        Integer.parseInt(group.group(2)),
        spike ? Double.parseDouble(group.group(3)) : 0,
        spike ? Double.parseDouble(group.group(4)) : Double.MAX_VALUE);
  }
}
