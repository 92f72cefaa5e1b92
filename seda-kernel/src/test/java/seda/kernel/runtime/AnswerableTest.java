package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import seda.kernel.Answerable;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageSnapshot;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Events that do not complete, in virtual time: even ones fail, odd ones are shed. */
class AnswerableTest {
  @RegisterExtension final Logged logged = new Logged(LossLog.class);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final Stage<Request> stage =
      graph.stage(StageConfig.named("s").withBatchSize(1), graph.workerPool("pool", 1));
  private final List<String> answers = new ArrayList<>();
  private final Set<Integer> abandoned = new HashSet<>();

  private final class Request implements Answerable {
    final int number;

    Request(int number) {
      this.number = number;
    }

    @Override
    public boolean isAbandoned() {
      return abandoned.contains(number);
    }

    @Override
    public void shed() {
      answers.add(number + " 503");
    }

    @Override
    public void failed(Throwable cause) {
      answers.add(number + " 500 " + cause.getMessage());
    }
  }

  private static final class Telling implements EventListener<Request> {
    final boolean fails;
    final List<Integer> told = new ArrayList<>();

    Telling(boolean fails) {
      this.fails = fails;
    }

    @Override
    public void failed(Request request, Throwable cause) {
      tell(request);
    }

    @Override
    public void shed(Request request) {
      tell(request);
    }

    private void tell(Request request) {
      told.add(request.number);
      if (fails) {
        throw new IllegalStateException("no page");
      }
    }
  }

  private void handle(int requests, Duration every) {
    stage.handledBy(AnswerableTest::handle);
    graph.start();
    for (int i = 0; i < requests; i++) {
      int number = i;
      simulation.after(every.multipliedBy(i), () -> stage.enqueue(new Request(number)));
    }
    simulation.run(every.multipliedBy(requests));
  }

  private static void handle(Batch<Request> batch) {
    Request request = batch.next();
    if (request.number % 2 == 0) {
      throw new IllegalArgumentException("bad");
    }
    batch.shed();
  }

  @Test
  void aStageWithoutAListenerNotifiesTheEventsThemselves() {
    handle(2, Duration.ofMillis(1));
    assertThat(answers).containsExactly("0 500 bad", "1 503");
  }

  @Test
  void anAbandonedEventIsShedWithoutTheHandler() {
    abandoned.add(0);
    simulation.serviceTime(
        stage,
        request -> {
          assertThat(abandoned).doesNotContain(request.number);
          return 0;
        });
    handle(3, Duration.ofMillis(1));
    assertThat(answers).containsExactly("0 503", "1 503", "2 500 bad");
    assertThat(stage.snapshot().shed()).isEqualTo(2);
  }

  @Test
  void aListenerDecidesByItself() {
    Telling listener = new Telling(false);
    stage.listener(listener);
    handle(2, Duration.ofMillis(1));
    assertThat(listener.told).containsExactly(0, 1);
    assertThat(answers).isEmpty();
  }

  @Test
  void anEventIsNotifiedItselfIfTheListenerFails() {
    stage.listener(new Telling(true));
    handle(2, Duration.ofMillis(1));
    assertThat(answers).containsExactly("0 500 bad", "1 503");
  }

  @Test
  void lossesAreCountedAndLoggedOnceASecond() {
    handle(3_000, Duration.ofMillis(1));
    StageSnapshot counted = stage.snapshot();
    assertThat(counted.failed()).isEqualTo(1_500);
    assertThat(counted.shed()).isEqualTo(1_500);
    assertThat(logged.messages()).hasSize(3);
    assertThat(logged.messages().get(0)).startsWith("stage=s failed=1 shed=0");
    assertThat(logged.messages().get(1)).startsWith("stage=s failed=500 shed=500");
  }

  @Test
  void eventsThatOweNoAnswerAreLostWithoutHarm() {
    Stage<String> plain = graph.stage(StageConfig.named("plain"), stage.domain());
    plain.handledBy(
        EventHandler.each(
            event -> {
              throw new IllegalArgumentException(event);
            }));
    handle(0, Duration.ofMillis(1));
    plain.enqueue("a");
    simulation.run(Duration.ofSeconds(1));
    assertThat(plain.snapshot().failed()).isEqualTo(1);
  }
}
