package seda.netio;

import java.net.InetSocketAddress;

/**
 * A failed attempt to connect.
 *
 * @param address target address
 * @param reason reason for decisions, such as whether to retry
 * @param detail explanation for people
 */
public record ConnectFailure(InetSocketAddress address, Reason reason, String detail) {

  /** Reason of a failure. */
  public enum Reason {
    /** The target port is closed. */
    REFUSED,
    /** The target did not answer within the time-out. */
    TIMED_OUT,
    /** The host is unknown or unreachable, or the process has no descriptor left for a socket. */
    UNREACHABLE,
    /** The TLS handshake failed, usually because of an untrusted certificate. */
    HANDSHAKE,
    /** The connections open or being opened have reached {@link TcpConfig#connectionLimit}. */
    LIMIT,
    /** The graph has stopped. */
    STOPPED
  }
}
