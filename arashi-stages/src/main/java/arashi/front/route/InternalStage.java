package arashi.front.route;

import arashi.front.MailRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import seda.kernel.EventHandler;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.ThreadDomain;
import seda.netio.http.HttpExchange;

/**
 * A stage without targets, which admins and consoles cannot configure.
 *
 * @param <E> the events of its stage
 */
public final class InternalStage<E> extends Request<E> {
  private final Function<RequestStages, List<Route>> declaration;
  private final Function<DirectRoutes, List<Route>> direct;

  private InternalStage(
      String stage,
      List<Way<E>> ways,
      Function<RequestStages, List<Route>> declaration,
      Function<DirectRoutes, List<Route>> direct) {
    super(stage, ways);
    this.declaration = declaration;
    this.direct = direct;
  }

  /** Declares a stage of the mail-store pool in which each class keeps its share. */
  public static <E extends MailRequest> InternalStage<E> ofUsers(
      String name, RequestHandler<E> handler, Way<E> way) {
    List<Way<E>> ways = List.of(way);
    return new InternalStage<>(
        name,
        ways,
        stages -> {
          Stage<E> stage = stages.ofUsers(name, stages.storeRoom(), handler);
          stages.control().share(stage);
          return stages.routes(ways, stage, Optional.empty(), handler.busyWords());
        },
        routes -> routes.ofUsers(ways, handler));
  }

  /** Declares a stage that needs no session, never fails, and sheds only when the service stops. */
  public static InternalStage<HttpExchange> open(
      String name,
      ThreadDomain domain,
      EventHandler<HttpExchange> handler,
      Route.Refusal refusal,
      Way<HttpExchange> way) {
    List<Way<HttpExchange>> ways = List.of(way);
    return new InternalStage<>(
        name,
        ways,
        stages -> {
          Stage<HttpExchange> stage = stages.graph().stage(StageConfig.named(name), domain);
          stage.handledBy(handler);
          return List.of(Route.open(way, stage, refusal));
        },
        routes -> routes.open(ways, handler, refusal));
  }

  @Override
  List<Route> declare(RequestStages stages) {
    return declaration.apply(stages);
  }

  @Override
  List<Route> direct(DirectRoutes routes) {
    return direct.apply(routes);
  }
}
