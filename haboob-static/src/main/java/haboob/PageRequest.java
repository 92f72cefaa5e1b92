package haboob;
import seda.netio.http.HttpExchange;
/** x */
public record PageRequest(HttpExchange exchange, String path) {}
