package guide;

// The sleeps are the program's: a slow database, and arrivals. The test that runs it asserts
// nothing
// about time.

// snippet
import java.time.Duration;
import seda.kernel.ClassSnapshot;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.ServiceClass;
import seda.kernel.ServiceOrder;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.graph.StageGraph;

public final class Shop {
  record Order(String item, ServiceClass by, long arrived) {}

  public static void main(String[] arguments) throws InterruptedException {
    ServiceClass member = new ServiceClass("member", 0); // rank 0 is served first
    ServiceClass guest = new ServiceClass("guest", 1);

    StageGraph graph = new StageGraph(Clock.system());
    WorkerPool cpu = graph.workerPool("cpu", 2);
    WorkerPool database = // four connections, for the most urgent order first
        graph.workerPool(WorkerPoolConfig.fixed("database", 4).withOrder(ServiceOrder.LEAST_SLACK));
    StageConfig slow = StageConfig.named("price").withTarget(Duration.ofMillis(200));

    Stage<Order> parse = graph.stage(StageConfig.named("parse"), cpu);
    Stage<Order> price = graph.stage(slow.withBatchSize(1), database);
    Stage<Order> answer = graph.stage(StageConfig.named("answer"), cpu);

    price.classifiedBy(Order::by).arrivedAt(Order::arrived).admission(DeadlineAdmission.of(price));
    parse.handledBy(
        EventHandler.each(
            order -> {
              EnqueueResult result = price.enqueue(order);
              if (!result.accepted()) { // overload is a value: answer, degrade, or redirect
                System.out.println(order.by().name() + ": come back in " + result.retryAfter());
              }
            }));
    price.handledBy(
        EventHandler.each(
            order -> {
              Thread.sleep(20); // the query
              answer.enqueue(order);
            }));
    answer.handledBy(EventHandler.each(order -> System.out.println(order.by().name() + ": 2.50")));

    graph.start();
    for (int i = 0; i < 1000; i++) { // 400 orders a second; the database can answer 200
      parse.enqueue(new Order("pie", i % 5 == 0 ? member : guest, graph.clock().nanos()));
      Thread.sleep(i % 2 == 0 ? 5 : 0);
    }
    graph.stop(Duration.ofSeconds(10)); // completes the accepted orders, then ends the threads
    for (ClassSnapshot seen : price.snapshot().classes()) {
      System.out.printf(
          "rank %d: %d answered, %d refused, %d shed; 90 %% of the answers took up to %.0f ms%n",
          seen.rank(),
          seen.completed(),
          seen.rejected(),
          seen.shed(),
          seen.total().response().p90() / 1e6);
    }
  }
}
// end
