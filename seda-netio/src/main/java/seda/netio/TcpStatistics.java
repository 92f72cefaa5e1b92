package seda.netio;

/**
 * Figures of a {@link TcpServer} or {@link TcpClient} since its start; {@code opened = open +
 * closed} whenever nothing is in motion.
 *
 * @param open connections now
 * @param opened connections accepted or made
 * @param closed connections ended
 * @param evicted connections closed because room was short; a part of {@code closed}
 * @param refused connections closed at once because their address had as many as it may have; a
 *     part of {@code closed}
 * @param buffersInUse buffers that hold bytes which are unread or, under TLS, unsent
 */
public record TcpStatistics(
    long open, long opened, long closed, long evicted, long refused, int buffersInUse) {}
