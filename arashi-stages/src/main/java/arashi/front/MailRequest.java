package arashi.front;

import arashi.front.session.User;
import seda.kernel.Answerable;
import seda.netio.http.HttpExchange;

/** The event of a request stage: a request of a signed-in user. */
public interface MailRequest extends Answerable {

  /** The HTTP exchange that takes the answer. */
  HttpExchange exchange();

  /** The user who sent the request. */
  User user();

  /** {@inheritDoc} Sends the plain HTTP answer, because no page is at hand. */
  @Override
  default void shed() {
    exchange().shed();
  }

  /** {@inheritDoc} Sends the plain HTTP answer, because no page is at hand. */
  @Override
  default void failed(Throwable cause) {
    exchange().failed(cause);
  }

  @Override
  default boolean isAbandoned() {
    return exchange().isAbandoned();
  }
}
