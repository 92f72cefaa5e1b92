package haboob;

import haboob.http.Responses;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.ServiceClass;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.control.QualityController;
import seda.kernel.graph.StageGraph;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;

/**
 * The stage of the bottleneck page. Its admission controller refuses requests that can't meet the
 * target. Its quality falls while the queue is too long and sets the share of the work done per
 * page [USITS 2003, §3.4].
 */
final class Bottleneck implements Sink<HttpExchange> {
  static final String STAGE = "bottleneck";

  private static final double LEAST_QUALITY = 0.01;
  private static final Duration PERIOD = Duration.ofMillis(100);

  /** Page length at any quality, as in the paper. */
  private static final int PAGE_BYTES = 8 << 10;

  private final Stage<HttpExchange> stage;
  private final Sink<HttpExchange> sink;
  private final QualityController quality = new QualityController(LEAST_QUALITY);

  /**
   * Declares the stage.
   *
   * @param work does the work of one page, which takes the given time on an idle processor
   */
  Bottleneck(
      StageGraph graph, BottleneckConfig config, RandomGenerator random, Consumer<Duration> work) {
    WorkerPool pool = graph.workerPool(STAGE, config.threads());
    StageConfig stageConfig =
        StageConfig.named(STAGE)
            .withQueueCapacity(1 << 16) // admission is the actual bound
            .withBatchSize(1)
            .withTarget(config.target());
    this.stage = graph.stage(stageConfig, pool);
    this.sink = graph.sink(STAGE);
    stage
        .handledBy(EventHandler.each(exchange -> exchange.respond(page(config.work(), work))))
        .listener(new Unanswered())
        .arrivedAt(HttpExchange::arrivedNanos)
        .admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, random));
    graph.timers().every(PERIOD, this::adjust);
  }

  private HttpResponse page(Duration full, Consumer<Duration> work) {
    double part = stage.quality().value(ServiceClass.DEFAULT.rank());
    work.accept(Duration.ofNanos((long) (full.toNanos() * part)));
    String text = String.format("<!doctype html><title>Bottleneck</title><p>Quality %.2f%n", part);
    byte[] bytes = new byte[PAGE_BYTES];
    Arrays.fill(bytes, (byte) ' ');
    byte[] visible = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(visible, 0, bytes, 0, visible.length);
    return Responses.safe(HttpResponse.of(200))
        .header("Cache-Control", "no-store")
        .body("text/html; charset=utf-8", bytes);
  }

  private void adjust() {
    int rank = ServiceClass.DEFAULT.rank();
    quality.adjust(stage.load(), stage.targets(), 0, PERIOD.toNanos());
    stage.quality().control(rank, quality.quality(rank));
  }

  /** {@inheritDoc} A refused request has been answered. */
  @Override
  public EnqueueResult enqueue(HttpExchange exchange) {
    EnqueueResult result = sink.enqueue(exchange);
    if (!result.accepted()) {
      exchange.respond(Responses.busy(result.retryAfter()));
    }
    return EnqueueResult.ACCEPTED;
  }

  private static final class Unanswered implements EventListener<HttpExchange> {
    @Override
    public void failed(HttpExchange exchange, Throwable cause) {
      exchange.respond(Responses.FAILED);
    }

    @Override
    public void shed(HttpExchange exchange) {
      exchange.respond(Responses.busy(Duration.ZERO));
    }
  }
}
