package arashi.store.database;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches which transactions of a piece of work, such as a request, may have committed. A failure
 * before the first commit is a refusal: nothing is done. A failure after it is not.
 *
 * <pre>
 *   try (Commits commits = Commits.watch()) {
 *     work();                       // Transactions.write on this thread notes its commit
 *   }                               // on failure: commits.any() ? may be done : refused
 * </pre>
 *
 * <p>Confined to the thread that watches; watches may be nested. Never blocks.
 */
public final class Commits implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Commits.class);
  private static final ThreadLocal<Commits> CURRENT = new ThreadLocal<>();

  private final Commits outer;
  private boolean any;

  private Commits(Commits outer) {
    this.outer = outer;
  }

  /** Starts to watch the transactions of this thread, until {@link #close}. */
  public static Commits watch() {
    Commits commits = new Commits(CURRENT.get());
    CURRENT.set(commits);
    return commits;
  }

  /** Returns true if a transaction has committed, or its commit had no answer. */
  public boolean any() {
    return any;
  }

  /** Returns true if this thread is watched, and the watch has noted a commit. */
  public static boolean anyNow() {
    Commits now = CURRENT.get();
    return now != null && now.any;
  }

  /** A transaction of this thread has committed, or its commit had no answer. */
  static void note() {
    for (Commits one = CURRENT.get(); one != null; one = one.outer) {
      one.any = true;
    }
  }

  /**
   * Looks up what improves the answer to a change that is already made. Blocks as the look-up does.
   *
   * @return the fallback if the database fails for the moment: the change is to be acknowledged
   */
  public static <T> T afterwards(Supplier<T> lookUp, T fallback) {
    try {
      return lookUp.get();
    } catch (StoreException e) {
      if (!e.transientFailure()) {
        throw e;
      }
      log.debug("done, though a look-up after it failed: {}", e.toString());
      return fallback;
    }
  }

  /** Tidies up after a change that is already made, unless the database fails for the moment. */
  public static void afterwards(Runnable tidying) {
    afterwards(
        () -> {
          tidying.run();
          return null;
        },
        null);
  }

  /** Stops watching. */
  @Override
  public void close() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
