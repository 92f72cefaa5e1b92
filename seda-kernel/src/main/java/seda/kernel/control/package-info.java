/**
 * Controllers. Each maps observations to a setting, and does nothing else. They read no clock, own
 * no thread and touch no queue, so the same code runs in a service, in a {@linkplain
 * seda.kernel.simulation.Simulation simulation} and in a test. {@link
 * seda.kernel.control.ControlLoops} applies them.
 *
 * <pre>
 *   pool or stage ── observation, once a period ──► controller ── setting ──► pool or stage
 * </pre>
 *
 * <p>A controller keeps its own history: one controller serves one pool or stage, from one thread
 * at a time.
 *
 * <p>[SOSP] M. Welsh, D. Culler, E. Brewer: <i>SEDA: An Architecture for Well-Conditioned, Scalable
 * Internet Services</i>, 2001. [USITS] M. Welsh, D. Culler: <i>Adaptive Overload Control for Busy
 * Internet Servers</i>, 2003.
 */
package seda.kernel.control;
