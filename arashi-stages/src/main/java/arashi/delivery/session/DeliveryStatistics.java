package arashi.delivery.session;

import seda.netio.TcpStatistics;

/**
 * Figures of a {@link DeliveryServer}.
 *
 * @param sockets connections of delivering clients
 * @param memoryBytes memory of mails that are incoming or not yet stored
 * @param waiting mails that wait for memory
 */
public record DeliveryStatistics(TcpStatistics sockets, long memoryBytes, int waiting) {}
