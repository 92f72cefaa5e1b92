package arashi.front.route;

import arashi.target.RequestType;
import java.util.List;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.netio.http.HttpExchange;

/**
 * A request that needs no session. Its stage runs on the domain of its descriptor, under the
 * targets of its type. The client's address or a header determines the class. The descriptor has
 * its own refusal.
 */
public abstract non-sealed class OpenRequest extends Request<HttpExchange> {
  private final RequestType type;
  private final StageConfig config;
  private final ThreadDomain domain;
  private final EventHandler<HttpExchange> handler;
  private final Route.Refusal refusal;

  /**
   * Creates a descriptor.
   *
   * @param queueCapacity requests that may wait
   * @param domain runs the stage
   * @param handler answers, and checks the origin of the request
   * @param refusal answer if the stage or the database refuses
   * @param way the route to the stage
   */
  protected OpenRequest(
      RequestType type,
      int queueCapacity,
      ThreadDomain domain,
      EventHandler<HttpExchange> handler,
      Route.Refusal refusal,
      Way<HttpExchange> way) {
    super(type.name(), List.of(way));
    this.type = type;
    this.config = StageConfig.named(type.name()).withQueueCapacity(queueCapacity).withBatchSize(1);
    this.domain = domain;
    this.handler = handler;
    this.refusal = refusal;
  }

  @Override
  final List<Route> declare(RequestStages stages) {
    Stage<HttpExchange> stage = stages.open(config, domain, handler, refusal);
    stages.control().add(type, stage);
    return ways().stream().map(way -> Route.open(way, stage, refusal)).toList();
  }

  @Override
  final List<Route> direct(DirectRoutes routes) {
    return routes.open(ways(), handler, refusal);
  }
}
