package seda.netio;

/**
 * Figures of a {@link TcpServer} or {@link TcpClient} since its start; {@code opened = open +
 * closed} whenever nothing is in motion.
 *
 * @param open connections now
 * @param opened connections accepted or made
 * @param closed connections ended
 * @param buffersInUse buffers that hold bytes which are unread or, under TLS, unsent
 */
public record TcpStatistics(long open, long opened, long closed, int buffersInUse) {}
