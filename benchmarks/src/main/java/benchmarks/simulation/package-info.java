/**
 * {@code arashi bench controllers}: the baselines under a mail mix in virtual time, to tune them
 * and to compare them without the noise of a machine.
 *
 * <pre>
 *   Grid: variants of Baseline.settings ─► SimulatedMail (real stages, queues, admission) ◄─ Load
 *                                                 │
 *                                                 └─► Tally ─► Outcome ─► tables
 * </pre>
 *
 * One thread runs everything.
 */
package benchmarks.simulation;
