package seda.kernel.runtime;

import seda.kernel.Clock;
import seda.kernel.Timers;

/**
 * Objects that a graph passes to each of its stages.
 *
 * @param clock stamps events
 * @param timers expire reservations
 * @param tracer follows events through the graph
 * @param delay delay of events outside the queues of pools
 * @param historyLength number of windows in a stage's history
 */
public record StageContext(
    Clock clock, Timers timers, Tracer tracer, OutsideDelay delay, int historyLength) {}
