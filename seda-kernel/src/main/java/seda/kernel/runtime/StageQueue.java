package seda.kernel.runtime;

import java.util.List;
import java.util.function.Consumer;
import seda.kernel.EnqueueResult;
import seda.kernel.ServiceClass;
import seda.kernel.StageLoad;

/** The queue that a domain made for a stage. Any thread may call it. */
interface StageQueue<E> {

  EnqueueResult enqueue(E event);

  /** The event is handled by the given processor if the domain has processors. */
  EnqueueResult enqueueOn(int processor, E event);

  /** All or none. */
  EnqueueResult enqueueAll(List<? extends E> events);

  /** Judges a group, and keeps room for it. */
  Claim<E> claim(List<? extends E> events);

  /** What an event of this class would be told now. */
  EnqueueResult probe(ServiceClass serviceClass);

  /** What the stage has before it now. */
  StageLoad load();

  /** Events waiting. */
  int length();

  /** Weights of the events waiting, with what is claimed. */
  int credits();

  /**
   * Takes out what waits and sheds it; then the domain forgets the queue. Its stage is closed and
   * no event enters any more.
   */
  void close();

  /** What was done so far. */
  Work work();

  /** Hands over what the queue's threads measured since the last call, now or a little later. */
  void collect(Consumer<StageMeter.Window> into);

  /** Room kept for a group that was judged. */
  interface Claim<E> {
    /** Accepted, or why no room was kept. */
    EnqueueResult result();

    /** Queues the group in the room kept. */
    EnqueueResult enqueue();

    /** Gives the room back. */
    void release();
  }
}
