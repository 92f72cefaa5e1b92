package seda.fileio;

import java.util.ArrayDeque;
import java.util.Deque;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;

/**
 * A file as a sink of operations, which run one at a time in the order of acceptance, on any number
 * of threads. Created by {@link AsyncFiles}. Thread-safe; never blocks. The application that opens
 * a file closes it: a file that is open and idle when the graph stops stays open.
 *
 * <pre>
 *                         ┌───────── turn over, operations wait ───────────┐
 *                         ▼                                                │
 *   IDLE ── operation ──► QUEUED at the stage ── a thread takes it ──► RUNNING ── none left ──► IDLE
 * </pre>
 */
public final class AsyncFile implements Sink<FileOperation> {
  private final AsyncFiles stage;
  private final FileHandle handle;
  private final int maxPending;
  private final Deque<FileOperation> pending = new ArrayDeque<>();
  private boolean active;

  AsyncFile(AsyncFiles stage, FileHandle handle, int maxPending) {
    this.stage = stage;
    this.handle = handle;
    this.maxPending = maxPending;
  }

  /** {@inheritDoc} Refused if too many operations of this file, or too many files, wait. */
  @Override
  public EnqueueResult enqueue(FileOperation operation) {
    synchronized (pending) {
      if (pending.size() == maxPending) {
        return EnqueueResult.FULL;
      }
      pending.add(operation);
      if (!active) {
        EnqueueResult result = stage.schedule(this);
        if (!result.accepted()) {
          pending.removeLast();
          return result;
        }
        active = true;
      }
      return EnqueueResult.ACCEPTED;
    }
  }

  FileHandle handle() {
    return handle;
  }

  /** Takes the next operation; null if there is none, and the file is then idle. */
  FileOperation next() {
    synchronized (pending) {
      FileOperation operation = pending.poll();
      active = operation != null;
      return operation;
    }
  }

  /**
   * Queues the file again for its remaining operations; false if the stage rejects it and the
   * caller must continue.
   */
  boolean yieldTurn() {
    synchronized (pending) {
      if (pending.isEmpty()) {
        active = false;
        return true;
      }
      return stage.schedule(this).accepted();
    }
  }
}
