package seda.netio.http;

import seda.kernel.Limit;

/**
 * Limits on requests. Excess is answered with the status in brackets.
 *
 * @param maxHeaderBytes request line and header fields together, in bytes (431)
 * @param maxHeaders number of header fields (431)
 * @param maxTargetLength characters of the request target (414)
 * @param maxBodyBytes bytes of a request body held in memory (413)
 * @param maxBodiesBytes bytes of the bodies of all requests being received or unanswered (503); a
 *     quarter is reserved for the first 16 KiB of each. The same amount again bounds all unsent
 *     answers above 64 KiB made for a single request
 * @param maxFormFields fields of a form (413)
 * @param maxPipelined unanswered requests of one connection; no more are read until one is answered
 * @param maxRequestsPerConnection requests after which a connection closes
 */
public record HttpLimits(
    int maxHeaderBytes,
    int maxHeaders,
    int maxTargetLength,
    int maxBodyBytes,
    long maxBodiesBytes,
    int maxFormFields,
    int maxPipelined,
    int maxRequestsPerConnection) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public HttpLimits {
    Limit.atLeast("http.max-header-bytes", maxHeaderBytes, 256);
    Limit.atLeast("http.max-headers", maxHeaders, 1);
    Limit.atLeast("http.max-target-length", maxTargetLength, 16);
    Limit.atLeast("http.max-body-bytes", maxBodyBytes, 0);
    if (maxBodiesBytes < maxBodyBytes) {
      throw new IllegalArgumentException(
          "http.max-bodies-bytes = "
              + maxBodiesBytes
              + ", must be at least http.max-body-bytes = "
              + maxBodyBytes);
    }
    Limit.atLeast("http.max-form-fields", maxFormFields, 1);
    Limit.atLeast("http.max-pipelined", maxPipelined, 1);
    Limit.atLeast("http.max-requests-per-connection", maxRequestsPerConnection, 1);
  }

  /** Returns the defaults: 16 KiB of headers, 1 MiB per body, 64 MiB for all bodies. */
  public static HttpLimits defaults() {
    return new HttpLimits(16 << 10, 100, 8 << 10, 1 << 20, 64L << 20, 10_000, 16, 1_000_000);
  }

  /**
   * Returns the part of the bodies' memory reserved for small ones. The rest fits at least one body
   * of any size.
   */
  long reservedBodiesBytes() {
    return Math.min(maxBodiesBytes / 4, maxBodiesBytes - maxBodyBytes);
  }

  /** Returns a copy with another limit per body; a lower limit for all bodies is raised to it. */
  public HttpLimits withMaxBodyBytes(int bytes) {
    return new HttpLimits(
        maxHeaderBytes,
        maxHeaders,
        maxTargetLength,
        bytes,
        Math.max(bytes, maxBodiesBytes),
        maxFormFields,
        maxPipelined,
        maxRequestsPerConnection);
  }

  /** Returns a copy with another limit for all bodies. */
  public HttpLimits withMaxBodiesBytes(long bytes) {
    return new HttpLimits(
        maxHeaderBytes,
        maxHeaders,
        maxTargetLength,
        maxBodyBytes,
        bytes,
        maxFormFields,
        maxPipelined,
        maxRequestsPerConnection);
  }

  /** Returns a copy with another limit of requests per connection. */
  public HttpLimits withMaxRequestsPerConnection(int requests) {
    return new HttpLimits(
        maxHeaderBytes,
        maxHeaders,
        maxTargetLength,
        maxBodyBytes,
        maxBodiesBytes,
        maxFormFields,
        maxPipelined,
        requests);
  }
}
