package arashi.delivery.session;

import seda.netio.TcpStatistics;

/**
 * Figures of a {@link DeliveryServer}.
 *
 * @param sockets connections of clients that bring mail
 * @param memoryBytes that mails take which come in or are not stored yet
 */
public record DeliveryStatistics(TcpStatistics sockets, long memoryBytes) {}
