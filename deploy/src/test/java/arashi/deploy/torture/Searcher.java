package arashi.deploy.torture;

import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Searches a node all the time for words of mails that stay as they are while others are added
 * beside them: each complete answer must be what a scan of the raw mail finds. Refusals are none.
 */
final class Searcher implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(3);

  private final Supplier<URI> node;
  private final String user;
  private final Scan fixed;
  private final Random random;
  private final Tally tally;
  private final CountDownLatch told = new CountDownLatch(1);
  private final Thread thread;
  private URI at;
  private Visitor visitor;
  private long lastBegin = System.nanoTime(); // of the last request that was served
  private long lastEnd;
  private long complete;

  /** Begins to search. */
  Searcher(Supplier<URI> node, String user, Scan fixed, Random random, Tally tally) {
    this.node = node;
    this.user = user;
    this.fixed = fixed;
    this.random = random;
    this.tally = tally;
    this.thread = new Thread(this::run, "searcher");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      do {
        search();
      } while (!told.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      tally.fault(Fault.OTHER, "a searcher ended by " + e);
    }
  }

  private void search() {
    List<String> words = fixed.query(random);
    List<String> expected = fixed.hits(words);
    long begin = System.nanoTime();
    Optional<List<String>> found = Optional.empty();
    try {
      if (visitor == null || !node.get().equals(at)) {
        at = node.get();
        visitor = null;
        visitor = Visitor.signIn(at, user, PATIENCE);
      }
      found = Search.all(visitor::get, words);
    } catch (UncheckedIOException | Visitor.TurnedAwayException e) {
      // it is out: asked again soon
    }
    found
        .filter(paths -> !paths.equals(expected))
        .ifPresent(paths -> tally.fault(Fault.COUNTERS, Search.difference(words, expected, paths)));
    if (found.isPresent()) {
      synchronized (this) {
        complete++;
        lastBegin = begin;
        lastEnd = System.nanoTime();
        notifyAll();
      }
    }
  }

  /** Waits for a search that began after {@code since}; the time from then to its end. */
  synchronized Duration awaitBack(long since) throws InterruptedException {
    long deadline = since + LONGEST_OUTAGE.toNanos();
    while (lastBegin - since < 0) {
      long nanos = deadline - System.nanoTime();
      if (nanos <= 0) {
        return LONGEST_OUTAGE;
      }
      TimeUnit.NANOSECONDS.timedWait(this, nanos);
    }
    return Duration.ofNanos(lastEnd - since);
  }

  /** Searches that were answered to their end. */
  synchronized long complete() {
    return complete;
  }

  @Override
  public void close() {
    told.countDown();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
