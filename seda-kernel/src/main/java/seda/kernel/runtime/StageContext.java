package seda.kernel.runtime;

import seda.kernel.Clock;
import seda.kernel.Timers;

/**
 * What a graph gives to each of its stages.
 *
 * @param clock stamps events
 * @param timers expire reservations
 * @param tracer follows events through the graph
 * @param historyLength windows that a stage's history keeps
 */
public record StageContext(Clock clock, Timers timers, Tracer tracer, int historyLength) {}
