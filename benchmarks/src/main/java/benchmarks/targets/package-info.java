/**
 * {@code arashi bench figure}: the figures of the papers, each by one command.
 *
 * <pre>
 *   FigureCommand ─► TimeFigures, ByUsersFigures ─► FigureBench: a service when one is needed
 *                                                      │
 *                                                      └─► each controller in turn ─► plots, JSON, words
 *                                                          (Rounds: comparisons with a capacity)
 * </pre>
 *
 * [SOSP] M. Welsh, D. Culler, E. Brewer, <i>SEDA: An Architecture for Well-Conditioned, Scalable
 * Internet Services</i>, 2001. [USITS] M. Welsh, D. Culler, <i>Adaptive Overload Control for Busy
 * Internet Servers</i>, 2003.
 */
package benchmarks.targets;
