package benchmarks.users;

import benchmarks.load.ClientLoop;
import benchmarks.load.HttpConnection;
import benchmarks.report.BenchmarkException;
import benchmarks.users.RunResult.Outcome;
import benchmarks.users.RunResult.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
 * <p>In a closed loop each user alternates between thinking and acting, and signs in again after a
 * refusal. In an open loop, actions arrive as a Poisson process and any ready user takes them.
 * Response times count from the arrival, so a stalled server is charged for all waiting actions.
 */
public final class LoadRun {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  final Habits habits;
  final Mix mix = Mix.load();
  final String headers;
  private final InetSocketAddress server;
  private final boolean open;
  private final List<Request> requests = new ArrayList<>();
  private final List<Visitor> visitors = new ArrayList<>();
  private final Map<Double, Runnable> changes = new HashMap<>();
  private final Random random = new Random(1);
  private final Deque<Visitor> ready = new ArrayDeque<>();
  private final Deque<Long> arrived = new ArrayDeque<>();
  private ClientLoop loop;
  private long start;

  /** A run against a server, such as {@code http://127.0.0.1:8080/}. */
  public LoadRun(URI server, Habits habits) {
    this.server = new InetSocketAddress(server.getHost(), server.getPort());
    this.habits = habits;
    this.open = habits.rate() > 0;
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
    List<String> classes = new ArrayList<>();
    try (ClientLoop running = ClientLoop.onThread()) {
      loop = running;
      for (Crowd.Group group : crowd.groups()) {
        for (Person person : people.apply(group.serviceClass(), group.count())) {
          HttpConnection connection = new HttpConnection(loop, server, true);
          visitors.add(new Visitor(visitors.size(), person, this, connection));
          classes.add(group.serviceClass());
        }
      }
      start = System.nanoTime();
      loop.submit(() -> begin(crowd));
      for (int second = 1; second < seconds; second++) {
        int now = second;
        sleepUntil(now);
        watcher.accept(
            now, onLoop(() -> new RunResult(requests, classes, now, null).between(now - 1, now)));
      }
      sleepUntil(seconds);
      return onLoop(
          () -> {
            ClientLoop.Cost cost = loop.takeCost();
            visitors.forEach(Visitor::close);
            return new RunResult(requests, List.copyOf(classes), seconds, cost);
          });
    } catch (ExecutionException e) {
      throw new BenchmarkException("the load failed", e);
    }
  }

  private void sleepUntil(double seconds) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(after(seconds) - System.nanoTime());
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
        loop.at(after(group.from()) + offset, user::begin);
        if (group.to() < Double.MAX_VALUE) {
          loop.at(after(group.to()), user::leave);
        }
      }
    }
    changes.forEach((seconds, change) -> loop.at(after(seconds), change));
    if (open) {
      scheduleArrival(System.nanoTime());
    }
    endOldRequests();
  }

  private long after(double seconds) {
    return start + (long) (seconds * 1e9);
  }

  private void scheduleArrival(long last) {
    long next = last + (long) (-Math.log(1 - random.nextDouble()) / habits.rate() * 1e9);
    loop.at(
        next,
        () -> {
          arrived.add(next);
          scheduleArrival(next);
          match();
        });
  }

  private void match() {
    while (!arrived.isEmpty() && !ready.isEmpty()) {
      ready.poll().act(arrived.poll());
    }
  }

  private void endOldRequests() {
    long now = System.nanoTime();
    visitors.forEach(user -> user.giveUpBefore(now - PATIENCE.toNanos()));
    loop.at(now + Duration.ofSeconds(1).toNanos(), this::endOldRequests);
  }

  // ---- for visitors, on the loop's thread

  /** Gives a user its next action. */
  void ready(Visitor user) {
    if (open) {
      ready.add(user);
      match();
    } else {
      afterThinking(user::act);
    }
  }

  /** Has a user start over after a refusal or a failure. */
  void refused(Visitor user, Duration away) {
    if (open && user.isSignedIn()) {
      ready(user);
    } else {
      loop.at(System.nanoTime() + away.toNanos(), user::begin);
    }
  }

  void afterThinking(LongConsumer then) {
    loop.at(System.nanoTime() + habits.think().toNanos(), () -> then.accept(System.nanoTime()));
  }

  void count(int user, UserRequestType type, long intended, Outcome outcome) {
    long now = System.nanoTime();
    int endMillis = (int) ((now - start) / 1_000_000);
    requests.add(new Request(endMillis, (now - intended) / 1e6, user, type, outcome));
  }
}
