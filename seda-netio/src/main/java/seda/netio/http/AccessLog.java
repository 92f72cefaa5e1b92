package seda.netio.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Batch;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Processors;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.graph.StageGraph;
import seda.netio.FileModes;

/**
 * Writes the access log on its own thread. Processors collect entries and hand them over in
 * batches, so a request costs one object and no wake-up, and neither a slow nor a full disk delays
 * a request.
 */
final class AccessLog {
  /** Largest number of entries per batch. */
  static final int BATCH = 256;

  private static final Logger log = LoggerFactory.getLogger(AccessLog.class);
  private static final Duration HAND_OVER = Duration.ofMillis(200);

  private final AccessLogConfig config;
  private final LongAdder lost = new LongAdder();
  private final Sink<List<AccessEntry>> sink;

  /** Declares the stage, after all outbound stages. */
  AccessLog(StageGraph graph, AccessLogConfig config) {
    this.config = config;
    Stage<List<AccessEntry>> stage =
        graph.outboundStage(
            StageConfig.named("access-log").withQueueCapacity(config.capacity() / BATCH),
            graph.workerPool("access-log", 1));
    stage.handledBy(new Writer()).listener(new Losing()).blocking().pinned();
    this.sink = stage;
  }

  /** Returns the number of entries that were not written. */
  long lost() {
    return lost.sum();
  }

  /** The entries collected by one processor; only for its thread. */
  final class Gathered {
    private List<AccessEntry> entries = new ArrayList<>(BATCH);

    void add(AccessEntry entry) {
      if (entries.isEmpty()) {
        Processors.current().schedule(HAND_OVER, this::handOver);
      }
      entries.add(entry);
      if (entries.size() == BATCH) {
        handOver();
      }
    }

    void handOver() {
      if (!entries.isEmpty()) {
        if (!sink.enqueue(entries).accepted()) {
          lost.add(entries.size());
        }
        entries = new ArrayList<>(BATCH);
      }
    }
  }

  private final class Losing implements EventListener<List<AccessEntry>> {
    @Override
    public void failed(List<AccessEntry> entries, Throwable cause) {
      lost.add(entries.size());
      log.warn("file={} writing the access log failed; its entries are lost", config.file(), cause);
    }

    @Override
    public void shed(List<AccessEntry> entries) {
      lost.add(entries.size());
    }
  }

  /** Writes the file; used by one worker. */
  private final class Writer implements EventHandler<List<AccessEntry>> {
    private static final Set<StandardOpenOption> APPENDED =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

    private final StringBuilder lines = new StringBuilder();
    private FileChannel file;

    @Override
    public void init(Stage<List<AccessEntry>> stage) throws IOException {
      open();
    }

    private void open() throws IOException {
      Path path = config.file();
      file = FileChannel.open(path, APPENDED, FileModes.of(path, FileModes.LOG));
    }

    @Override
    public void handle(Batch<List<AccessEntry>> batch) throws IOException {
      if (!Files.exists(config.file())) {
        file.close();
        open();
      }
      while (batch.hasNext()) {
        lines.setLength(0);
        for (AccessEntry entry : batch.next()) {
          entry.appendTo(lines, config.format());
        }
        ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
      }
    }

    @Override
    public void destroy() throws IOException {
      file.close();
    }
  }
}
