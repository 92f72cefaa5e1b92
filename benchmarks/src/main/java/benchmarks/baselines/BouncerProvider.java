package benchmarks.baselines;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.Stage;
import seda.kernel.config.AdmissionProvider;
import seda.kernel.config.Section;
import seda.kernel.graph.StageGraph;

/**
 * Bouncer: H. Xu, J. A. Colmenares, <i>Bouncer: Admission Control with Response Time Objectives for
 * Low-latency Online Data Systems</i>, SIGMOD 2024. At arrival it estimates the percentile of an
 * event's response time from the waiting events of all types of its threads, and compares it with
 * the objective of its type:
 *
 * <pre>
 *   wait = Σ types: waiting·mean service time / threads
 *   admit iff wait + p90 of the type's service times ≤ objective      objective = slo·target
 * </pre>
 *
 * <p>An event that would be refused may be admitted by a {@link Remedy} against starvation.
 */
public final class BouncerProvider implements AdmissionProvider {
  @Override
  public String kind() {
    return "bouncer";
  }

  @Override
  public Factory read(Section section) {
    double slo = section.number("slo", 0.01, 1).orElse(1.0);
    Remedy remedy = section.choice("remedy", Remedy.class).orElse(Remedy.HELPING_THE_UNDERSERVED);
    double strength = section.number("strength", 0.0001, 1).orElse(remedy.usualStrength());
    long retry = Refusal.retryNanos(section);
    return graph ->
        new Service(slo, remedy, strength, new Refusal(Outcome.TOO_LATE, retry, graph), graph);
  }

  private static final class Service implements Policies {
    private final List<OfStage> types = new CopyOnWriteArrayList<>();
    private final double slo;
    private final Remedy remedy;
    private final double strength;
    private final Refusal refusal;
    private final Hashes random;

    Service(double slo, Remedy remedy, double strength, Refusal refusal, StageGraph graph) {
      this.slo = slo;
      this.remedy = remedy;
      this.strength = strength;
      this.refusal = refusal;
      this.random = new Hashes(graph.clock().nanos());
    }

    @Override
    public AdmissionController<Object> admission(Stage<?> stage) {
      OfStage type = new OfStage(stage);
      types.add(type);
      return type;
    }

    /** Stages of other threads do not delay the event. */
    private double waitNanos(OfStage of, int threads) {
      double work = 0;
      for (OfStage type : types) {
        if (type.stage.domain().equals(of.stage.domain())) {
          work += type.stage.load().waiting() * type.times.mean();
        }
      }
      return work / threads;
    }

    private double meanAcceptance(long now) {
      return types.stream().mapToDouble(type -> type.ratio.accepted(now)).average().orElse(1);
    }

    private final class OfStage implements AdmissionController<Object>, CompletionObserver {
      private final Stage<?> stage;
      private final ServiceTimes times = new ServiceTimes();
      private final AcceptanceRatio ratio = new AcceptanceRatio();

      OfStage(Stage<?> stage) {
        this.stage = stage;
      }

      @Override
      public EnqueueResult admit(Object event, ServiceClass of, int credits, QueueState queue) {
        long now = queue.nanos();
        boolean admitted = meets(of, queue) || remedied(now);
        ratio.add(admitted, now);
        return admitted ? EnqueueResult.ACCEPTED : refusal.next();
      }

      private boolean meets(ServiceClass of, QueueState queue) {
        long target = stage.targets().nanos(of.rank());
        int threads = Math.max(1, queue.work().threads());
        return target == 0 || waitNanos(this, threads) + times.p90(queue.nanos()) <= slo * target;
      }

      private boolean remedied(long now) {
        double chance =
            switch (remedy) {
              case NONE -> 0;
              case ACCEPTANCE_ALLOWANCE -> remedy.chance(ratio.accepted(now), 1, strength);
              case HELPING_THE_UNDERSERVED ->
                  remedy.chance(ratio.accepted(now), meanAcceptance(now), strength);
            };
        return chance > 0 && random.nextDouble() < chance;
      }

      @Override
      public boolean predicts() {
        return true;
      }

      @Override
      public void completed(ServiceClass of, long waiting, long service, long response) {
        times.add(service);
      }
    }
  }
}
