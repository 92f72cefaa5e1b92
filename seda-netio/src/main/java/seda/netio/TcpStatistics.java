package seda.netio;

/**
 * Figures of a {@link TcpServer} or {@link TcpClient} since its start; {@code opened = open +
 * closed} whenever nothing is in motion.
 *
 * @param open connections now
 * @param opened connections accepted or made
 * @param closed connections ended
 * @param buffersInUse read buffers that hold unread bytes
 */
public record TcpStatistics(long open, long opened, long closed, int buffersInUse) {}
