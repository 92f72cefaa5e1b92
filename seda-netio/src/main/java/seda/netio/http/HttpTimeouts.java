package seda.netio.http;

import java.time.Duration;
import seda.kernel.Limit;

/**
 * Time-outs of clients.
 *
 * @param idle between two requests, and before the first; the connection then closes silently
 * @param header from the first byte of a request to the end of its header; then 408
 * @param body time in which {@code minimumBodyProgress} bytes of a body, a quarter of its earlier
 *     bytes, or its rest must arrive; then 408
 * @param minimumBodyProgress bytes; the quarter applies where it is more, so that holding much
 *     memory requires sending much
 */
public record HttpTimeouts(Duration idle, Duration header, Duration body, int minimumBodyProgress) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public HttpTimeouts {
    Limit.positive("http.idle-timeout", idle);
    Limit.positive("http.header-timeout", header);
    Limit.positive("http.body-timeout", body);
    Limit.atLeast("http.minimum-body-progress", minimumBodyProgress, 1);
  }

  /** Returns the defaults: idle 60 s, header 10 s, body at least 16 KiB every 30 s. */
  public static HttpTimeouts defaults() {
    return new HttpTimeouts(
        Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(30), 16 << 10);
  }
}
