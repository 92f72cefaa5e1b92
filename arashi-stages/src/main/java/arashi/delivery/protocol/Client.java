package arashi.delivery.protocol;

/**
 * The client of a session.
 *
 * @param address like {@code 192.0.2.1}, or {@code unix} for a local socket
 * @param trusted true if it is one of the configured MTAs
 */
public record Client(String address, boolean trusted) {}
