/**
 * Runs a graph in virtual time, deterministically: the real stages, queues, admission, controllers
 * and timers, with simulated workers. One thread.
 */
package seda.kernel.simulation;
