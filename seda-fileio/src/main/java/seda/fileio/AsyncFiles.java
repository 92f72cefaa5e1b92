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
 * The stage that works on files: open, read, write, seek, stat, flush and close are events of an
 * {@link AsyncFile}. An event of the stage is a file that has something to do; so one file keeps
 * one thread busy at most, and its operations keep their order, while files among themselves go on
 * in parallel. Each operation that is accepted ends with exactly one {@link FileOutcome}, also when
 * the graph stops.
 *
 * <p>Let a controller size the pool, see {@code seda.kernel.control.ControlLoops#size}.
 */
public final class AsyncFiles {
  private static final Logger log = LoggerFactory.getLogger(AsyncFiles.class);

  /** Operations of one file before another has its turn. */
  private static final int TURN = 16;

  private final Sink<AsyncFile> sink;
  private final LongAdder refusedCompletions = new LongAdder();

  /**
   * Declares the stage.
   *
   * @param config its name, and as queue capacity how many files may wait. The batch size is always
   *     1: a worker takes one file, so that a slow one holds up none that another could serve.
   * @param pool whose threads may block
   */
  public AsyncFiles(StageGraph graph, StageConfig config, WorkerPool pool) {
    Stage<AsyncFile> stage = graph.stage(config.withBatchSize(1), pool);
    stage.handledBy(EventHandler.each(this::takeTurn)).listener(new Unfinished()).blocking();
    this.sink = graph.sink(stage.name()); // so that it can be replaced
  }

  /**
   * A file to be opened, by its first operation.
   *
   * @param root the directory that it is in
   * @param path absolute or relative to the root
   * @param maxPending operations that may wait
   */
  public AsyncFile file(FileRoot root, Path path, int maxPending) {
    if (maxPending < 1) {
      throw new IllegalArgumentException("max-pending = " + maxPending + ", must be at least 1");
    }
    return new AsyncFile(this, new FileHandle(root, path), maxPending);
  }

  /** Outcomes that a completion refused, since the start. */
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
    } catch (RuntimeException e) { // must not keep the file's other operations from their end
      log.error("the completion of an operation failed", e);
    }
    refusedCompletions.increment();
  }

  /** Ends what a turn did not, and closes the file. */
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
