package arashi.front;

import seda.netio.http.HttpExchange;

/** The event of a request stage: what one user asks for. */
public interface MailRequest {

  /** Where the answer goes. */
  HttpExchange exchange();

  /** Who asks. */
  User user();
}
