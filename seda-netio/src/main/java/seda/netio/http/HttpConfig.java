package seda.netio.http;

import java.util.Objects;
import seda.netio.TcpConfig;

/**
 * What can be set for an {@link HttpServer}.
 *
 * @param serverName value of the {@code Server} header; empty to send none
 * @param limits how much a client may send
 * @param timeouts how long it may take
 * @param tcp connections and their buffers
 */
public record HttpConfig(
    String serverName, HttpLimits limits, HttpTimeouts timeouts, TcpConfig tcp) {

  /** Checks the values. */
  public HttpConfig {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(timeouts, "timeouts");
    Objects.requireNonNull(tcp, "tcp");
    if (!serverName.chars().allMatch(c -> c >= ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "http.server-name = " + serverName + ", must be printable ASCII");
    }
  }

  /** No server name, and the defaults of the parts. */
  public static HttpConfig defaults() {
    return new HttpConfig("", HttpLimits.defaults(), HttpTimeouts.defaults(), TcpConfig.defaults());
  }

  /** The same under another name. */
  public HttpConfig withServerName(String name) {
    return new HttpConfig(name, limits, timeouts, tcp);
  }

  /** The same with other limits. */
  public HttpConfig withLimits(HttpLimits newLimits) {
    return new HttpConfig(serverName, newLimits, timeouts, tcp);
  }

  /** The same with other time-outs. */
  public HttpConfig withTimeouts(HttpTimeouts newTimeouts) {
    return new HttpConfig(serverName, limits, newTimeouts, tcp);
  }

  /** The same with other settings of the connections. */
  public HttpConfig withTcp(TcpConfig newTcp) {
    return new HttpConfig(serverName, limits, timeouts, newTcp);
  }
}
