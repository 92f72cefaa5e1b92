package seda.fileio;

import java.util.ArrayDeque;
import java.util.Deque;
import seda.kernel.EnqueueResult;
import seda.kernel.Sink;

/**
 * A file, as a sink of operations on it, which are done one after the other, in the order in which
 * they were accepted, whatever the number of threads. Any thread may enqueue. Made by {@link
 * AsyncFiles}. Who opens it closes it: one that is open and idle when the graph stops stays open.
 *
 * <pre>
 *                         ┌───────── more to do, its turn is over ─────────┐
 *                         ▼                                                │
 *   IDLE ── operation ──► QUEUED at the stage ── a thread takes it ──► RUNNING ── all done ──► IDLE
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

  /** {@inheritDoc} Refused if too much is pending for this file, or too many files wait. */
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

  /** The next operation; null if there is none, and then the file is idle. */
  FileOperation next() {
    synchronized (pending) {
      FileOperation operation = pending.poll();
      active = operation != null;
      return operation;
    }
  }

  /** Queues up again; false if that is refused and the caller goes on. */
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
