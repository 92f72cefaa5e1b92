/**
 * Runs a graph in virtual time, deterministically and on one thread: real stages, queues,
 * admission, controllers and timers with simulated workers.
 */
package seda.kernel.simulation;
