package seda.netio.http;

import seda.netio.Limit;

/**
 * How much a client may send. What goes beyond is answered with the status in brackets.
 *
 * @param maxHeaderBytes request line and header fields together (431)
 * @param maxHeaders header fields (431)
 * @param maxTargetLength characters of the request target (414)
 * @param maxBodyBytes a request body, which is held in memory (413)
 * @param maxBodiesBytes bodies of all requests that come in or are unanswered; and as much again
 *     for all answers above 64 KiB, made for one request each, that are not sent yet (503); of that
 *     of the bodies, a quarter is kept for the first 16 KiB of each
 * @param maxFormFields fields of a form (413)
 * @param maxPipelined requests of one connection that may be unanswered; no more are read until one
 *     is answered
 * @param maxRequestsPerConnection requests after which a connection is closed
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
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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

  /** 16 KiB of headers, 1 MiB of body, 64 MiB of all bodies. */
  public static HttpLimits defaults() {
    return new HttpLimits(16 << 10, 100, 8 << 10, 1 << 20, 64L << 20, 10_000, 16, 1_000_000);
  }

  /** Of the memory for bodies, what only small ones may take; a single one of any size fits. */
  long reservedBodiesBytes() {
    return Math.min(maxBodiesBytes / 4, maxBodiesBytes - maxBodyBytes);
  }

  /** The same with another limit on bodies; that on all of them is raised to it if it is lower. */
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

  /** The same with another limit on all bodies together. */
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

  /** The same with another limit on requests of one connection. */
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
