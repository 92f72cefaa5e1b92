package benchmarks.users;

import benchmarks.load.Accounts;
import benchmarks.report.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The users of a run, in groups that arrive and leave together. */
public record Crowd(List<Group> groups) {
  private static final int MOST = 10_000;
  private static final Pattern GROUP = Pattern.compile("(?:([a-z][a-z0-9-]*)=)?(\\d{1,6})");

  /** Users of one class, and the seconds of the run at which they arrive and leave. */
  public record Group(String serviceClass, int count, double from, double to) {}

  /** Refuses an empty crowd and too many users. */
  public Crowd {
    groups = List.copyOf(groups);
    int users = groups.stream().mapToInt(Group::count).sum();
    BenchmarkException.requireBetween("users", users, 1, MOST);
  }

  int users() {
    return groups.stream().mapToInt(Group::count).sum();
  }

  List<String> classes() {
    return groups.stream().map(Group::serviceClass).distinct().toList();
  }

  /** Users of the standard class, all the time. */
  public static Crowd of(int users) {
    return of(Accounts.STANDARD, users);
  }

  /** Users of a class, all the time. */
  public static Crowd of(String serviceClass, int users) {
    return new Crowd(List.of(new Group(serviceClass, users, 0, Double.MAX_VALUE)));
  }

  /** The same crowd with more users from one second to another. */
  public Crowd and(String serviceClass, int users, double from, double to) {
    List<Group> more = new ArrayList<>(groups);
    more.add(new Group(serviceClass, users, from, to));
    return new Crowd(more);
  }

  /** Reads values of {@code --users} such as {@code 16} or {@code gold=16}. */
  static Crowd parse(List<String> users) {
    return new Crowd(users.stream().map(Crowd::group).toList());
  }

  private static Group group(String text) {
    Matcher group = GROUP.matcher(text);
    BenchmarkException.require(group.matches(), "--users " + text + ": must be like 16 or gold=16");
    String serviceClass = group.group(1) == null ? Accounts.STANDARD : group.group(1);
    return new Group(serviceClass, Integer.parseInt(group.group(2)), 0, Double.MAX_VALUE);
  }
}
