package benchmarks.baselines;

import java.time.Duration;
import java.util.function.LongSupplier;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.config.Section;
import seda.kernel.control.AimdController;
import seda.kernel.graph.StageGraph;

/**
 * Parameters of the papers' AIMD controller, with the keys of the kernel's kind {@code
 * response-time}.
 *
 * @param settings gains and rates
 * @param depth depth of the bucket in events
 * @param samples completions after which the controller runs
 * @param timeout longest interval between two runs
 */
record Aimd(AimdController.Settings settings, int depth, int samples, Duration timeout) {

  static Aimd read(Section section) {
    double speed = section.number("speed", 0.001, 1_000).orElse(1.0);
    return new Aimd(
        AimdController.Settings.PAPER.forSpeed(speed),
        section.integer("depth", 1).orElse(1),
        section.integer("samples", 1, 1_000_000).orElse(ResponseTimeAdmission.PAPER_SAMPLES),
        section.duration("timeout").orElse(ResponseTimeAdmission.PAPER_TIMEOUT));
  }

  /** Starts a controller that holds a target in nanoseconds; the caller closes it. */
  ResponseTimeAdmission start(LongSupplier targetNanos, StageGraph graph) {
    return new ResponseTimeAdmission(
        new AimdController(settings, targetNanos),
        depth,
        samples,
        timeout,
        graph.clock(),
        graph.timers());
  }
}
