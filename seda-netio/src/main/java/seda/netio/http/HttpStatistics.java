package seda.netio.http;

/**
 * Figures of an {@link HttpServer} since its start. {@code accepted = open + closed} whenever
 * nothing is in motion.
 *
 * @param open connections now
 * @param accepted connections accepted
 * @param closed connections ended, by whichever side
 * @param requests requests passed to the application
 * @param running requests that are not answered yet
 * @param refused requests answered by the server itself with an error
 * @param evicted connections closed because room was short
 * @param turnedAway connections closed at once because their address had as many as it may have
 * @param buffersInUse buffers that hold unread bytes or unsent heads
 * @param unlogged answers that are missing in the access log
 */
public record HttpStatistics(
    long open,
    long accepted,
    long closed,
    long requests,
    long running,
    long refused,
    long evicted,
    long turnedAway,
    int buffersInUse,
    long unlogged) {}
