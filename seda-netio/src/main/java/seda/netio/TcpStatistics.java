package seda.netio;

/**
 * Figures of a {@link TcpServer} since its start; {@code accepted = open + closed} whenever nothing
 * is in motion.
 *
 * @param open connections now
 * @param accepted connections accepted
 * @param closed connections ended
 * @param buffersInUse read buffers that hold unread bytes
 */
public record TcpStatistics(long open, long accepted, long closed, int buffersInUse) {}
