package arashi.delivery.protocol;

/**
 * Who is at the other end of a session.
 *
 * @param address like {@code 192.0.2.1}, or {@code unix} for a local socket
 * @param trusted whether it is one of the configured MTAs
 */
public record Client(String address, boolean trusted) {}
