package seda.netio.http;

import java.nio.file.Path;
import java.util.Objects;
import seda.kernel.Limit;

/**
 * Settings of an access log with one line per answer. Targets are logged without their query, which
 * may contain user input.
 *
 * @param file file to append to; if it is moved away, a new one is created within a second
 * @param format format of a line
 * @param capacity lines that may wait to be written; further lines are lost and counted
 */
public record AccessLogConfig(Path file, Format format, int capacity) {

  /** Format of a line. */
  public enum Format {
    /** The Common Log Format of the NCSA. */
    COMMON,
    /** A JSON object: time, remote, method, target, protocol, status, bytes, micros. */
    JSON
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public AccessLogConfig {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(format, "format");
    Limit.atLeast("http.access-log.capacity", capacity, AccessLog.BATCH);
  }

  /** Returns the defaults: 100,000 lines may wait. */
  public static AccessLogConfig of(Path file, Format format) {
    return new AccessLogConfig(file, format, 100_000);
  }
}
