package guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Reservation;
import seda.kernel.ServiceClass;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** Snippets on stages, sinks and classes. */
class GuideStagesTest {
  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();
  private final WorkerPool pool = graph.workerPool("pool", 1);
  private final List<String> log = new ArrayList<>();

  private record Request(String name, int bytes, boolean paying) {}

  private Request request(String name, int bytes, boolean paying) {
    return new Request(name, bytes, paying);
  }

  private void run() {
    simulation.run(Duration.ofSeconds(60));
  }

  private void answerBusy(Object request) {
    log.add("busy " + request);
  }

  @Test
  void aHandlerTakesABatch() {
    Stage<String> index = graph.stage(StageConfig.named("index"), pool);
    // snippet
    index.handledBy(
        batch -> {
          List<String> lines = new ArrayList<>();
          while (batch.hasNext()) {
            String line = batch.next(); // completes the event before
            if (line.isBlank()) {
              batch.shed(); // gives this event up
            } else {
              lines.add(line);
            }
          }
          write(lines); // one write for the whole batch
        });
    // end
    graph.start();
    for (String line : List.of("first", "a", "", "b")) {
      index.enqueue(line);
    }
    run();

    assertThat(log).containsExactly("first", "a,b");
    assertThat(index.snapshot().shed()).isEqualTo(1);
  }

  private void write(List<String> lines) {
    log.add(String.join(",", lines));
  }

  @Test
  void incompleteEventsAreReported() {
    Stage<Request> send = graph.stage(StageConfig.named("send"), pool);
    // snippet
    send.handledBy(EventHandler.each(this::transmit))
        .orderedBy(Comparator.comparing(Request::bytes)) // shortest first, in each batch
        .listener(
            new EventListener<>() {
              @Override
              public void failed(Request request, Throwable cause) {
                log.add(request.name() + " failed: " + cause.getMessage());
              }

              @Override
              public void shed(Request request) {
                log.add(request.name() + " was given up");
              }
            });
    // end
    graph.start();
    send.enqueue(request("first", 1, true));
    send.enqueue(request("long", 9, true));
    send.enqueue(request("short", 2, true));
    send.enqueue(request("none", 0, true));
    run();

    assertThat(log).containsExactly("first", "none failed: empty", "short", "long");
  }

  private void transmit(Request request) {
    if (request.bytes() == 0) {
      throw new IllegalArgumentException("empty");
    }
    log.add(request.name());
  }

  @Test
  void oneManyAndReserved() {
    Stage<String> search = graph.stage(StageConfig.named("search").withQueueCapacity(3), pool);
    search.handledBy(EventHandler.each(log::add));
    graph.start();
    String query = "a";
    // snippet
    EnqueueResult result = search.enqueue(query);
    switch (result.outcome()) {
      case ACCEPTED -> log.add("queued");
      case CLOSED -> log.add("we are stopping");
      default -> log.add("come back in " + result.retryAfter().toSeconds() + " s");
    }

    boolean all = search.enqueueAll(List.of("b", "c")).accepted(); // all or none

    Reservation room = search.reserve(List.of("d", "e"), Duration.ofSeconds(2));
    if (room.result().accepted()) {
      log.add("there is room until it is committed, aborted or 2 s old");
      room.commit();
    }
    // end
    assertThat(all).isTrue();
    run();
    assertThat(log).containsExactly("queued", "a", "b", "c");
    log.clear();

    Reservation later = search.reserve(List.of("d", "e"), Duration.ofSeconds(2));
    assertThat(later.result().accepted()).isTrue();
    assertThat(search.snapshot().queue().credits()).isEqualTo(2);
    run();
    assertThat(later.commit()).isEqualTo(EnqueueResult.EXPIRED);
    assertThat(search.snapshot().queue().credits()).isZero();
  }

  @Test
  void aSinkByNameFollowsTheStage() {
    Stage<String> search = graph.stage(StageConfig.named("search"), pool);
    search.handledBy(EventHandler.each(log::add));
    graph.start();
    // snippet
    Sink<String> byName = graph.sink("search"); // the stage that has the name at each call
    // end
    byName.enqueue("x");
    run();

    assertThat(log).containsExactly("x");
  }

  @Test
  void classesAndWeights() {
    Stage<Request> store =
        graph.stage(StageConfig.named("store").withQueueCapacity(100).withBatchSize(1), pool);
    // snippet
    ServiceClass gold = new ServiceClass("gold", 0); // rank 0 goes first
    ServiceClass guest = new ServiceClass("guest", 1);

    store
        .classifiedBy(request -> request.paying() ? gold : guest)
        .weighedBy(request -> 1 + request.bytes() / 1000); // credits of the queue
    // end
    store.handledBy(EventHandler.each(request -> log.add(request.name())));
    simulation.serviceTime(store, request -> 1_000_000);
    graph.start();
    store.enqueue(request("first", 1, false));
    assertThat(store.enqueue(request("guest", 1, false)).accepted()).isTrue();
    assertThat(store.enqueue(request("large", 90_000, true)).accepted()).isTrue();
    assertThat(store.enqueue(request("another", 20_000, false)).accepted()).isFalse();
    run();

    assertThat(log).containsExactly("first", "large", "guest");
  }

  private void step(String name) {
    log.add(name);
  }

  @Test
  void backgroundWorkWaitsForAllOtherWork() {
    Stage<String> sweep = graph.stage(StageConfig.named("sweep").withBatchSize(1), pool);
    Stage<String> search = graph.stage(StageConfig.named("search").withBatchSize(1), pool);
    // snippet
    sweep.background().handledBy(EventHandler.each(this::step));
    // end
    search.handledBy(EventHandler.each(log::add));
    simulation.serviceTime(sweep, step -> 1_000_000);
    simulation.serviceTime(search, request -> 1_000_000);
    graph.start();
    List.of("step 1", "step 2").forEach(sweep::enqueue);
    List.of("request 1", "request 2").forEach(search::enqueue);
    run();

    assertThat(log).containsExactly("step 1", "request 1", "request 2", "step 2");
  }

  @Test
  void aProbeAsksBeforeThereIsAnEvent() {
    Stage<String> search = graph.stage(StageConfig.named("search"), pool);
    search.handledBy(EventHandler.each(log::add));
    // snippet
    if (!search.probe(ServiceClass.DEFAULT).accepted()) {
      answerBusy("before the request's body is read");
    }
    // end
    assertThat(log).hasSize(1); // for the graph has not started
  }
}
