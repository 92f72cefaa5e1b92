package seda.netio.http;

import java.util.Objects;
import seda.netio.Limit;
import seda.netio.TcpConfig;
import seda.netio.TlsConfig;

/**
 * What can be set for an {@link HttpServer}.
 *
 * @param serverName value of the {@code Server} header; empty to send none
 * @param limits how much a client may send
 * @param timeouts how long it may take
 * @param knownRequests requests without a body that each processor keeps in case the very same
 *     bytes come again; they take up to some 4 KiB each
 * @param tcp connections and their buffers
 * @param tls null to be served without
 * @param accessLog null to have none
 */
public record HttpConfig(
    String serverName,
    HttpLimits limits,
    HttpTimeouts timeouts,
    int knownRequests,
    TcpConfig tcp,
    TlsConfig tls,
    AccessLogConfig accessLog) {

  /** Checks the values. */
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

  /** No server name, no TLS, no log, and the defaults of the parts. */
  public static HttpConfig defaults() {
    return new HttpConfig(
        "", HttpLimits.defaults(), HttpTimeouts.defaults(), 1024, TcpConfig.defaults(), null, null);
  }

  /** The same under another name. */
  public HttpConfig withServerName(String name) {
    return new HttpConfig(name, limits, timeouts, knownRequests, tcp, tls, accessLog);
  }

  /** The same with other limits. */
  public HttpConfig withLimits(HttpLimits newLimits) {
    return new HttpConfig(serverName, newLimits, timeouts, knownRequests, tcp, tls, accessLog);
  }

  /** The same with other time-outs. */
  public HttpConfig withTimeouts(HttpTimeouts newTimeouts) {
    return new HttpConfig(serverName, limits, newTimeouts, knownRequests, tcp, tls, accessLog);
  }

  /** The same with another number of requests that are kept. */
  public HttpConfig withKnownRequests(int count) {
    return new HttpConfig(serverName, limits, timeouts, count, tcp, tls, accessLog);
  }

  /** The same with other settings of the connections. */
  public HttpConfig withTcp(TcpConfig newTcp) {
    return new HttpConfig(serverName, limits, timeouts, knownRequests, newTcp, tls, accessLog);
  }

  /** The same for HTTPS; null for HTTP. */
  public HttpConfig withTls(TlsConfig newTls) {
    return new HttpConfig(serverName, limits, timeouts, knownRequests, tcp, newTls, accessLog);
  }

  /** The same with an access log; null for none. */
  public HttpConfig withAccessLog(AccessLogConfig newAccessLog) {
    return new HttpConfig(serverName, limits, timeouts, knownRequests, tcp, tls, newAccessLog);
  }
}
