package benchmarks.web;

import benchmarks.load.ClientSocket;
import benchmarks.load.Sample;
import benchmarks.load.SocketLoop;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Clients that ask for files, on the calling thread: each sends a request, reads the answer,
 * thinks, and after so many requests connects anew.
 */
final class WebLoad {
  /**
   * What the clients do.
   *
   * @param clients at once
   * @param pace when a client asks again
   * @param requests of a connection; 0 for no end
   * @param paths what to ask for
   * @param fields lines of a client's requests, by its number, beside the host
   */
  record Habits(
      int clients, Pace pace, int requests, Supplier<String> paths, IntFunction<String> fields) {

    private Habits(int clients, Pace pace, int requests, Supplier<String> paths) {
      this(clients, pace, requests, paths, client -> "");
    }

    /**
     * Clients that think.
     *
     * @param think time from an answer to the next request; zero for none
     */
    Habits(int clients, Duration think, int requests, Supplier<String> paths) {
      this(clients, (intended, answered) -> answered + think.toNanos(), requests, paths);
    }

    /**
     * An open loop: requests are meant to come at random and at a rate, whatever becomes of those
     * before. Who is still busy then sends late, and that counts as response time.
     */
    static Habits arriving(
        int clients, double perSecond, SplittableRandom random, Supplier<String> paths) {
      double meanNanos = 1e9 * clients / perSecond;
      Pace pace =
          (intended, answered) ->
              intended + (long) (-meanNanos * Math.log(1 - random.nextDouble()));
      return new Habits(clients, pace, 0, paths);
    }

    /** The same with other fields, each of which ends its line. */
    Habits withFields(IntFunction<String> newFields) {
      return new Habits(clients, pace, requests, paths, newFields);
    }
  }

  /** When a client asks again. */
  interface Pace {
    /**
     * Says when the next request is meant to be sent.
     *
     * @param intended when the last was
     * @param answered when its answer had come
     */
    long next(long intended, long answered);
  }

  /**
   * What came of it.
   *
   * @param times of the answers, from when the request was meant to be sent; for the first of a
   *     connection, from when the connection was meant to be made
   * @param wall how long was measured
   * @param server CPU time of the server meanwhile
   * @param load CPU time of this thread
   * @param errors connections that failed, and answers that are neither a page nor 503
   * @param refused answers that were 503
   * @param bytes of all answers
   * @param jain fairness of the clients by their answers [R. Jain et al., DEC-TR-301, 1984]
   */
  record Outcome(
      Histogram times,
      Duration wall,
      Duration server,
      Duration load,
      long errors,
      long refused,
      long bytes,
      double jain) {}

  private final Habits habits;
  private final InetSocketAddress address;
  private final SocketLoop loop = new SocketLoop(Runnable::run);
  private final List<WebClient> clients = new ArrayList<>();

  private Histogram times = Sample.histogram();
  private long errors;
  private long refused;
  private long bytes;

  private WebLoad(InetSocketAddress address, Habits habits) throws IOException {
    this.address = address;
    this.habits = habits;
  }

  /** Runs it against a server; what happens in the first part is not counted. */
  static Outcome run(WebServer server, Habits habits, Duration warm, Duration time)
      throws IOException {
    WebLoad load = new WebLoad(server.address(), habits);
    try {
      load.begin();
      load.loopUntil(System.nanoTime() + warm.toNanos());
      return load.measure(server, time);
    } finally {
      load.close();
    }
  }

  /** Runs it against a server from its first request, and measures time by time. */
  static List<Outcome> windows(WebServer server, Habits habits, Duration window, int count)
      throws IOException {
    WebLoad load = new WebLoad(server.address(), habits);
    try {
      load.begin();
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        outcomes.add(load.measure(server, window));
      }
      return outcomes;
    } finally {
      load.close();
    }
  }

  private void begin() {
    for (int i = 0; i < habits.clients(); i++) {
      WebClient client = new WebClient(this, habits.fields().apply(i));
      clients.add(client);
      client.next(System.nanoTime());
    }
  }

  private Outcome measure(WebServer server, Duration time) throws IOException {
    times = Sample.histogram();
    errors = 0;
    refused = 0;
    bytes = 0;
    clients.forEach(WebClient::resetCount);
    Duration serverBefore = server.cpu();
    long loadBefore = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    long start = System.nanoTime();
    loopUntil(start + time.toNanos());
    long wall = System.nanoTime() - start;
    Duration serverCpu = server.cpu().minus(serverBefore);
    long loadCpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - loadBefore;
    return new Outcome(
        times,
        Duration.ofNanos(wall),
        serverCpu,
        Duration.ofNanos(loadCpu),
        errors,
        refused,
        bytes,
        jain());
  }

  private void loopUntil(long end) throws IOException {
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      loop.turn(end - now);
    }
  }

  private double jain() {
    double sum = 0;
    double squares = 0;
    for (WebClient client : clients) {
      sum += client.count();
      squares += (double) client.count() * client.count();
    }
    return squares == 0 ? 0 : sum * sum / (clients.size() * squares);
  }

  private void close() throws IOException {
    clients.forEach(WebClient::close);
    loop.close();
  }

  // ---- for clients

  /** A client's socket. */
  ClientSocket socket(WebClient client) {
    return loop.socket(address, client);
  }

  Habits habits() {
    return habits;
  }

  void answered(long startNanos, long length) {
    Sample.record(times, startNanos);
    bytes += length;
  }

  void refused() {
    refused++;
  }

  void failed() {
    errors++;
  }

  /** Has a client do something at a time, a {@link System#nanoTime}. */
  void at(long due, Runnable task) {
    loop.at(due, task);
  }
}
