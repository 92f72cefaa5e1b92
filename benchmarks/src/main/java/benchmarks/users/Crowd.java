package benchmarks.users;

import benchmarks.load.Accounts;
import benchmarks.report.BenchmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The users of a run: how many of which class, and when they arrive and leave.
 *
 * @param groups users that come and go together
 */
public record Crowd(List<Group> groups) {
  private static final int MOST = 10_000;
  private static final Pattern USERS = Pattern.compile("(?:([a-z][a-z0-9-]*)=)?(\\d+)");
  private static final Pattern SPIKE =
      Pattern.compile("(?:([a-z][a-z0-9-]*)=)?(\\d+)@(\\d+(?:\\.\\d+)?)-(\\d+(?:\\.\\d+)?)");

  /** The class of accounts that nobody has put into one. */
  public static final String STANDARD = Accounts.STANDARD;

  /**
   * Users of one class.
   *
   * @param serviceClass its name
   * @param count how many
   * @param from seconds from the beginning of the run
   * @param to when they leave
   */
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
   * Reads what was typed.
   *
   * @param users {@code 16} or {@code gold=16}
   * @param spikes {@code 1000@10-40} or {@code guest=1000@10-40}, seconds
   */
  static Crowd parse(List<String> users, List<String> spikes) {
    List<Group> groups = new ArrayList<>();
    for (String text : users) {
      Matcher matcher = match(USERS, "--users", text);
      groups.add(
          new Group(named(matcher), Integer.parseInt(matcher.group(2)), 0, Double.MAX_VALUE));
    }
    for (String text : spikes) {
      Matcher matcher = match(SPIKE, "--spike", text);
      groups.add(
          new Group(
              named(matcher),
              Integer.parseInt(matcher.group(2)),
              Double.parseDouble(matcher.group(3)),
              Double.parseDouble(matcher.group(4))));
    }
    return new Crowd(groups);
  }

  private static String named(Matcher matcher) {
    return matcher.group(1) == null ? STANDARD : matcher.group(1);
  }

  private static Matcher match(Pattern pattern, String option, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new BenchmarkException(
          option
              + " "
              + text
              + ": must be like "
              + (option.equals("--users") ? "16 or gold=16" : "1000@10-40 or guest=1000@10-40"));
    }
    return matcher;
  }
}
