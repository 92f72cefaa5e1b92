package arashi.console;

import arashi.delivery.session.DeliveryStatistics;
import java.util.function.Supplier;
import seda.netio.http.HttpStatistics;

/**
 * Suppliers of socket statistics, called on any thread.
 *
 * @param http statistics of web connections
 * @param delivery statistics of incoming mail
 */
public record SocketFigures(Supplier<HttpStatistics> http, Supplier<DeliveryStatistics> delivery) {}
