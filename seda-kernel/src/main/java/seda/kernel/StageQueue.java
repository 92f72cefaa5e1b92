package seda.kernel;

import java.util.function.Consumer;

/** The queue that a domain made for a stage. */
interface StageQueue<E> {

  /** Any thread. */
  EnqueueResult enqueue(E event);

  /** Any thread; the event is handled by the given processor if the domain has processors. */
  EnqueueResult enqueueOn(int processor, E event);

  /** Events waiting, approximately. */
  int length();

  /** Takes out what is left; only after the domain's threads have ended. */
  void drainTo(Consumer<? super E> consumer);
}
