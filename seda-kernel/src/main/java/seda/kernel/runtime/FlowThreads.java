package seda.kernel.runtime;

import java.util.Arrays;

/**
 * The threads of a pool that each flow holds, over all stages whose flows are {@linkplain
 * seda.kernel.Stage#boundedFlows bounded}. A flow holds a thread while a batch with its events is
 * in service.
 *
 * <pre>
 *   bound = max(1, threads / 2)     a flow with that many threads is full
 *   blocked                         waiting events of full flows; no thread takes them
 * </pre>
 *
 * <p>So half of the threads serve the other flows, regardless of a flow's service times. Since each
 * full flow holds half of the threads, at most three are full while the number of threads stays the
 * same; their list is searched. Constant time otherwise; no allocation, except for growth. Guarded
 * by the pool's lock.
 */
final class FlowThreads {
  private static final int SHARE = 2;

  private final FlowTable flows = new FlowTable();
  private int[] held = new int[flows.slots()]; // by slot
  private int[] waiting = new int[flows.slots()]; // by slot
  private long[] lastBatch = new long[flows.slots()]; // by slot
  private long[] full = new long[4]; // keys
  private int fullFlows;
  private int blocked;
  private int threads;
  private int bound = 1;
  private long batches;

  /** Sets the number of threads; true if the bound changed. */
  boolean resized(int number) {
    if (number == threads) {
      return false;
    }
    threads = number;
    int before = bound;
    bound = Math.max(1, number / SHARE);
    if (bound == before) {
      return false;
    }
    fullFlows = 0;
    blocked = 0;
    for (int slot = 0; slot < held.length; slot++) {
      if (held[slot] >= bound) {
        fills(slot);
      }
    }
    return true;
  }

  int bound() {
    return bound;
  }

  // ---- events

  /** Counts a new waiting event. */
  void added(long flow) {
    int slot = slot(flow);
    waiting[slot]++;
    blocked += held[slot] >= bound ? 1 : 0;
  }

  /** Counts an event that left its queue. */
  void removed(long flow) {
    int slot = flows.find(flow);
    waiting[slot]--;
    blocked -= held[slot] >= bound ? 1 : 0;
    forget(slot);
  }

  /** Begins a batch. */
  void begins() {
    batches++;
  }

  /** Counts an event of the batch that begins; true if its flow holds one thread more. */
  boolean began(long flow) {
    int slot = slot(flow);
    if (lastBatch[slot] == batches) {
      return false;
    }
    lastBatch[slot] = batches;
    if (++held[slot] == bound) {
      fills(slot);
    }
    return true;
  }

  /** Counts a thread that a flow does not hold any more. */
  void ended(long flow) {
    int slot = flows.find(flow);
    if (held[slot]-- == bound) {
      for (int i = 0; i < fullFlows; i++) {
        if (full[i] == flow) {
          full[i] = full[--fullFlows];
        }
      }
      blocked -= waiting[slot];
    }
    forget(slot);
  }

  private void fills(int slot) {
    if (fullFlows == full.length) {
      full = Arrays.copyOf(full, 2 * fullFlows);
    }
    full[fullFlows++] = flows.key(slot);
    blocked += waiting[slot];
  }

  private int slot(long flow) {
    int slot = flows.find(flow);
    if (slot == FlowTable.NONE) {
      slot = flows.add(flow);
      if (flows.slots() > held.length) {
        held = Arrays.copyOf(held, flows.slots());
        waiting = Arrays.copyOf(waiting, flows.slots());
        lastBatch = Arrays.copyOf(lastBatch, flows.slots());
      }
      lastBatch[slot] = 0;
    }
    return slot;
  }

  private void forget(int slot) {
    if (waiting[slot] == 0 && held[slot] == 0) {
      flows.remove(slot);
    }
  }

  // ---- questions

  /** Returns the waiting events of full flows. */
  int blocked() {
    return blocked;
  }

  /** Returns the number of full flows. */
  int full() {
    return fullFlows;
  }

  /** Returns the key of a full flow, from 0. */
  long full(int index) {
    return full[index];
  }

  boolean isFull(long flow) {
    for (int i = 0; i < fullFlows; i++) {
      if (full[i] == flow) {
        return true;
      }
    }
    return false;
  }

  /** True if a new event of a flow waits for threads that the flow holds or will hold. */
  boolean isTaken(long flow) {
    int slot = flows.find(flow);
    return slot != FlowTable.NONE && held[slot] + waiting[slot] >= bound;
  }

  /** Returns the threads that full flows hold for events that wait, without a given flow. */
  int heldByOthers(long flow) {
    int others = 0;
    for (int i = 0; i < fullFlows; i++) {
      int slot = flows.find(full[i]);
      others += full[i] != flow && waiting[slot] > 0 ? held[slot] : 0;
    }
    return others;
  }

  /** Returns the threads that a flow holds. */
  int held(long flow) {
    int slot = flows.find(flow);
    return slot == FlowTable.NONE ? 0 : held[slot];
  }

  /** Returns the number of flows that wait or hold threads. */
  int size() {
    return flows.size();
  }
}
