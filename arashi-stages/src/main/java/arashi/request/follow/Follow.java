package arashi.request.follow;

import arashi.front.Front;
import arashi.front.UserRequest;
import arashi.store.database.BackgroundLoop;
import arashi.target.RequestType;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;

/** Follows what changes in the account. The response time is that until the answer begins. */
public final class Follow extends UserRequest<FollowRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("follow", Duration.ofSeconds(1));

  /** The domain whose thread looks for changes, and uses the store for that. */
  public static final String POOL = "follow";

  /** The stage that looks for changes. */
  public static final String WATCH = "watch";

  private Follow(Front front, Followers followers) {
    super(
        TYPE,
        new FollowHandler(front.pages(), front.store().changes(), followers, front.retryAfter()),
        Way.get("/events", FollowRequest::read));
  }

  /**
   * Declares the stage that looks for changes, in a thread of its own: neither load nor a slow
   * database in other stages holds it up.
   *
   * @param stopping whether the service stops, and all answers have to end
   */
  public static Follow of(
      StageGraph graph, Front front, FollowLimits limits, BooleanSupplier stopping) {
    Followers followers = new Followers(limits, graph.clock());
    Watch watch = new Watch(front.store().changes(), followers, limits, graph.clock(), stopping);
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed(POOL, 1));
    new BackgroundLoop(WATCH, 0, limits.poll()).declare(graph, pool, watch::step);
    return new Follow(front, followers);
  }
}
