package arashi.front;

import java.util.HexFormat;
import seda.netio.http.HttpExchange;

/**
 * A request whose session this node has not seen lately; the event of the session stage.
 *
 * @param exchange the request
 * @param match where it goes once it is known who asks
 * @param tokenHash under which the session is kept
 */
public record SessionLookup(HttpExchange exchange, Route.Match match, byte[] tokenHash) {

  /** The hash in hexadecimal, as caches and users carry it. */
  String key() {
    return HexFormat.of().formatHex(tokenHash);
  }
}
