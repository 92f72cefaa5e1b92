package arashi.deploy.service;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ctrl-C or a supervisor's signal, which stops a command in order.
 *
 * <pre>
 *               begin()                      signal
 *   NOTHING ──────────────► COMMAND RUNS ──────────────► COMMAND STOPS ──exit(code)──► exit code
 *      │ signal                   │ exit(code)
 *      ▼                          ▼
 *   exit code 128 + signal     exit code
 * </pre>
 *
 * <p>The JVM runs its shutdown hooks on a signal and then exits with 128 + the signal's number. The
 * hook of this class waits until the command has stopped. If the command completed, the hook exits
 * with the command's own code instead. If it stopped early, the JVM's code stands.
 */
public final class StopSignal {
  private static final Logger log = LoggerFactory.getLogger(StopSignal.class);

  /** Thrown by a command that stops early. */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoppedException(String message) {
      super(message);
    }
  }

  private final CountDownLatch told = new CountDownLatch(1);
  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private boolean begun;

  /** Creates one that no signal reaches, for a command within another program. */
  public StopSignal() {}

  /** Creates one for this process's command. */
  public static StopSignal ofProcess() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::stop, "stop-on-signal"));
    return signal;
  }

  private void stop() {
    boolean wait;
    synchronized (this) {
      told.countDown();
      wait = begun;
    }
    if (!wait) {
      return;
    }
    try {
      int code = ended.get();
      if (code != ExitCode.STOPPED) {
        Runtime.getRuntime().halt(code);
      }
    } catch (InterruptedException | ExecutionException e) {
      log.warn("stopping was interrupted", e);
    }
  }

  /**
   * Makes signals wait for {@link #exit} from now on. Call before a command starts its first
   * process or thread, but after waiting for the user's input.
   */
  public synchronized void begin() {
    throwIfTold();
    begun = true;
  }

  /** True after a signal. */
  boolean isTold() {
    return told.getCount() == 0;
  }

  /** Ends a signalled command at a safe point. */
  public void throwIfTold() {
    if (isTold()) {
      throw new StoppedException("stopped before it was done");
    }
  }

  /** Waits for a signal. */
  public void await() throws InterruptedException {
    told.await();
  }

  /** Sleeps for {@code time}; ends the command on a signal. */
  public void pause(Duration time) throws InterruptedException {
    if (told.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
      throwIfTold();
    }
  }

  /** Ends the process; the last action of a command. */
  public void exit(int code) {
    ended.complete(code);
    System.exit(code); // blocks forever if the JVM is exiting: the hook then exits
  }
}
