package seda.netio.http;

import java.util.Objects;
import seda.kernel.Limit;
import seda.netio.TcpConfig;
import seda.netio.TlsConfig;

/**
 * Configuration of an {@link HttpServer}.
 *
 * @param serverName value of the {@code Server} header; empty to omit it
 * @param limits limits on requests
 * @param timeouts time-outs of clients
 * @param knownRequests parsed requests without a body that each processor caches by their bytes; up
 *     to about 4 KiB each
 * @param tcp limits of connections and buffers
 * @param tls TLS settings, or null for plain HTTP
 * @param accessLog access log, or null for none
 */
public record HttpConfig(
    String serverName,
    HttpLimits limits,
    HttpTimeouts timeouts,
    int knownRequests,
    TcpConfig tcp,
    TlsConfig tls,
    AccessLogConfig accessLog) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed values
   */
  public HttpConfig {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(timeouts, "timeouts");
    Limit.atLeast("http.known-requests", knownRequests, 0);
    Objects.requireNonNull(tcp, "tcp");
    if (!serverName.chars().allMatch(c -> c >= ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "http.server-name = " + serverName + ", must be printable ASCII");
    }
  }

  /** Returns the defaults: no server name, no TLS, no access log. */
  public static HttpConfig defaults() {
    return new HttpConfig(
        "", HttpLimits.defaults(), HttpTimeouts.defaults(), 1024, TcpConfig.defaults(), null, null);
  }

  /** Returns a copy with another server name. */
  public HttpConfig withServerName(String name) {
    return new HttpConfig(name, limits, timeouts, knownRequests, tcp, tls, accessLog);
  }

  /** Returns a copy with other limits. */
  public HttpConfig withLimits(HttpLimits newLimits) {
    return new HttpConfig(serverName, newLimits, timeouts, knownRequests, tcp, tls, accessLog);
  }

  /** Returns a copy with other time-outs. */
  public HttpConfig withTimeouts(HttpTimeouts newTimeouts) {
    return new HttpConfig(serverName, limits, newTimeouts, knownRequests, tcp, tls, accessLog);
  }

  /** Returns a copy with another number of cached requests. */
  public HttpConfig withKnownRequests(int count) {
    return new HttpConfig(serverName, limits, timeouts, count, tcp, tls, accessLog);
  }

  /** Returns a copy with other limits of connections. */
  public HttpConfig withTcp(TcpConfig newTcp) {
    return new HttpConfig(serverName, limits, timeouts, knownRequests, newTcp, tls, accessLog);
  }

  /** Returns a copy with TLS settings, or null for plain HTTP. */
  public HttpConfig withTls(TlsConfig newTls) {
    return new HttpConfig(serverName, limits, timeouts, knownRequests, tcp, newTls, accessLog);
  }

  /** Returns a copy with an access log, or null for none. */
  public HttpConfig withAccessLog(AccessLogConfig newAccessLog) {
    return new HttpConfig(serverName, limits, timeouts, knownRequests, tcp, tls, newAccessLog);
  }
}
