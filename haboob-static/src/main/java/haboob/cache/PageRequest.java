package haboob.cache;

import java.util.Objects;
import seda.kernel.Answerable;
import seda.netio.http.HttpExchange;

/**
 * A request for a page.
 *
 * @param exchange the request, to be answered by the stages of {@link StaticPages}
 * @param path the requested file below the root: decoded, without a leading slash; empty or with a
 *     trailing slash for a directory. Needs no validation.
 */
public record PageRequest(HttpExchange exchange, String path) implements Answerable {

  public PageRequest {
    Objects.requireNonNull(exchange, "exchange");
    Objects.requireNonNull(path, "path");
  }

  @Override
  public void shed() {
    exchange.shed();
  }

  @Override
  public void failed(Throwable cause) {
    exchange.failed(cause);
  }
}
