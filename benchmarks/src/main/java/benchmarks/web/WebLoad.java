package benchmarks.web;

import benchmarks.load.ClientLoop;
import benchmarks.load.CpuMeter.Cpu;
import benchmarks.load.HttpConnection;
import benchmarks.load.Reply;
import benchmarks.load.Sample;
import benchmarks.report.Figures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.LongBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * Clients that ask for files, on the calling thread: each sends a request, reads the answer,
 * thinks, and connects anew after a number of requests.
 */
final class WebLoad implements AutoCloseable {
  private static final int BUSY = 503;
  private static final Duration RETRY = Duration.ofMillis(20);

  /**
   * The clients' behaviour.
   *
   * @param pace time of the next request, by the last one's intended time and its answer's time
   * @param requests of a connection; 0 for no end
   * @param fields header lines of a client's requests, by its number, besides the host
   */
  record Habits(
      int clients,
      LongBinaryOperator pace,
      int requests,
      Supplier<String> paths,
      IntFunction<String> fields) {
    /** Clients that think from an answer to the next request. */
    Habits(int clients, Duration think, int requests, Supplier<String> paths) {
      this(clients, (intended, answered) -> answered + think.toNanos(), requests, paths, i -> "");
    }

    /**
     * An open loop: requests arrive as a Poisson process, independent of the answers. A client that
     * is still busy sends late, and the delay counts as response time.
     */
    static Habits arriving(
        int clients, double perSecond, SplittableRandom random, Supplier<String> paths) {
      double mean = 1e9 * clients / perSecond;
      LongBinaryOperator pace =
          (intended, answered) -> intended + (long) (-mean * Math.log(1 - random.nextDouble()));
      return new Habits(clients, pace, 0, paths, client -> "");
    }

    /** The same with other fields, each of which ends its line. */
    Habits withFields(IntFunction<String> newFields) {
      return new Habits(clients, pace, requests, paths, newFields);
    }
  }

  /**
   * Measurements of a run.
   *
   * @param sample times from the intended sending of a request, or of a connect before it, to its
   *     answer; CPU time of the server and of this thread
   * @param errors failed connections, and answers that are neither a page nor 503
   * @param refused answers that were 503
   * @param bytes of all answers
   * @param jain fairness of the clients by their answers
   */
  record Outcome(Sample sample, long errors, long refused, long bytes, double jain) {
    double micros() {
      return sample.microsEach(sample.cpu().service());
    }

    double loadMicros() {
      return sample.microsEach(sample.cpu().load());
    }

    double megabits() {
      return bytes * 8e3 / sample.wall().toNanos();
    }
  }

  /** Outcomes of the same load in several turns. */
  record Turns(List<Outcome> outcomes) {
    Turns() {
      this(new ArrayList<>());
    }

    void add(Outcome outcome) {
      outcomes.add(outcome);
    }

    /** Requests of all turns. */
    Sample all() {
      return outcomes.stream().map(Outcome::sample).reduce(Sample.empty(), Sample::plus);
    }

    double median(ToDoubleFunction<Outcome> figure) {
      return Figures.median(outcomes, figure);
    }

    long refused() {
      return outcomes.stream().mapToLong(Outcome::refused).sum();
    }

    /** Errors and refusals. */
    long errors() {
      return refused() + outcomes.stream().mapToLong(Outcome::errors).sum();
    }
  }

  private final WebServer server;
  private final Habits habits;
  private final ClientLoop loop = ClientLoop.ofCaller();
  private final List<Client> clients = new ArrayList<>();
  private Histogram times = Sample.histogram();
  private long errors;
  private long refused;
  private long bytes;

  private WebLoad(WebServer server, Habits habits) throws IOException {
    this.server = server;
    this.habits = habits;
  }

  private final class Client implements HttpConnection.Listener {
    private final HttpConnection connection = new HttpConnection(loop, server.address(), false);
    private final String fields;
    private int sent;
    private int answers;
    private long startNanos;

    Client(int number) {
      fields = habits.fields().apply(number);
    }

    /** Sends the next request; a delay since the intended time counts as response time. */
    void next(long intended) {
      startNanos = intended;
      sent = connection.isOpen() ? sent : 0;
      String path = habits.paths().get();
      connection.exchange(
          "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n", this);
    }

    private void nextAfter(Duration time) {
      long due = System.nanoTime() + time.toNanos();
      loop.at(due, () -> next(due));
    }

    @Override
    public void replied(Reply reply) {
      int status = reply.status();
      if (status / 100 != 2 && status != BUSY) {
        connection.close();
        failed(null);
        return;
      }
      if (status == BUSY) {
        refused++;
        String told = reply.header("retry-after");
        nextAfter(Duration.ofSeconds(told == null ? 1 : Math.max(1, Long.parseLong(told))));
      } else {
        answers++;
        Sample.record(times, startNanos);
        bytes += reply.length();
      }
      if (++sent == habits.requests()) {
        connection.close();
      }
      if (status != BUSY) {
        long now = System.nanoTime();
        long due = habits.pace().applyAsLong(startNanos, now);
        if (due <= now) {
          next(due);
        } else {
          loop.at(due, () -> next(due));
        }
      }
    }

    @Override
    public void failed(IOException cause) {
      errors++;
      nextAfter(RETRY);
    }
  }

  /** Runs the clients against a server, and measures after a warm-up. */
  static Outcome run(WebServer server, Habits habits, Duration warm, Duration time)
      throws IOException {
    return windows(server, habits, warm, time, 1).outcomes.get(0);
  }

  /** Runs the clients against a server, and measures window by window after a warm-up. */
  static Turns windows(WebServer server, Habits habits, Duration warm, Duration window, int count)
      throws IOException {
    try (WebLoad load = new WebLoad(server, habits)) {
      for (int i = 0; i < habits.clients(); i++) {
        Client client = load.new Client(i);
        load.clients.add(client);
        client.next(System.nanoTime());
      }
      load.loopUntil(System.nanoTime() + warm.toNanos());
      Turns turns = new Turns();
      for (int i = 0; i < count; i++) {
        turns.add(load.measure(window));
      }
      return turns;
    }
  }

  private Outcome measure(Duration time) throws IOException {
    times = Sample.histogram();
    errors = 0;
    refused = 0;
    bytes = 0;
    clients.forEach(client -> client.answers = 0);
    Cpu before = cpu();
    long start = System.nanoTime();
    loopUntil(start + time.toNanos());
    Duration wall = Duration.ofNanos(System.nanoTime() - start);
    Sample sample = new Sample(cpu().since(before), wall, times);
    double jain = Figures.jain(clients.stream().map(client -> client.answers).toList());
    return new Outcome(sample, errors, refused, bytes, jain);
  }

  private Cpu cpu() {
    return new Cpu(server.cpu(), Duration.ZERO, Duration.ofNanos(ClientLoop.cpuNanos()));
  }

  private void loopUntil(long end) throws IOException {
    for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
      loop.turn(end - now);
    }
  }

  @Override
  public void close() {
    clients.forEach(client -> client.connection.close());
    loop.close();
  }
}
