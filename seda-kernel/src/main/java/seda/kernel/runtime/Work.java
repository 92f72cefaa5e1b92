package seda.kernel.runtime;

/**
 * Work of a stage since its start.
 *
 * @param events handled events
 * @param batches batches of the handled events
 * @param busyNanos time in the handler, summed over all threads
 */
record Work(long events, long batches, long busyNanos) {
  static final Work NONE = new Work(0, 0, 0);

  Work plus(Work other) {
    return new Work(events + other.events, batches + other.batches, busyNanos + other.busyNanos);
  }

  Work minus(Work other) {
    return new Work(events - other.events, batches - other.batches, busyNanos - other.busyNanos);
  }
}
