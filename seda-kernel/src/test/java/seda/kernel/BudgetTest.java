package seda.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Single-threaded tests; {@code ConcurrencyProofTest} checks rare interleavings. */
class BudgetTest {
  private final Budget budget = new Budget(100);

  @Test
  void givesWhatIsFreeAndNoMore() {
    assertThat(budget.tryTake(60)).isTrue();
    assertThat(budget.tryTake(41)).isFalse();
    assertThat(budget.tryTake(40)).isTrue();
    assertThat(budget.left()).isZero();
    assertThat(budget.tryTake(0)).isTrue();
    assertThat(budget.tryTake(Long.MAX_VALUE)).isFalse();

    budget.giveBack(60);
    assertThat(budget.tryTake(60)).isTrue();
    assertThat(budget.bytes()).isEqualTo(100);
  }

  @Test
  void leavesWhatATakeMustLeave() {
    assertThat(budget.tryTake(51, 50)).isFalse();
    assertThat(budget.tryTake(50, 50)).isTrue();
    assertThat(budget.tryTake(1, 50)).isFalse();
    assertThat(budget.tryTake(50, 0)).isTrue();
  }

  @Test
  void refusesWhatWasNotTaken() {
    budget.tryTake(10);

    assertThatThrownBy(() -> budget.giveBack(11))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("11")
        .hasMessageContaining("10");
    assertThatThrownBy(() -> budget.giveBack(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> budget.tryTake(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Budget(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(budget.left()).isEqualTo(90);
  }

  @Test
  void getsBackALeaseOnce() {
    budget.tryTake(20);
    Budget.Lease lease = budget.tryLease(80).orElseThrow();
    assertThat(budget.tryLease(1)).isEmpty();

    lease.close();
    lease.close();
    assertThat(budget.left()).isEqualTo(80);
  }

  @Test
  void refusesNoSmallTakeForALargeOneThatFails() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong refused = new AtomicLong();
    budget.tryTake(1); // makes the large takes fail
    List<Callable<Void>> threads = new ArrayList<>();
    threads.add(
        () -> {
          while (!done.get()) {
            assertThat(budget.tryTake(100)).isFalse();
          }
          return null;
        });
    threads.add(
        () -> {
          for (int i = 0; i < 200_000; i++) {
            if (budget.tryTake(10)) {
              budget.giveBack(10);
            } else {
              refused.incrementAndGet();
            }
          }
          done.set(true);
          return null;
        });

    runTogether(threads);

    assertThat(refused.get()).isZero();
    assertThat(budget.left()).isEqualTo(99);
  }

  @Test
  void neverGivesMoreThanThereIsAndEndsWithAllOfIt() throws Exception {
    AtomicLong held = new AtomicLong();
    AtomicLong most = new AtomicLong();
    List<Callable<Void>> threads = new ArrayList<>();
    for (int thread = 1; thread <= 4; thread++) {
      int size = 17 * thread;
      threads.add(
          () -> {
            for (int i = 0; i < 100_000; i++) {
              if (budget.tryTake(size, i % 3)) {
                most.accumulateAndGet(held.addAndGet(size), Math::max);
                held.addAndGet(-size);
                budget.giveBack(size);
              }
            }
            return null;
          });
    }

    runTogether(threads);

    assertThat(most.get()).isBetween(17L, 100L);
    assertThat(budget.left()).isEqualTo(100);
  }

  private static void runTogether(List<Callable<Void>> threads) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads.size());
    ExecutorService executor = Executors.newFixedThreadPool(threads.size());
    try {
      List<Future<Void>> running = new ArrayList<>();
      for (Callable<Void> thread : threads) {
        running.add(
            executor.submit(
                () -> {
                  start.await();
                  return thread.call();
                }));
      }
      for (Future<Void> one : running) {
        one.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }
}
