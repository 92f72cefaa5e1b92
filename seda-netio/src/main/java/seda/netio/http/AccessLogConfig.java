package seda.netio.http;

import java.nio.file.Path;
import java.util.Objects;
import seda.netio.Limit;

/**
 * A log with a line for each answer. What a request asked for is logged without its query, which
 * may hold what a user typed.
 *
 * @param file that lines are added to; if it was moved away, a new one is made within a second
 * @param format of a line
 * @param capacity lines that may wait to be written; what comes on top is lost, and counted
 */
public record AccessLogConfig(Path file, Format format, int capacity) {

  /** How a line looks. */
  public enum Format {
    /** The Common Log Format of the NCSA. */
    COMMON,
    /** An object: time, remote, method, target, protocol, status, bytes, micros. */
    JSON
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and what is allowed
   */
  public AccessLogConfig {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(format, "format");
    Limit.atLeast("http.access-log.capacity", capacity, AccessLog.BATCH);
  }

  /** 100,000 lines may wait. */
  public static AccessLogConfig of(Path file, Format format) {
    return new AccessLogConfig(file, format, 100_000);
  }
}
