package seda.fileio;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/**
 * A stage that reads files on a pool whose threads may block. Any thread may enqueue; a refusal
 * means that the disk is overloaded.
 *
 * <p>Each accepted request offers exactly one outcome to its completion. If the completion refuses
 * it or throws, the outcome is lost and its resources are released, the event fails, which the
 * kernel logs, and {@link #refusedCompletions} counts it. So a completion should have room for all
 * pending requests.
 */
public final class FileReads implements Sink<FileRequest> {
  private static final Logger log = LoggerFactory.getLogger(FileReads.class);

  private final Sink<FileRequest> sink;
  private final LongAdder refusedCompletions = new LongAdder();

  /**
   * Declares the stage.
   *
   * @param graph graph that owns the pool
   * @param config name and queue capacity. The batch size is always 1: a worker takes one request,
   *     so that a slow one does not delay others.
   * @param pool pool of this graph; its size is the number of concurrent reads
   */
  public FileReads(StageGraph graph, StageConfig config, WorkerPool pool) {
    this(graph, config, pool, FileWork.onDisk());
  }

  FileReads(StageGraph graph, StageConfig config, WorkerPool pool, FileWork work) {
    Stage<FileRequest> stage = graph.stage(config.withBatchSize(1), pool);
    this.sink = graph.sink(stage.name()); // by name, so that the stage can be replaced
    stage.handledBy(EventHandler.each(request -> deliver(request, work.perform(request))));
    stage.listener(new Unfinished()).blocking();
  }

  @Override
  public EnqueueResult enqueue(FileRequest request) {
    return sink.enqueue(request);
  }

  /** Returns the outcomes that completions refused since the start. */
  public long refusedCompletions() {
    return refusedCompletions.sum();
  }

  private void deliver(FileRequest request, FileResult result) {
    EnqueueResult taken;
    try {
      taken = request.completion().enqueue(result);
    } catch (RuntimeException e) {
      throw refused(result, new CompletionRefusedException("the completion failed", e));
    }
    if (!taken.accepted()) {
      String message = "the completion refused the outcome: " + taken.outcome();
      throw refused(result, new CompletionRefusedException(message));
    }
  }

  private CompletionRefusedException refused(FileResult result, CompletionRefusedException why) {
    refusedCompletions.increment();
    if (result instanceof FileOpened opened) {
      close(opened.channel());
    }
    return why;
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      log.warn("closing a file failed", e);
    }
  }

  /** Sends an outcome for failed and shed requests. */
  private final class Unfinished implements EventListener<FileRequest> {
    @Override
    public void failed(FileRequest request, Throwable cause) {
      if (!(cause instanceof CompletionRefusedException)) {
        deliver(request, new FileFailed(FileFailed.Reason.IO_ERROR, cause));
      }
    }

    @Override
    public void shed(FileRequest request) {
      deliver(request, new FileFailed(FileFailed.Reason.STOPPED, null));
    }
  }
}
