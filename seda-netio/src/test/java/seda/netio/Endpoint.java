package seda.netio;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import seda.kernel.Sink;

/** The near side of a connection, which does what a test tells it and keeps what it is told. */
final class Endpoint implements ConnectionListener {
  final Connection connection;
  final ByteArrayOutputStream received = new ByteArrayOutputStream();
  int arrivals;
  int writable;
  int closed;
  int timedOut;

  /** What is done about input; at first it is kept, and more is asked for. */
  Consumer<Endpoint> onInput = Endpoint::takeAndAwait;

  private final Sink<Runnable> actions;

  Endpoint(Connection connection, Sink<Runnable> actions) {
    this.connection = connection;
    this.actions = actions;
  }

  static void arrived(Connection connection) {
    Endpoint endpoint = (Endpoint) connection.listener();
    endpoint.arrivals++;
    endpoint.onInput.accept(endpoint);
  }

  void take() {
    if (connection.input() != null) {
      byte[] bytes = new byte[connection.input().remaining()];
      connection.input().get(bytes);
      received.writeBytes(bytes);
    }
  }

  void takeAndAwait() {
    take();
    connection.awaitInput();
  }

  /** Runs this on the connection's processor; returns what it returned. */
  <T> T ask(Function<Endpoint, T> question) throws Exception {
    FutureTask<T> task = new FutureTask<>(() -> question.apply(this));
    if (!actions.enqueue(task).accepted()) {
      throw new AssertionError("the actions' stage takes no more");
    }
    return task.get(20, TimeUnit.SECONDS);
  }

  /** Runs this on the connection's processor, and returns when it is done. */
  void run(Consumer<Endpoint> action) throws Exception {
    ask(
        endpoint -> {
          action.accept(endpoint);
          return null;
        });
  }

  /** Returns when the processor has done what it had to do before, and what came of that. */
  void settle() throws Exception {
    for (int i = 0; i < 5; i++) {
      run(endpoint -> {});
    }
  }

  /** Returns when this has become true on the connection's processor. */
  void until(String what, Function<Endpoint, Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!ask(condition)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain until " + what);
      }
    }
  }

  @Override
  public void timedOut() {
    timedOut++;
  }

  @Override
  public void writable() {
    writable++;
  }

  @Override
  public void closed() {
    closed++;
  }
}
