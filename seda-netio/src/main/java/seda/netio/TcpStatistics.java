package seda.netio;

/**
 * Figures of a {@link TcpServer} or {@link TcpClient} since its start. {@code opened = open +
 * closed} at rest.
 *
 * @param open open connections
 * @param opened connections accepted or made
 * @param closed closed connections
 * @param evicted connections closed because room was short; included in {@code closed}
 * @param refused connections closed at once because of their address's limit; included in {@code
 *     closed}
 * @param buffersInUse buffers with unread bytes or, under TLS, unsent ones
 */
public record TcpStatistics(
    long open, long opened, long closed, long evicted, long refused, int buffersInUse) {}
