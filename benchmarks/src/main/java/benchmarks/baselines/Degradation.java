package benchmarks.baselines;

import java.util.Arrays;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.Timers;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.graph.StageGraph;

/**
 * The papers' degradation of a stage [USITS 2003, §3.4]. It follows the stage's own 90th
 * percentile:
 *
 * <pre>
 *   p90 &gt; target     quality ← max(least, quality / fall)
 *   p90 &lt; target/2   quality ← min(1, quality + rise)
 * </pre>
 *
 * <p>The paper gives no values. Admission by AIMD is off until the quality is the lowest, and off
 * again once it rises. Thread-safe. Active until {@link #close}.
 */
final class Degradation implements AdmissionController<Object>, CompletionObserver {
  private static final double PERCENTILE = 0.9;

  private final Stage<?> stage;
  private final boolean degradable;
  private final Settings settings;
  private final Aimd aimd;
  private final StageGraph graph;
  private final Timers.Handle timer;
  private volatile ResponseTimeAdmission admission;

  // guarded by this
  private final long[] samples;
  private int count;
  private double quality = 1;

  /** Lowest quality, its rise in an interval, and the divisor of its fall. */
  record Settings(double least, double rise, double fall) {}

  Degradation(Stage<?> stage, boolean degradable, Settings settings, Aimd aimd, StageGraph graph) {
    this.stage = stage;
    this.degradable = degradable;
    this.settings = settings;
    this.aimd = aimd;
    this.graph = graph;
    this.samples = new long[aimd.samples()];
    if (degradable) {
      this.timer = graph.timers().every(aimd.timeout(), this::end);
    } else {
      this.timer = () -> false;
      this.admission = admit();
    }
  }

  private ResponseTimeAdmission admit() {
    return aimd.start(() -> stage.targets().nanos(0), graph);
  }

  @Override
  public EnqueueResult admit(Object event, ServiceClass of, int credits, QueueState queue) {
    ResponseTimeAdmission on = admission;
    return on == null ? EnqueueResult.ACCEPTED : on.admit(event, of, credits, queue);
  }

  @Override
  public void completed(ServiceClass of, long waiting, long service, long response) {
    ResponseTimeAdmission on = admission;
    if (on != null) {
      on.completed(of, waiting, service, response);
    }
    if (degradable) {
      sample(response);
    }
  }

  private synchronized void sample(long response) {
    samples[count++] = response;
    if (count == samples.length) {
      end();
    }
  }

  private synchronized void end() {
    Arrays.sort(samples, 0, count);
    long p90 = count == 0 ? 0 : samples[(int) Math.ceil(PERCENTILE * count) - 1];
    boolean stalled = count == 0 && stage.load().waiting() > 0;
    count = 0;
    long target = stage.targets().nanos(0);
    if (target > 0 && !stalled) {
      follow(p90, target);
    }
  }

  private void follow(long p90, long target) {
    if (p90 > target) {
      quality = Math.max(settings.least(), quality / settings.fall());
    } else if (p90 < target / 2) {
      quality = Math.min(1, quality + settings.rise());
    }
    for (int rank = 0; rank <= ServiceClass.MAX_RANK; rank++) {
      stage.quality().control(rank, quality);
    }
    boolean lowest = quality <= settings.least();
    if (lowest && admission == null) {
      admission = admit();
    } else if (!lowest && admission != null) {
      admission.close();
      admission = null;
    }
  }

  synchronized void close() {
    timer.cancel();
    if (admission != null) {
      admission.close();
    }
  }
}
