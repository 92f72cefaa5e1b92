package seda.netio.http;

/**
 * Figures of an {@link HttpServer} since its start. {@code accepted = open + closed} at rest.
 *
 * @param open open connections
 * @param accepted accepted connections
 * @param closed closed connections
 * @param requests requests passed to the application
 * @param running unanswered requests
 * @param refused requests that the server itself answered with an error
 * @param evicted connections closed because room was short
 * @param turnedAway connections closed at once because of their address's limit
 * @param buffersInUse buffers with unread bytes or unsent heads
 * @param unlogged answers missing in the access log
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
