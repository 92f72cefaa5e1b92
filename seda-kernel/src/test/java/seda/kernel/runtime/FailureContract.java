package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;

/** Contract for application failures: the effects on events and threads, on either domain. */
abstract class FailureContract extends DomainFixture {

  @Test
  void aFailureEndsItsEventAlone() {
    Queue<Integer> completed = new ConcurrentLinkedQueue<>();
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), oneThread(graph));
    stage.listener(recorder);
    stage.handledBy(
        EventHandler.each(
            event -> {
              if (event % 3 == 0) {
                throw new IllegalStateException("on purpose " + event);
              }
              if (event % 7 == 0) {
                throw new StackOverflowError("on purpose " + event);
              }
              completed.add(event);
            }));
    graph.start();
    for (int i = 0; i < 100; i++) {
      assertThat(stage.enqueue(i).accepted()).isTrue();
    }
    assertThat(graph.stop(GRACE)).isTrue();

    List<Object> shouldFail = new ArrayList<>();
    List<Integer> shouldComplete = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      if (i % 3 == 0 || i % 7 == 0) {
        shouldFail.add(i);
      } else {
        shouldComplete.add(i);
      }
    }
    assertThat(failed).containsExactlyElementsOf(shouldFail);
    assertThat(completed).containsExactlyElementsOf(shouldComplete);
    assertThat(stage.snapshot().failed()).isEqualTo(shouldFail.size());
  }

  @Test
  void aHandlerThatFailsBeforeItTakesAnythingDoesNotSpinForEver() {
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), oneThread(graph));
    stage.listener(recorder);
    stage.handledBy(
        batch -> {
          throw new IllegalStateException("on purpose");
        });
    graph.start();
    for (int i = 0; i < 5; i++) {
      stage.enqueue(i);
    }
    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(failed).hasSize(5);
  }

  @Test
  void whatTheApplicationsFunctionsThrowEndsNoThread() throws InterruptedException {
    Stage<Integer> stage = graph.stage(StageConfig.named("s"), oneThread(graph));
    stage
        .classifiedBy(
            event -> {
              throw onPurpose("classifier");
            })
        .weighedBy(
            event -> {
              throw onPurpose("weigher");
            })
        .arrivedAt(
            event -> {
              throw onPurpose("arrival");
            })
        .orderedBy(
            (one, other) -> {
              throw onPurpose("order " + one + other);
            })
        .listener(
            new EventListener<>() {
              @Override
              public void failed(Integer event, Throwable cause) {
                throw onPurpose("listener");
              }

              @Override
              public void shed(Integer event) {
                throw onPurpose("listener");
              }
            });
    stage.admission(new FailingObserver());
    CountDownLatch handled = new CountDownLatch(3);
    stage.handledBy(
        batch -> {
          while (batch.hasNext()) {
            int event = batch.next();
            handled.countDown();
            if (event == 0) {
              throw new IllegalStateException("on purpose");
            } else if (event == 1) {
              batch.shed();
            }
          }
        });
    graph.start();
    for (int i = 0; i < 3; i++) {
      assertThat(stage.enqueue(i).accepted()).isTrue();
    }
    assertThat(graph.stop(GRACE)).isTrue();
    await(handled);

    StageSnapshot end = stage.snapshot();
    assertAllEnded(end);
    assertThat(end.failed()).isEqualTo(1);
    assertThat(end.shed()).isEqualTo(1);
    assertThat(end.completed()).isEqualTo(1);
  }

  private static StackOverflowError onPurpose(String what) {
    return new StackOverflowError("on purpose: " + what);
  }

  private static final class FailingObserver
      implements AdmissionController<Integer>, CompletionObserver {
    @Override
    public EnqueueResult admit(
        Integer event, ServiceClass serviceClass, int credits, QueueState queue) {
      return EnqueueResult.ACCEPTED;
    }

    @Override
    public void completed(
        ServiceClass serviceClass, long waitingNanos, long serviceNanos, long responseNanos) {
      throw onPurpose("observer");
    }
  }

  @Test
  void anInterruptThatAHandlerLeavesBehindDoesNotHitTheNextOne() {
    Queue<Boolean> interrupted = new ConcurrentLinkedQueue<>();
    Stage<Integer> stage = graph.stage(StageConfig.named("s").withBatchSize(1), oneThread(graph));
    stage.handledBy(
        EventHandler.each(
            event -> {
              interrupted.add(Thread.currentThread().isInterrupted());
              Thread.currentThread().interrupt();
            }));
    graph.start();
    for (int i = 0; i < 3; i++) {
      stage.enqueue(i);
    }
    assertThat(graph.stop(GRACE)).isTrue();

    assertThat(interrupted).containsExactly(false, false, false);
  }
}
