package benchmarks.users;

import benchmarks.load.ClientLoop;
import benchmarks.load.HttpConnection;
import benchmarks.report.BenchmarkException;
import benchmarks.users.Samples.Outcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;

/** One run of a crowd against a server; used once. */
public final class LoadRun {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long TICK_MILLIS = 100;

  private final URI server;
  private final Habits habits;
  private final Mix mix = Mix.load();
  private final String headers;
  private final Samples samples = new Samples();
  private final List<Visitor> visitors = new ArrayList<>();
  private final Map<Double, Runnable> changes = new HashMap<>();
  private ClientLoop loop;
  private Pace pace;
  private long start;

  /** A run against a server, such as {@code http://127.0.0.1:8080/}. */
  public LoadRun(URI server, Habits habits) {
    this.server = server;
    this.habits = habits;
    // no gzip: unpacking would be the load's work
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

  /** Does something to the server at a time of the run, on the caller's thread. */
  public LoadRun at(double seconds, Runnable change) {
    changes.put(seconds, change);
    return this;
  }

  /**
   * Runs the crowd; blocks until the time is over.
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
    InetSocketAddress address = new InetSocketAddress(server.getHost(), server.getPort());
    List<String> classes = new ArrayList<>();
    try (ClientLoop running = ClientLoop.onThread()) {
      loop = running;
      pace = new Pace(loop, habits);
      for (Crowd.Group group : crowd.groups()) {
        for (Person person : people.apply(group.serviceClass(), group.count())) {
          HttpConnection connection = new HttpConnection(loop, address, true);
          visitors.add(new Visitor(visitors.size(), person, this, connection));
          classes.add(group.serviceClass());
        }
      }
      start = System.nanoTime();
      loop.submit(() -> begin(crowd));
      watch(seconds, classes, watcher);
      CompletableFuture<RunResult> result = new CompletableFuture<>();
      loop.submit(
          () -> {
            ClientLoop.Cost cost = loop.takeCost();
            visitors.forEach(Visitor::close);
            result.complete(new RunResult(samples, List.copyOf(classes), seconds, cost));
          });
      return result.get();
    } catch (ExecutionException e) {
      throw new BenchmarkException("the load failed", e);
    }
  }

  private void begin(Crowd crowd) {
    loop.takeCost();
    int first = 0;
    for (Crowd.Group group : crowd.groups()) {
      List<Visitor> users = visitors.subList(first, first + group.count());
      first += group.count();
      for (int i = 0; i < users.size(); i++) {
        Visitor user = users.get(i);
        // not all in the same instant, but within a think time
        long offset = habits.think().toNanos() * i / users.size();
        loop.at(after(group.from()) + offset, user::begin);
        if (group.to() < Double.MAX_VALUE) {
          loop.at(after(group.to()), user::leave);
        }
      }
    }
    pace.start();
    endOldRequests();
  }

  private long after(double seconds) {
    return start + (long) (seconds * 1e9);
  }

  private void endOldRequests() {
    long now = System.nanoTime();
    visitors.forEach(user -> user.giveUpBefore(now - PATIENCE.toNanos()));
    loop.at(now + Duration.ofSeconds(1).toNanos(), this::endOldRequests);
  }

  private void watch(double seconds, List<String> classes, BiConsumer<Integer, Summary> watcher)
      throws InterruptedException, ExecutionException {
    int seen = 0;
    for (double now = 0; now < seconds; now = (System.nanoTime() - start) / 1e9) {
      double passed = now;
      List<Double> due = changes.keySet().stream().filter(when -> when <= passed).toList();
      due.forEach(when -> changes.remove(when).run());
      if ((int) now > seen) {
        int from = seen;
        seen = (int) now;
        int to = seen;
        CompletableFuture<Summary> last = new CompletableFuture<>();
        loop.submit(
            () ->
                last.complete(
                    Summary.of(new RunResult(samples, classes, to, null), from, to, r -> true)));
        watcher.accept(seen, last.get());
      }
      TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
    }
  }

  // ---- for visitors, on the loop's thread

  Pace pace() {
    return pace;
  }

  Mix mix() {
    return mix;
  }

  Habits habits() {
    return habits;
  }

  String headers() {
    return headers;
  }

  void afterThinking(LongConsumer then) {
    loop.at(System.nanoTime() + habits.think().toNanos(), () -> then.accept(System.nanoTime()));
  }

  void count(Visitor user, UserRequestType type, long intended, Outcome outcome) {
    long now = System.nanoTime();
    samples.add(now - start, now - intended, user.number(), type, outcome);
  }
}
