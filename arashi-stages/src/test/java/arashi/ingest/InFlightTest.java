package arashi.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final int BYTES = 1_000;
  private static final int MAILS = 3;

  private final InFlight inFlight = new InFlight(BYTES, MAILS);

  @Test
  void countsAMailSeveralTimesButNeverMoreThanThereIs() {
    assertThat(inFlight.take(100)).isEqualTo(400);
    inFlight.giveBack(400);
    assertThat(inFlight.take(1_000_000)).isEqualTo(BYTES);
    assertThat(inFlight.left()).isZero();
  }

  @Test
  void takesAnEqualPartForTheSmallestMails() {
    for (int mail = 0; mail < MAILS - 1; mail++) {
      inFlight.take(0);
    }
    long last = inFlight.take(0);

    assertThat(inFlight.left()).as("no room for another").isLessThan(last);
  }

  @Test
  void theReaderWaitsUntilEnoughIsGivenBack() throws Exception {
    long first = inFlight.take(125);
    long second = inFlight.take(125);
    CountDownLatch taken = new CountDownLatch(1);
    CompletableFuture<Thread> reader = new CompletableFuture<>();
    CompletableFuture<Void> reads =
        CompletableFuture.runAsync(
            () -> {
              reader.complete(Thread.currentThread());
              inFlight.take(250);
              taken.countDown();
            });
    Thread thread = reader.get();
    awaitWaiting(thread);

    inFlight.giveBack(first); // wakes the reader, but is not enough
    awaitWaiting(thread);
    assertThat(taken.getCount()).isEqualTo(1);
    inFlight.giveBack(second);

    assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue();
    reads.get();
    assertThat(inFlight.left()).isZero();
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }
}
