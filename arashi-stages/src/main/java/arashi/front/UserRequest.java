package arashi.front;

import arashi.target.RequestType;
import java.util.List;
import seda.kernel.Stage;

/**
 * What a signed-in user asks for. Its stage runs on the mail-store pool under the targets of its
 * type; a request has the class of its user. One that is refused gets a busy page that keeps what
 * was typed.
 *
 * @param <E> the requests
 */
public abstract non-sealed class UserRequest<E extends MailRequest> extends Request<E> {
  private final RequestType type;
  private final RequestHandler<E> handler;

  /**
   * A descriptor.
   *
   * @param handler answers; knows what the busy page says
   * @param ways at least one
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // they are copied
  protected UserRequest(RequestType type, RequestHandler<E> handler, Way<E>... ways) {
    super(type.name(), List.of(ways));
    this.type = type;
    this.handler = handler;
  }

  @Override
  final List<Route> declare(RequestStages stages) {
    Stage<E> stage = stages.ofUsers(stage(), handler);
    stages.control().add(type, stage);
    return stages.routes(ways(), stage, handler.busyWords());
  }
}
