package seda.netio;

import java.time.Duration;
import java.util.Objects;
import seda.kernel.StageConfig;

/**
 * The limits of a {@link TcpServer}. Sizes are in bytes.
 *
 * @param backlog connections that the operating system may hold until they are accepted
 * @param connectionLimits how many connections may be open, and whose are closed when room is short
 * @param acceptBatch connections accepted at once before other stages get their turn
 * @param readBatch connections read from before other stages get their turn
 * @param readBufferBytes the most that is read from a connection at once
 * @param writeThreshold unwritten bytes of a connection above which it is not read from; reading
 *     goes on when half of them are written
 * @param writeTimeout a connection that takes no byte for so long while bytes wait is closed
 * @param lingerTimeout how long a connection that was refused may still send before it is cut off
 * @param lingerBytes how much of what it then sends is read and thrown away
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
   * @throws IllegalArgumentException naming the key, the value and what is allowed
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
   * 10,000 connections, reads of 16 KiB, a write threshold of 256 KiB, a write time-out of 30 s.
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

  /** Connections that may be open. */
  public int connectionLimit() {
    return connectionLimits.limit();
  }

  /** The same with another connection limit. */
  public TcpConfig withConnectionLimit(int limit) {
    return withConnectionLimits(connectionLimits.withLimit(limit));
  }

  /** The same with other rules for when room is short. */
  public TcpConfig withConnectionLimits(ConnectionLimits newRoom) {
    return with(newRoom, readBatch, readBufferBytes, writeThreshold);
  }

  /** The same with another write threshold. */
  public TcpConfig withWriteThreshold(int bytes) {
    return with(connectionLimits, readBatch, readBufferBytes, bytes);
  }

  /** The same with another number of connections that are read from at once. */
  public TcpConfig withReadBatch(int connections) {
    return with(connectionLimits, connections, readBufferBytes, writeThreshold);
  }

  /** The same with read buffers of another size. */
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
