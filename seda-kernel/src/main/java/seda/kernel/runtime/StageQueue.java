package seda.kernel.runtime;

import java.util.List;
import java.util.function.Consumer;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.StageLoad;

/** The queue that a domain created for a stage. Thread-safe. */
interface StageQueue<E> {

  EnqueueResult enqueue(E event);

  /** Enqueues for the given processor; a pool ignores it. */
  EnqueueResult enqueueOn(int processor, E event);

  /** Enqueues all events or none. */
  EnqueueResult enqueueAll(List<? extends E> events);

  /** Judges a group and reserves room for it. */
  Claim<E> claim(List<? extends E> events);

  /** Returns the result that an event of this class and age would get now. */
  EnqueueResult probe(ServiceClass serviceClass, long sinceArrivalNanos);

  /** Returns the waiting events and work. */
  StageLoad load();

  int length();

  /** Returns the weight of waiting and claimed events. */
  int credits();

  /**
   * Sheds the waiting events; the domain then drops the queue. The stage is closed, so no event
   * enters.
   */
  void close();

  Work work();

  /** Hands over the measurements since the last call, now or a little later. */
  void collect(Consumer<StageMeter.Window> into);

  /** Reserved room for a judged group. */
  interface Claim<E> {
    /** Returns acceptance, or the reason for the refusal. */
    EnqueueResult result();

    /** Queues the group in the reserved room. */
    EnqueueResult enqueue();

    void release();
  }
}
