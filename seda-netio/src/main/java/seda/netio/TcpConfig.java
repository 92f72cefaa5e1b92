package seda.netio;

import java.time.Duration;
import java.util.Objects;
import seda.kernel.Limit;
import seda.kernel.StageConfig;

/**
 * Limits of a {@link TcpServer} or {@link TcpClient}. Sizes are in bytes.
 *
 * @param backlog connections that the operating system may queue until they are accepted
 * @param connectionLimits limits on open connections, and the eviction of idle ones
 * @param acceptBatch connections accepted in one turn of the stage
 * @param readBatch connections read in one turn of the stage
 * @param readBufferBytes largest read of a connection
 * @param writeThreshold queued bytes of a connection above which it is not read; reading resumes
 *     when half of them are written
 * @param writeTimeout a connection with queued bytes is closed if its peer takes none for this time
 * @param lingerTimeout time that the peer of a closing connection may still send
 * @param lingerBytes input of a closing connection that is read and discarded
 */
public record TcpConfig(
    int backlog,
    ConnectionLimits connectionLimits,
    int acceptBatch,
    int readBatch,
    int readBufferBytes,
    int writeThreshold,
    Duration writeTimeout,
    Duration lingerTimeout,
    int lingerBytes) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException naming the key, the value and the allowed range
   */
  public TcpConfig {
    Limit.atLeast("tcp.backlog", backlog, 1);
    Objects.requireNonNull(connectionLimits, "connectionLimits");
    Limit.atLeast("tcp.accept-batch", acceptBatch, 1);
    Limit.atLeast("tcp.read-batch", readBatch, 1);
    Limit.atLeast("tcp.read-buffer-bytes", readBufferBytes, 512);
    Limit.atLeast("tcp.write-threshold", writeThreshold, 1);
    Limit.positive("tcp.write-timeout", writeTimeout);
    Limit.positive("tcp.linger-timeout", lingerTimeout);
    Limit.atLeast("tcp.linger-bytes", lingerBytes, 0);
  }

  /**
   * Returns the defaults: 10,000 connections, reads of 16 KiB, a write threshold of 256 KiB, a
   * write time-out of 30 s.
   */
  public static TcpConfig defaults() {
    return new TcpConfig(
        1024,
        ConnectionLimits.defaults(),
        64,
        StageConfig.DEFAULT_BATCH_SIZE,
        16 << 10,
        256 << 10,
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        8 << 20);
  }

  /** Returns the largest number of open connections. */
  public int connectionLimit() {
    return connectionLimits.limit();
  }

  /** Returns a copy with another connection limit. */
  public TcpConfig withConnectionLimit(int limit) {
    return withConnectionLimits(connectionLimits.withLimit(limit));
  }

  /** Returns a copy with other connection limits. */
  public TcpConfig withConnectionLimits(ConnectionLimits newRoom) {
    return with(newRoom, readBatch, readBufferBytes, writeThreshold);
  }

  /** Returns a copy with another write threshold. */
  public TcpConfig withWriteThreshold(int bytes) {
    return with(connectionLimits, readBatch, readBufferBytes, bytes);
  }

  /** Returns a copy with another read batch. */
  public TcpConfig withReadBatch(int connections) {
    return with(connectionLimits, connections, readBufferBytes, writeThreshold);
  }

  /** Returns a copy with another read buffer size. */
  public TcpConfig withReadBufferBytes(int bytes) {
    return with(connectionLimits, readBatch, bytes, writeThreshold);
  }

  private TcpConfig with(
      ConnectionLimits newRoom, int newReadBatch, int newReadBufferBytes, int newWriteThreshold) {
    return new TcpConfig(
        backlog,
        newRoom,
        acceptBatch,
        newReadBatch,
        newReadBufferBytes,
        newWriteThreshold,
        writeTimeout,
        lingerTimeout,
        lingerBytes);
  }
}
