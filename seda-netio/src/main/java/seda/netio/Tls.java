package seda.netio;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EventHandler;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.StageGraph;
import seda.kernel.WorkerPool;

/**
 * TLS for the connections of a server: keys, the session tickets by which clients come back without
 * a whole handshake, buffers, and the pool on which handshakes are computed.
 */
final class Tls {
  private static final Logger log = LoggerFactory.getLogger(Tls.class);
  private static final Duration REREAD = Duration.ofSeconds(10);
  private static final int FREE_BUFFERS = 64;
  private static final int RECORDS_PER_WRITE = 4;

  /** Encrypted bytes; of one processor. */
  record Buffers(BufferPool in, BufferPool out) {}

  private final TlsConfig config;
  private volatile SSLContext context;
  private FileTime modified; // of what was read; under the lock
  private final SSLParameters parameters;
  private final int plainBytes;
  private final List<Buffers> buffers;
  private final Sink<Runnable> tasks;

  /**
   * Declares the stage that computes.
   *
   * @throws IllegalArgumentException if the key store can't be used, saying why
   */
  Tls(StageGraph graph, int processors, String prefix, TlsConfig config) {
    this.config = config;
    this.modified = modified(config);
    this.context = context(config);
    this.parameters = new SSLParameters();
    parameters.setProtocols(new String[] {"TLSv1.3"});
    parameters.setApplicationProtocols(config.protocols().toArray(String[]::new));
    parameters.setUseCipherSuitesOrder(true);
    // this makes the key manager look for the certificate of the host that the client names
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    SSLSession sizes = context.createSSLEngine().getSession();
    int recordBytes = sizes.getPacketBufferSize();
    this.plainBytes = sizes.getApplicationBufferSize();
    this.buffers =
        IntStream.range(0, processors)
            .mapToObj(
                i ->
                    new Buffers(
                        new BufferPool(recordBytes, FREE_BUFFERS),
                        new BufferPool(RECORDS_PER_WRITE * recordBytes, FREE_BUFFERS)))
            .toList();
    WorkerPool workers = graph.workerPool(prefix + "tls", config.threads());
    Stage<Runnable> handshake =
        graph.stage(
            StageConfig.named(prefix + "tls-handshake").withQueueCapacity(config.handshakes()),
            workers);
    handshake.handledBy(EventHandler.each(Runnable::run)).pinned();
    this.tasks = handshake;
    graph.timers().every(REREAD, () -> handshake.enqueue(this::rereadIfChanged));
  }

  private static FileTime modified(TlsConfig config) {
    try {
      return Files.getLastModifiedTime(config.keyStore());
    } catch (IOException e) {
      return null; // between two files; if it stays so, reading it says why
    }
  }

  /** On a worker. What can't be used, as it is still being written, is looked at again. */
  private synchronized void rereadIfChanged() {
    FileTime now = modified(config);
    if (now == null || now.equals(modified)) {
      return;
    }
    try {
      context = context(config);
      modified = now;
      log.info("key-store={} was read again", config.keyStore());
    } catch (IllegalArgumentException e) {
      log.warn("key-store={} has changed and can't be used", config.keyStore(), e);
    }
  }

  static SSLContext context(TlsConfig config) {
    char[] password = config.password().toCharArray();
    try (InputStream file = Files.newInputStream(config.keyStore())) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(file, password);
      KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "tls.key-store = " + config.keyStore() + ", must be a readable PKCS #12 file: " + e, e);
    }
  }

  TlsConfig config() {
    return config;
  }

  /** What a read buffer must hold, for a record is decrypted as a whole. */
  int plainBytes() {
    return plainBytes;
  }

  /** Encrypted buffers in use. */
  int buffersInUse() {
    return buffers.stream().mapToInt(each -> each.in().taken() + each.out().taken()).sum();
  }

  /**
   * A connection's layer.
   *
   * @param computed called by a worker when what the handshake waited for has been computed
   */
  Transport transport(SocketChannel channel, int processor, Runnable computed) throws IOException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setSSLParameters(parameters);
    engine.beginHandshake();
    return new TlsTransport(engine, channel, buffers.get(processor), tasks, computed);
  }
}
