package seda.fileio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.fileio.FileFailed.Reason;
import seda.kernel.EnqueueResult;
import seda.kernel.EventHandler;
import seda.kernel.EventListener;
import seda.kernel.Sink;
import seda.kernel.Stage;
import seda.kernel.StageConfig;
import seda.kernel.WorkerPool;
import seda.kernel.graph.StageGraph;

/**
 * A stage for file operations: open, read, write, seek, stat, flush and close of an {@link
 * AsyncFile}. An event of the stage is a file with operations. So one file occupies at most one
 * thread and its operations keep their order, while different files proceed in parallel. Each
 * accepted operation ends with exactly one {@link FileOutcome}, also when the graph stops.
 *
 * <p>A controller should size the pool, see {@code seda.kernel.control.ControlLoops#size}.
 */
public final class AsyncFiles {
  private static final Logger log = LoggerFactory.getLogger(AsyncFiles.class);

  /** Operations of one file per turn. */
  private static final int TURN = 16;

  private final Sink<AsyncFile> sink;
  private final LongAdder refusedCompletions = new LongAdder();

  /**
   * Declares the stage.
   *
   * @param graph graph that owns the pool
   * @param config name of the stage; its queue capacity bounds the waiting files. The batch size is
   *     always 1: a worker takes one file, so that a slow one does not delay others.
   * @param pool pool of this graph; its threads block
   */
  public AsyncFiles(StageGraph graph, StageConfig config, WorkerPool pool) {
    Stage<AsyncFile> stage = graph.stage(config.withBatchSize(1), pool);
    stage.handledBy(EventHandler.each(this::takeTurn)).listener(new Unfinished()).blocking();
    this.sink = graph.sink(stage.name()); // by name, so that the stage can be replaced
  }

  /**
   * Creates a file, which its first operation opens.
   *
   * @param root directory of the file
   * @param path absolute path, or relative to the root
   * @param maxPending operations that may wait, at least 1
   */
  public AsyncFile file(FileRoot root, Path path, int maxPending) {
    if (maxPending < 1) {
      throw new IllegalArgumentException("max-pending = " + maxPending + ", must be at least 1");
    }
    return new AsyncFile(this, new FileHandle(root, path), maxPending);
  }

  /** Returns the outcomes that completions refused since the start. */
  public long refusedCompletions() {
    return refusedCompletions.sum();
  }

  EnqueueResult schedule(AsyncFile file) {
    return sink.enqueue(file);
  }

  private void takeTurn(AsyncFile file) {
    do {
      for (int i = 0; i < TURN; i++) {
        FileOperation operation = file.next();
        if (operation == null) {
          return;
        }
        complete(operation, file.handle().perform(operation));
      }
    } while (!file.yieldTurn());
  }

  private void complete(FileOperation operation, FileOutcome outcome) {
    try {
      if (operation.completion().enqueue(outcome).accepted()) {
        return;
      }
    } catch (RuntimeException e) { // must not prevent the end of the file's other operations
      log.error("the completion of a file operation failed; its outcome is lost", e);
    }
    refusedCompletions.increment();
  }

  /** Ends the operations of a failed or shed turn, and closes the file. */
  private final class Unfinished implements EventListener<AsyncFile> {
    @Override
    public void failed(AsyncFile file, Throwable cause) {
      end(file, new FileOutcome.Failed(Reason.IO_ERROR, cause));
    }

    @Override
    public void shed(AsyncFile file) {
      end(file, new FileOutcome.Failed(Reason.STOPPED, null));
    }

    private void end(AsyncFile file, FileOutcome outcome) {
      for (FileOperation o = file.next(); o != null; o = file.next()) {
        complete(o, outcome);
      }
      try {
        file.handle().close();
      } catch (IOException e) {
        log.warn("closing a file failed", e);
      }
    }
  }
}
