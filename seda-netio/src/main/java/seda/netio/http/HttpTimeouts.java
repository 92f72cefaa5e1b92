package seda.netio.http;

import java.time.Duration;
import seda.netio.Limit;

/**
 * How long a client may take.
 *
 * @param idle between two requests, and before the first; then the connection is closed silently
 * @param header from the first byte of a request to the end of its header; then 408
 * @param body in which {@code minimumBodyProgress} bytes, a quarter of what had come before, or the
 *     rest of a body must come; then 408
 * @param minimumBodyProgress bytes; the quarter counts where it is more, so that it costs to hold
 *     much memory
 */
public record HttpTimeouts(Duration idle, Duration header, Duration body, int minimumBodyProgress) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public HttpTimeouts {
    Limit.positive("http.idle-timeout", idle);
    Limit.positive("http.header-timeout", header);
    Limit.positive("http.body-timeout", body);
    Limit.atLeast("http.minimum-body-progress", minimumBodyProgress, 1);
  }

  /** Idle 60 s, header 10 s, body at least 16 KiB every 30 s. */
  public static HttpTimeouts defaults() {
    return new HttpTimeouts(
        Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(30), 16 << 10);
  }
}
