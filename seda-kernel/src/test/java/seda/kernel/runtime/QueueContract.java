package seda.kernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import seda.kernel.AdmissionController;
import seda.kernel.ClassSnapshot;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;

/** Contract of a stage's queue, on either domain. */
abstract class QueueContract extends QueueFixture {
  private static final ServiceClass HIGH = new ServiceClass("high", 0);
  private static final ServiceClass LOW = new ServiceClass("low", 1);

  // ---- groups

  @Test
  void takesAllOfAGroupOrNoneAndKeepsItsOrder() throws InterruptedException {
    Stage<String> stage = stage(config(4));
    holdThread(stage);

    assertThat(stage.enqueueAll(List.of("a", "b", "c")).accepted()).isTrue();
    assertThat(stage.enqueueAll(List.of("d", "e")).outcome()).isEqualTo(Outcome.FULL);
    assertThat(stage.enqueueAll(List.of("f")).accepted()).isTrue();
    assertThat(stage.enqueueAll(List.of()).accepted()).isTrue();

    assertThat(handledAfterRelease()).containsExactly("a", "b", "c", "f");
    assertThat(stage.snapshot().accepted()).isEqualTo(5);
    assertThat(stage.snapshot().rejected()).isEqualTo(2);
  }

  @Test
  void refusesAGroupThatIsLargerThanTheQueueEvenWhenThatIsEmpty() {
    Stage<String> stage = stage(config(10));
    handler.release();
    graph.start();
    List<String> group = Collections.nCopies(100, "x");

    assertThat(stage.enqueueAll(group).outcome()).isEqualTo(Outcome.FULL);
    assertThat(stage.reserve(group, HOUR).result().outcome()).isEqualTo(Outcome.FULL);
    assertThat(stage.snapshot().accepted()).isZero();
  }

  @Test
  void judgesAGroupOnceAsAWhole() {
    List<String> asked = new ArrayList<>();
    Stage<String> stage = stage(config(10));
    stage.admission(
        (event, serviceClass, credits, queue) -> {
          asked.add(event + credits);
          return EnqueueResult.ACCEPTED;
        });
    handler.release();
    graph.start();

    stage.enqueueAll(List.of("a", "b", "c"));

    assertThat(asked).containsExactly("a3");
  }

  @Test
  void takesNoEventThatIsNull() {
    Stage<String> stage = stage(config(10));
    handler.release();
    graph.start();

    assertThatThrownBy(() -> stage.enqueue(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> stage.enqueueAll(Collections.singletonList(null)))
        .isInstanceOf(NullPointerException.class);

    assertThat(graph.stop(GRACE)).isTrue();
    assertThat(stage.snapshot().accepted()).isZero();
  }

  // ---- credits

  @Test
  void anEventTakesAsManyCreditsAsItWeighs() throws InterruptedException {
    Stage<String> stage = stage(config(10)).weighedBy(String::length);
    holdThread(stage);

    assertThat(stage.enqueue("1234567").accepted()).isTrue();
    assertThat(stage.enqueue("1234").outcome()).isEqualTo(Outcome.FULL);
    assertThat(stage.enqueue("123").accepted()).isTrue();
    assertThat(stage.snapshot().queue().credits()).isEqualTo(10);

    assertThat(handledAfterRelease()).containsExactly("1234567", "123");
    assertThat(stage.snapshot().queue().credits()).isZero();
  }

  @Test
  void oneEventThatIsHeavierThanTheQueuePassesWhenItIsAlone() throws InterruptedException {
    Stage<String> stage = stage(config(3)).weighedBy(String::length);
    holdThread(stage);

    assertThat(stage.enqueue("12345").accepted()).isTrue();
    assertThat(stage.enqueue("1").outcome()).isEqualTo(Outcome.FULL);

    assertThat(handledAfterRelease()).containsExactly("12345");
  }

  // ---- classes

  private static ServiceClass classOf(String event) {
    return event.startsWith("low") ? LOW : HIGH;
  }

  private static List<String> events(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> name + i).toList();
  }

  @Test
  void servesTheHighClassFirst() throws InterruptedException {
    Stage<String> stage =
        stage(config(100).withGuaranteedShare(0)).classifiedBy(QueueContract::classOf);
    holdThread(stage);
    List<String> low = events("low", 5);
    List<String> high = events("high", 5);

    low.forEach(stage::enqueue);
    high.forEach(stage::enqueue);

    assertThat(handledAfterRelease())
        .containsExactlyElementsOf(Stream.concat(high.stream(), low.stream()).toList());
  }

  @Test
  void servesTheLowClassItsShareWhileTheHighOneWaits() throws InterruptedException {
    Stage<String> stage =
        stage(config(100).withGuaranteedShare(0.25)).classifiedBy(QueueContract::classOf);
    holdThread(stage);

    events("low", 3).forEach(stage::enqueue);
    events("high", 12).forEach(stage::enqueue);

    List<String> order = handledAfterRelease();
    assertThat(List.of(order.indexOf("low0"), order.indexOf("low1"), order.indexOf("low2")))
        .containsExactly(3, 7, 11);
  }

  @Test
  void keepsRoomForTheLowClassOnceItWasSeen() throws InterruptedException {
    Stage<String> stage =
        stage(config(20).withGuaranteedShare(0.25)).classifiedBy(QueueContract::classOf);
    graph.start();
    handler.hold(stage, "low-held");

    List<EnqueueResult> high = events("high", 20).stream().map(stage::enqueue).toList();
    List<EnqueueResult> low = events("low", 20).stream().map(stage::enqueue).toList();

    assertThat(high.stream().filter(EnqueueResult::accepted)).hasSize(15);
    assertThat(high.get(15).outcome()).isEqualTo(Outcome.FULL);
    assertThat(low.stream().filter(EnqueueResult::accepted)).hasSize(5);
    handler.release();
  }

  @Test
  void countsByClass() {
    Stage<String> stage = stage(config(20)).classifiedBy(QueueContract::classOf);
    stage.admission(
        (event, serviceClass, credits, queue) ->
            serviceClass.equals(LOW)
                ? new EnqueueResult(Outcome.NOT_ADMITTED, Duration.ZERO)
                : EnqueueResult.ACCEPTED);
    handler.release();
    graph.start();
    stage.enqueue("high");
    stage.enqueue("low");
    stage.enqueue("low");
    graph.stop(GRACE);

    List<ClassSnapshot> classes = stage.snapshot().classes();
    assertThat(classes).extracting(ClassSnapshot::rank).containsExactly(0, 1);
    assertThat(classes).extracting(ClassSnapshot::accepted).containsExactly(1L, 0L);
    assertThat(classes).extracting(ClassSnapshot::completed).containsExactly(1L, 0L);
    assertThat(classes.get(1).refused())
        .containsExactly(java.util.Map.entry(Outcome.NOT_ADMITTED, 2L));
    assertThat(classes.get(0).total().response().count()).isEqualTo(1);
  }

  // ---- order inside a batch

  @Test
  void ordersTheEventsOfABatchAndKeepsTheOrderOfEqualOnes() throws InterruptedException {
    Stage<String> stage =
        stage(config(20).withBatchSize(8)).orderedBy(Comparator.comparing(String::length));
    holdThread(stage);

    List.of("333", "1", "22", "4444", "x", "zz").forEach(stage::enqueue);

    assertThat(handledAfterRelease()).containsExactly("1", "x", "22", "zz", "333", "4444");
  }

  @Test
  void anOrderThatFailsLeavesTheBatchAsItCame() throws InterruptedException {
    Stage<String> stage =
        stage(config(20).withBatchSize(8))
            .orderedBy(
                (one, other) -> {
                  throw new StackOverflowError(one + other);
                });
    holdThread(stage);

    List.of("b", "a").forEach(stage::enqueue);

    assertThat(handledAfterRelease()).containsExactly("b", "a");
  }

  // ---- admission

  @Test
  void replacingTheAdmissionControllerLeavesWhatIsQueued() throws InterruptedException {
    Stage<String> stage = stage(config(20));
    holdThread(stage);
    stage.enqueue("a");

    stage.admission(
        (event, serviceClass, credits, queue) ->
            new EnqueueResult(Outcome.NOT_ADMITTED, Duration.ZERO));
    assertThat(stage.enqueue("b").accepted()).isFalse();
    stage.admission(AdmissionController.always());
    assertThat(stage.enqueue("c").accepted()).isTrue();

    assertThat(handledAfterRelease()).containsExactly("a", "c");
  }
}
