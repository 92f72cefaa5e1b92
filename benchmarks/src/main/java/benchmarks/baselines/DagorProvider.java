package benchmarks.baselines;

import java.time.Duration;
import java.util.Set;
import seda.kernel.AdmissionController;
import seda.kernel.CompletionObserver;
import seda.kernel.EnqueueResult;
import seda.kernel.EnqueueResult.Outcome;
import seda.kernel.QueueState;
import seda.kernel.ServiceClass;
import seda.kernel.config.AdmissionProvider;
import seda.kernel.config.Section;

/**
 * DAGOR, the overload control of WeChat: H. Zhou et al., <i>Overload Control for Scaling WeChat
 * Microservices</i>, SoCC 2018, with its errata. One detector and one admission level for all
 * stages. An event's level is that of its business and, within it, of its user; {@link DagorLevel}
 * moves the admitted one. The types in {@code first} have the first business level, the others the
 * second. A user's level is a hash of the user and the period, so the same users are served for a
 * period.
 */
public final class DagorProvider implements AdmissionProvider {
  static final int USER_LEVELS = 128;
  private static final int BUSINESS_LEVELS = 2;
  private static final Duration USUAL_WAIT = Duration.ofMillis(20);
  private static final Duration USUAL_WINDOW = Duration.ofSeconds(1);
  private static final Duration USUAL_PERIOD = Duration.ofHours(1);

  @Override
  public String kind() {
    return "dagor";
  }

  @Override
  public Factory read(Section section) {
    DagorLevel.Settings settings =
        new DagorLevel.Settings(
            section.duration("wait").orElse(USUAL_WAIT).toNanos(),
            section.duration("window").orElse(USUAL_WINDOW).toNanos(),
            section.integer("requests", 1).orElse(2_000),
            section.number("alpha", 0.0001, 1).orElse(0.05),
            section.number("beta", 0.0001, 1).orElse(0.01));
    long period = section.duration("period").orElse(USUAL_PERIOD).toNanos();
    Set<String> first = section.has("first") ? section.names("first") : Set.of();
    long retry = Refusal.retryNanos(section);
    return graph -> {
      DagorLevel level = new DagorLevel(settings, BUSINESS_LEVELS * USER_LEVELS);
      Refusal refusal = new Refusal(Outcome.NOT_ADMITTED, retry, graph);
      return stage -> new OfStage(level, first.contains(stage.name()) ? 0 : 1, period, refusal);
    };
  }

  private static final class OfStage implements AdmissionController<Object>, CompletionObserver {
    private final DagorLevel level;
    private final int business;
    private final long periodNanos;
    private final Refusal refusal;

    OfStage(DagorLevel level, int business, long periodNanos, Refusal refusal) {
      this.level = level;
      this.business = business;
      this.periodNanos = periodNanos;
      this.refusal = refusal;
    }

    @Override
    public EnqueueResult admit(Object event, ServiceClass of, int credits, QueueState queue) {
      long now = queue.nanos();
      long hash = Hashes.of(Hashes.of(UserEvent.userOf(event)) + now / periodNanos);
      int user = (int) Math.floorMod(hash, (long) USER_LEVELS);
      return level.admits(business * USER_LEVELS + user, now)
          ? EnqueueResult.ACCEPTED
          : refusal.next();
    }

    @Override
    public void completed(ServiceClass of, long waiting, long service, long response) {
      level.waited(waiting);
    }
  }
}
