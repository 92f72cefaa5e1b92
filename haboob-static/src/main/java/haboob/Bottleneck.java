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
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageLoad;
import seda.kernel.WorkerPool;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.control.QualityController;
import seda.kernel.graph.StageGraph;
import seda.netio.http.HttpExchange;
import seda.netio.http.HttpResponse;

/**
 * The stage of the bottleneck page. Its admission refuses what can't meet the target any more; its
 * quality, which falls while too much waits, says what part of the work is done for a page [USITS
 * 2003, §3.4].
 */
final class Bottleneck implements Sink<HttpExchange> {
  static final String STAGE = "bottleneck";

  private static final double LEAST_QUALITY = 0.01;
  private static final Duration PERIOD = Duration.ofMillis(100);

  /** The page has this length at any quality, as that of the paper. */
  private static final int PAGE_BYTES = 8 << 10;

  private final Stage<HttpExchange> stage;
  private final Sink<HttpExchange> sink;
  private final QualityController quality = new QualityController(LEAST_QUALITY);
  private final long targetNanos;

  /**
   * Declares the stage.
   *
   * @param work does the work for one page, which takes so long alone
   */
  Bottleneck(
      StageGraph graph, BottleneckConfig config, RandomGenerator random, Consumer<Duration> work) {
    WorkerPool pool = graph.workerPool(STAGE, config.threads());
    StageConfig stageConfig =
        StageConfig.named(STAGE)
            .withQueueCapacity(1 << 16) // admission is what bounds it
            .withBatchSize(1)
            .withTarget(config.target());
    this.stage = graph.stage(stageConfig, pool);
    this.sink = graph.sink(STAGE);
    this.targetNanos = config.target().toNanos();
    stage
        .handledBy(EventHandler.each(exchange -> exchange.respond(page(config.work(), work))))
        .listener(new Unanswered())
        .arrivedAt(HttpExchange::arrivedNanos)
        .admission(new DeadlineAdmission(stage.targets(), stage::guaranteedShare, random));
    graph.timers().every(PERIOD, this::adjust);
  }

  private HttpResponse page(Duration full, Consumer<Duration> work) {
    double part = stage.quality().value();
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
    StageLoad load = stage.load();
    stage
        .quality()
        .control(quality.next(load.workNanos(), load.threads(), targetNanos, PERIOD.toNanos()));
  }

  /** {@inheritDoc} What is refused has been answered. */
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
