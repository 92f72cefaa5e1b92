package arashi.front;

import seda.kernel.Answerable;
import seda.netio.http.HttpExchange;

/** The event of a request stage: what one user asks for. */
public interface MailRequest extends Answerable {

  /** Where the answer goes. */
  HttpExchange exchange();

  /** Who asks. */
  User user();

  /** {@inheritDoc} The plain answer of HTTP, for want of a page. */
  @Override
  default void shed() {
    exchange().shed();
  }

  /** {@inheritDoc} The plain answer of HTTP, for want of a page. */
  @Override
  default void failed(Throwable cause) {
    exchange().failed(cause);
  }
}
