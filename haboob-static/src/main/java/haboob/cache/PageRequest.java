package haboob.cache;

import java.util.Objects;
import seda.kernel.Answerable;
import seda.netio.http.HttpExchange;

/**
 * A request for a page.
 *
 * @param exchange the request, to be answered by the stages of {@link StaticPages}
 * @param path the file asked for, below the root: decoded, without a leading slash; empty or with a
 *     slash at the end for a directory. Need not be checked in any way.
 */
public record PageRequest(HttpExchange exchange, String path) implements Answerable {

  /** Checks that both are there. */
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
