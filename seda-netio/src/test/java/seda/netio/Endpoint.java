package seda.netio;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import seda.kernel.Sink;

/** The near side of a connection: runs the test's actions and records the callbacks. */
final class Endpoint implements ConnectionListener {
  final Connection connection;
  final ByteArrayOutputStream received = new ByteArrayOutputStream();
  int arrivals;
  int writable;
  int closed;
  int timedOut;

  /** Handles input; by default it is collected and more is requested. */
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

  /** Runs a function on the connection's processor; returns its result. */
  <T> T ask(Function<Endpoint, T> question) throws Exception {
    FutureTask<T> task = new FutureTask<>(() -> question.apply(this));
    if (!actions.enqueue(task).accepted()) {
      throw new AssertionError("the actions' stage takes no more");
    }
    return task.get(20, TimeUnit.SECONDS);
  }

  /** Runs an action on the connection's processor and waits for it. */
  void run(Consumer<Endpoint> action) throws Exception {
    ask(
        endpoint -> {
          action.accept(endpoint);
          return null;
        });
  }

  /** Waits until the processor has done its pending work and the work that it causes. */
  void settle() throws Exception {
    for (int i = 0; i < 5; i++) {
      run(endpoint -> {});
    }
  }

  /** Waits until a condition holds on the connection's processor. */
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
