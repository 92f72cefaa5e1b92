package seda.kernel.runtime;

/**
 * What a stage has done since its beginning.
 *
 * @param events handled
 * @param batches in which they were handled
 * @param busyNanos time in the handler, over all threads
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
