package guide;

// snippet
import java.time.Duration;
import seda.kernel.Clock;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.IoSource;
import seda.kernel.Processors;
import seda.kernel.ProcessorsConfig;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

final class Hello {
  public static void main(String[] arguments) {
    StageGraph graph = new StageGraph(Clock.system());
    Processors processors = graph.processors(ProcessorsConfig.named("cpu"), IoSource::none);
    WorkerPool pool = graph.workerPool("blocking", 2);

    Stage<String> parse = graph.stage(StageConfig.named("parse"), processors);
    Stage<Integer> print = graph.stage(StageConfig.named("print"), pool);
    parse.handledBy(EventHandler.each(line -> print.enqueue(Integer.valueOf(line))));
    print.handledBy(EventHandler.each(System.out::println));
    graph.start();

    EnqueueResult result = parse.enqueue("42");
    if (!result.accepted()) {
      System.err.println(result.outcome() + ", try again in " + result.retryAfter());
    }
    graph.stop(Duration.ofSeconds(10)); // 42 is printed before the threads end
  }
}
// end
