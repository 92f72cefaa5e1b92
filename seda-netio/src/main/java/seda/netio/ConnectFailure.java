package seda.netio;

import java.net.InetSocketAddress;

/**
 * A connection that was not made.
 *
 * @param address that was to be connected to
 * @param reason what a caller may decide by, such as whether to try again
 * @param detail for people to read
 */
public record ConnectFailure(InetSocketAddress address, Reason reason, String detail) {

  /** Why there is no connection. */
  public enum Reason {
    /** Nobody listens there. */
    REFUSED,
    /** No answer within the time that was given. */
    TIMED_OUT,
    /** No such host, no way to it, or no descriptor left for a socket. */
    UNREACHABLE,
    /** It answered, but TLS was not agreed on: mostly a certificate that is not to be trusted. */
    HANDSHAKE,
    /** As many connections as {@link TcpConfig#connectionLimit} allows are open or being made. */
    LIMIT,
    /** The graph has stopped. */
    STOPPED
  }
}
