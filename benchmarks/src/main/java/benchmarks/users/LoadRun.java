package benchmarks.users;

import benchmarks.load.ClientLoop;
import benchmarks.load.HttpConnection;
import benchmarks.report.BenchmarkException;
import benchmarks.users.RunResult.Outcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * One run of a crowd against a server; used once.
 *
 * <p>In a closed loop each user alternates between thinking and acting. In an open loop, actions
 * arrive as a Poisson process, and each goes to a random ready user; the first one signs the user
 * in. Response times count from the arrival, so a stalled server is charged for all waiting
 * actions.
 */
public final class LoadRun {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long ARRIVALS_SEED = 1;
  private static final long USERS_SEED = 2;

  final Habits habits;
  final Mix mix = Mix.load();
  final String headers;
  private final InetSocketAddress server;
  private final Requests requests = new Requests();
  private final List<Visitor> visitors = new ArrayList<>();
  private final Map<Double, Runnable> changes = new HashMap<>();
  private ClientLoop loop;
  private OpenLoop arriving; // null in a closed loop
  private long start;

  /** A run against a server, such as {@code http://127.0.0.1:8080/}. */
  public LoadRun(URI server, Habits habits) {
    this.server = new InetSocketAddress(server.getHost(), server.getPort());
    this.habits = habits;
    // no gzip: decompression would cost the load CPU time
    this.headers =
        """
        Host: %s:%d\r
        User-Agent: arashi-bench\r
        Accept: text/html\r
        Accept-Language: en-GB,en;q=0.7\r
        Sec-Fetch-Site: same-origin\r
        Sec-Fetch-Mode: navigate\r
        """
            .formatted(server.getHost(), server.getPort());
  }

  /**
   * Schedules a change of the server, in seconds of the run. It must not block: the loop runs it.
   */
  public LoadRun at(double seconds, Runnable change) {
    changes.put(seconds, change);
    return this;
  }

  /**
   * Runs the crowd. Blocks until the end of the run.
   *
   * @param people users by class and count; several users may share an account
   * @param watcher receives, each second, the seconds so far and the last second's figures
   */
  public RunResult run(
      Crowd crowd,
      BiFunction<String, Integer, List<Person>> people,
      double seconds,
      BiConsumer<Integer, Summary> watcher)
      throws IOException, InterruptedException {
    List<Crowd.Group> users = new ArrayList<>();
    try (ClientLoop running = ClientLoop.onThread()) {
      loop = running;
      for (Crowd.Group group : crowd.groups()) {
        for (Person person : people.apply(group.serviceClass(), group.count())) {
          HttpConnection connection = new HttpConnection(loop, server, true);
          visitors.add(new Visitor(visitors.size(), person, this, connection));
          users.add(group);
        }
      }
      start = System.nanoTime();
      if (habits.isOpen()) {
        Arrivals times = new Arrivals(habits.rate(), new Random(ARRIVALS_SEED), start);
        arriving = new OpenLoop(loop, times, new Random(USERS_SEED));
      }
      loop.submit(() -> begin(crowd));
      for (int second = 1; second < seconds; second++) {
        int now = second;
        sleepUntil(now);
        // summarized on this thread: the loop has requests to send
        Requests soFar = onLoop(requests::snapshot);
        watcher.accept(now, new RunResult(soFar, users, now, null).between(now - 1, now));
      }
      sleepUntil(seconds);
      return onLoop(
          () -> {
            LoadCost cost = cost(loop.takeCost());
            visitors.forEach(Visitor::close);
            return new RunResult(requests, List.copyOf(users), seconds, cost);
          });
    } catch (ExecutionException e) {
      throw new BenchmarkException("the load failed", e);
    }
  }

  private LoadCost cost(ClientLoop.Cost cost) {
    return arriving == null ? new LoadCost(cost, 0, 0, 0) : arriving.cost(cost);
  }

  private void sleepUntil(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(nanos(seconds) - System.nanoTime());
  }

  private <T> T onLoop(Supplier<T> task) throws InterruptedException, ExecutionException {
    return CompletableFuture.supplyAsync(task, loop::submit).get();
  }

  private void begin(Crowd crowd) {
    loop.takeCost();
    int first = 0;
    for (Crowd.Group group : crowd.groups()) {
      List<Visitor> users = visitors.subList(first, first + group.count());
      first += group.count();
      for (int i = 0; i < users.size(); i++) {
        Visitor user = users.get(i);
        // spread over a think time
        long offset = habits.think().toNanos() * i / users.size();
        loop.at(nanos(group.from()) + offset, () -> ready(user));
        if (group.to() < Double.MAX_VALUE) {
          loop.at(nanos(group.to()), user::leave);
        }
      }
    }
    changes.forEach((seconds, change) -> loop.at(nanos(seconds), change));
    if (arriving != null) {
      arriving.begin();
    }
    endOldRequests();
  }

  private long nanos(double seconds) {
    return start + (long) (seconds * 1e9);
  }

  private void endOldRequests() {
    long now = System.nanoTime();
    visitors.forEach(user -> user.giveUpBefore(now - PATIENCE.toNanos()));
    loop.at(now + Duration.ofSeconds(1).toNanos(), this::endOldRequests);
  }

  // ---- for visitors, on the loop's thread

  /** Gives a user its next action. */
  void ready(Visitor user) {
    if (arriving != null) {
      arriving.ready(user);
    } else if (user.isSignedIn()) {
      afterThinking(user::act);
    } else {
      user.act(System.nanoTime());
    }
  }

  /** Has a user go on after a wait, if any. */
  void after(Duration away, Runnable andThen) {
    if (away.isZero()) {
      andThen.run();
    } else {
      loop.at(System.nanoTime() + away.toNanos(), andThen);
    }
  }

  void afterThinking(LongConsumer then) {
    loop.at(System.nanoTime() + habits.think().toNanos(), () -> then.accept(System.nanoTime()));
  }

  void count(int user, UserRequestType type, long intended, Outcome outcome, float quality) {
    long now = System.nanoTime();
    requests.add((now - start) / 1_000, (now - intended) / 1_000, user, type, outcome, quality);
  }
}
