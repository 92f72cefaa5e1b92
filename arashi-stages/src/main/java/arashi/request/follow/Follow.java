package arashi.request.follow;

import arashi.front.route.Front;
import arashi.front.route.UserRequest;
import arashi.store.database.BackgroundLoop;
import arashi.target.RequestType;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import seda.kernel.WorkerPool;
import seda.kernel.WorkerPoolConfig;
import seda.kernel.graph.StageGraph;

/**
 * Streams changes of the account to the browser. The response time is the time until the response
 * starts.
 */
public final class Follow extends UserRequest<FollowRequest> {
  /** The request type. */
  public static final RequestType TYPE = RequestType.of("follow", Duration.ofSeconds(1));

  /** The domain whose single thread polls for changes, and reads the store for that. */
  public static final String POOL = "follow";

  /** The stage that polls for changes. */
  public static final String WATCH = "watch";

  private Follow(Front front, Followers followers) {
    super(
        TYPE,
        new FollowHandler(
            front.pages(), front.store().mail().changes(), followers, front.retryAfter()),
        Way.get("/events", FollowRequest::read));
  }

  /**
   * Declares the polling stage on a thread of its own, so that load or slow queries in other stages
   * do not delay it.
   *
   * @param sessionCheck how long a stream may outlive its session; at least one poll
   * @param stopping whether the service is stopping, so that all streams must end
   */
  public static Follow of(
      StageGraph graph,
      Front front,
      FollowLimits limits,
      Duration sessionCheck,
      BooleanSupplier stopping) {
    Followers followers = new Followers(limits, graph.clock());
    SessionWatch sessions =
        new SessionWatch(front.store().people().sessions(), sessionCheck, graph.clock());
    Watch watch =
        new Watch(
            front.store().mail().changes(), followers, sessions, limits, graph.clock(), stopping);
    WorkerPool pool = graph.workerPool(WorkerPoolConfig.fixed(POOL, 1));
    new BackgroundLoop(WATCH, 0, limits.poll()).declare(graph, pool, watch::step);
    return new Follow(front, followers);
  }
}
