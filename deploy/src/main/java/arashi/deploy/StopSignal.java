package arashi.deploy;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ctrl-C or a supervisor's signal. The JVM ends when its hooks have, so the hook waits until {@link
 * #close} says that everything has stopped in order.
 */
final class StopSignal implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StopSignal.class);

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);

  /** Stops on signals from now on; nobody waits for anything before. */
  void listen() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop-on-signal"));
  }

  private void stop() {
    told.countDown();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      log.warn("interrupted while stopping");
    }
  }

  /** Waits for a signal. */
  void await() throws InterruptedException {
    told.await();
  }

  @Override
  public void close() {
    stopped.countDown();
  }
}
