package benchmarks.baselines;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.ThreadDomain;
import seda.kernel.WorkState;
import seda.kernel.config.AdmissionProvider;
import seda.kernel.config.Section;

/**
 * Netflix's Gradient2 limit of the requests in flight, by its library: the limit grows while short
 * and long averages of the latency agree, and shrinks by their ratio. It knows no target. One limit
 * for each pool of threads: of its waiting events and busy threads.
 */
public final class Gradient2Provider implements AdmissionProvider {
  /** Parameters of the library, with its defaults. */
  private record Settings(int least, int most, int queue, double tolerance, double smoothing) {
    static Settings read(Section section) {
      return new Settings(
          section.integer("min-limit", 1, 100_000).orElse(20),
          section.integer("max-limit", 1, 100_000).orElse(200),
          section.integer("queue-size", 1, 100_000).orElse(4),
          section.number("tolerance", 1, 100).orElse(1.5),
          section.number("smoothing", 0.001, 1).orElse(0.2));
    }

    Limit limit() {
      return new Gradient2Limit.Builder()
          .initialLimit(least)
          .minLimit(least)
          .maxConcurrency(most)
          .queueSize(queue)
          .rttTolerance(tolerance)
          .smoothing(smoothing)
          .build();
    }
  }

  @Override
  public String kind() {
    return "gradient2";
  }

  @Override
  public Factory read(Section section) {
    Settings settings = Settings.read(section);
    long retry = Refusal.retryNanos(section);
    return graph -> new Service(settings, new Refusal(Outcome.OVER_THRESHOLD, retry, graph));
  }

  private static final class Service implements Policies {
    private final Map<ThreadDomain, Limit> limits = new ConcurrentHashMap<>();
    private final List<Stage<?>> stages = new CopyOnWriteArrayList<>();
    private final Settings settings;
    private final Refusal refusal;

    Service(Settings settings, Refusal refusal) {
      this.settings = settings;
      this.refusal = refusal;
    }

    @Override
    public AdmissionController<Object> admission(Stage<?> stage) {
      stages.add(stage);
      return new OfStage(stage);
    }

    private Limit limit(ThreadDomain domain) {
      return limits.computeIfAbsent(domain, key -> settings.limit());
    }

    private int inFlight(ThreadDomain domain, int busy) {
      int waiting = 0;
      for (Stage<?> stage : stages) {
        if (stage.domain().equals(domain)) {
          waiting += stage.load().waiting();
        }
      }
      return waiting + busy;
    }

    private final class OfStage implements AdmissionController<Object>, CompletionObserver {
      private final Stage<?> stage;
      private volatile int inFlight;

      OfStage(Stage<?> stage) {
        this.stage = stage;
      }

      @Override
      public EnqueueResult admit(Object event, ServiceClass of, int credits, QueueState queue) {
        ThreadDomain domain = stage.domain();
        WorkState work = queue.work();
        inFlight = inFlight(domain, work.threads() - work.idleThreads());
        return inFlight < limit(domain).getLimit() ? EnqueueResult.ACCEPTED : refusal.next();
      }

      @Override
      public boolean predicts() {
        return true;
      }

      @Override
      public void completed(ServiceClass of, long waiting, long service, long response) {
        limit(stage.domain()).onSample(0, waiting + service, Math.max(1, inFlight), false);
      }
    }
  }
}
