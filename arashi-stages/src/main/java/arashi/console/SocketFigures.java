package arashi.console;

import arashi.delivery.session.DeliveryStatistics;
import java.util.function.Supplier;
import seda.netio.http.HttpStatistics;

/**
 * Where the figures of the sockets come from; any thread asks.
 *
 * @param http of the web pages
 * @param delivery of mail that arrives
 */
public record SocketFigures(Supplier<HttpStatistics> http, Supplier<DeliveryStatistics> delivery) {}
