package arashi.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Requests of several clients at once. */
final class Background implements AutoCloseable {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<CompletableFuture<Answer>> started = new ArrayList<>();

  void start(Supplier<Answer> request) {
    started.add(CompletableFuture.supplyAsync(request, threads));
  }

  /** All answers, in the order in which they were asked for. */
  List<Answer> answers() {
    return started.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
