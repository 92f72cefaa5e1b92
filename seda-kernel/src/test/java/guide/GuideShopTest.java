package guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import seda.kernel.Answerable;
import seda.kernel.ClassSnapshot;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;
import seda.kernel.simulation.Simulation;

/** The first service, its answers, its test, and the four patterns. */
class GuideShopTest {
  private static final ServiceClass MEMBER = new ServiceClass("member", 0);
  private static final ServiceClass GUEST = new ServiceClass("guest", 1);

  private final Simulation simulation = new Simulation();
  private final StageGraph graph = simulation.graph();

  private record Order(String item, ServiceClass by, long arrived) {}

  @Test
  void theFirstServiceEndsEveryOrderOnce() throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Shop.main(new String[0]);
    } finally {
      System.setOut(console);
    }

    assertThat(ended(printed.toString(StandardCharsets.UTF_8))).containsExactly(200L, 800L);
  }

  /** Orders of each class that ended, by the program's summary. */
  private static List<Long> ended(String printed) {
    return Pattern.compile("rank \\d: (\\d+) answered, (\\d+) refused, (\\d+) shed")
        .matcher(printed)
        .results()
        .map(rank -> parse(rank.group(1)) + parse(rank.group(2)) + parse(rank.group(3)))
        .toList();
  }

  private static long parse(String number) {
    return Long.parseLong(number);
  }

  // snippet
  record Request(String item, CompletableFuture<String> reply) implements Answerable {
    /** Passes the request on, and answers if the next stage refuses it. */
    void to(Sink<Request> next) {
      EnqueueResult result = next.enqueue(this);
      if (!result.accepted()) {
        reply.complete("busy, come back in " + result.retryAfter().toSeconds() + " s");
      }
    }

    @Override
    public void shed() { // accepted, and then too late
      reply.complete("busy");
    }

    @Override
    public void failed(Throwable cause) { // the handler threw
      reply.complete("sorry, " + cause.getMessage());
    }
  }

  // end

  @Test
  void everyRequestIsAnswered() {
    WorkerPool pool = graph.workerPool("pool", 1);
    Stage<Request> parse = graph.stage(StageConfig.named("parse"), pool);
    Stage<Request> answer = graph.stage(StageConfig.named("answer").withQueueCapacity(1), pool);
    parse.handledBy(
        EventHandler.each(
            request -> {
              if (request.item.isBlank()) {
                throw new IllegalArgumentException("which item?");
              }
              request.to(answer);
            }));
    answer.handledBy(EventHandler.each(request -> request.reply.complete("2.50")));
    graph.start();
    List<Request> requests =
        List.of(
            new Request("pie", new CompletableFuture<>()),
            new Request("", new CompletableFuture<>()),
            new Request("tart", new CompletableFuture<>()));
    requests.forEach(request -> request.to(parse));
    simulation.run(Duration.ofSeconds(1));

    assertThat(requests)
        .extracting(request -> request.reply.getNow("none"))
        .containsExactly("2.50", "sorry, which item?", "busy, come back in 1 s");
  }

  @Test
  void theTargetHoldsInVirtualTime() {
    // snippet
    Simulation simulation = new Simulation();
    StageGraph graph = simulation.graph();
    WorkerPool database =
        graph.workerPool(WorkerPoolConfig.fixed("database", 4).withOrder(ServiceOrder.LEAST_SLACK));
    StageConfig slow = StageConfig.named("price").withTarget(Duration.ofMillis(200));
    Stage<Order> price = graph.stage(slow.withBatchSize(1), database);
    price.classifiedBy(Order::by).arrivedAt(Order::arrived).admission(DeadlineAdmission.of(price));
    price.handledBy(EventHandler.each(order -> {}));
    simulation.serviceTime(price, order -> Duration.ofMillis(20).toNanos());
    graph.start();

    for (int i = 0; i < 24_000; i++) { // a minute of twice what the database can do
      price.enqueue(new Order("pie", i % 5 == 0 ? MEMBER : GUEST, graph.clock().nanos()));
      simulation.run(Duration.ofMillis(5).dividedBy(2));
    }

    ClassSnapshot members = price.snapshot().classes().get(0);
    ClassSnapshot guests = price.snapshot().classes().get(1);
    assertThat(members.rejected()).isZero();
    assertThat(members.total().response().p90()).isLessThan(Duration.ofMillis(50).toNanos());
    assertThat(guests.total().response().p90()).isLessThan(Duration.ofMillis(200).toNanos());
    assertThat(members.completed() + guests.completed()).isCloseTo(12_000, within(100L));
    // end
  }

  @Test
  void wrap() {
    Function<String, String> resize = name -> name + ", smaller"; // a library that blocks
    WorkerPool pool = graph.workerPool("pool", 1);
    Stage<String> store = graph.stage(StageConfig.named("store"), pool);
    StringBuilder stored = new StringBuilder();
    store.handledBy(EventHandler.each(stored::append));
    // snippet
    WorkerPool four = graph.workerPool("resize", 4);
    StageConfig config = StageConfig.named("resize").withQueueCapacity(100).withBatchSize(1);
    Stage<String> wrapped = graph.stage(config, four);
    wrapped
        .blocking() // configuration can't move it to processors
        .handledBy(EventHandler.each(image -> store.enqueue(resize.apply(image))));
    // end
    graph.start();
    wrapped.enqueue("a");
    simulation.run(Duration.ofSeconds(1));
    assertThat(stored).hasToString("a, smaller");
  }

  @Test
  void pipeline() {
    WorkerPool cpu = graph.workerPool("cpu", 1);
    WorkerPool disk = graph.workerPool("disk", 2);
    Map<String, String> cache = new HashMap<>();
    cache.put("hot", "page");
    StringBuilder sent = new StringBuilder();
    // snippet
    Stage<String> lookUp = graph.stage(StageConfig.named("look-up"), cpu);
    Stage<String> read = graph.stage(StageConfig.named("read").withBatchSize(1), disk);
    Stage<String> send = graph.stage(StageConfig.named("send"), cpu);
    lookUp.handledBy(
        EventHandler.each(
            name -> {
              String page = cache.get(name);
              EnqueueResult result = page != null ? send.enqueue(page) : read.enqueue(name);
              if (!result.accepted()) {
                sent.append("busy;");
              }
            }));
    // end
    read.handledBy(EventHandler.each(name -> send.enqueue("file " + name)));
    send.handledBy(EventHandler.each(page -> sent.append(page).append(';')));
    graph.start();
    lookUp.enqueue("hot");
    lookUp.enqueue("cold");
    simulation.run(Duration.ofSeconds(1));
    assertThat(sent).hasToString("page;file cold;");
  }

  @Test
  void combine() {
    StringBuilder done = new StringBuilder();
    // snippet
    WorkerPool database =
        graph.workerPool(WorkerPoolConfig.fixed("database", 8).withOrder(ServiceOrder.LEAST_SLACK));
    Stage<String> list =
        graph.stage(StageConfig.named("list").withTarget(Duration.ofMillis(100)), database);
    Stage<String> search =
        graph.stage(StageConfig.named("search").withTarget(Duration.ofSeconds(2)), database);
    for (Stage<String> stage : List.of(list, search)) {
      stage.admission(DeadlineAdmission.of(stage)); // predicts with the work of both
    }
    // end
    list.handledBy(EventHandler.each(event -> done.append("list;")));
    search.handledBy(EventHandler.each(event -> done.append("search;")));
    simulation.serviceTime(list, event -> 1_000_000);
    simulation.serviceTime(search, event -> 1_000_000);
    graph.start();
    search.enqueue("a");
    list.enqueue("b");
    simulation.run(Duration.ofSeconds(1));
    assertThat(done.toString().split(";")).containsExactlyInAnyOrder("list", "search");
  }

  @Test
  void replicate() {
    StringBuilder done = new StringBuilder();
    // snippet
    List<Stage<String>> shards = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      WorkerPool one = graph.workerPool("shard-" + i, 1); // its state has one thread: no lock
      Stage<String> shard = graph.stage(StageConfig.named("shard-" + i), one);
      shard.handledBy(EventHandler.each(key -> done.append(shard.name()).append(key)));
      shards.add(shard);
    }
    Sink<String> byKey =
        key -> shards.get(Math.floorMod(key.hashCode(), shards.size())).enqueue(key);
    // end
    graph.start();
    byKey.enqueue("a");
    byKey.enqueue("a");
    simulation.run(Duration.ofSeconds(1));
    assertThat(done).hasToString("shard-1ashard-1a");
  }
}
