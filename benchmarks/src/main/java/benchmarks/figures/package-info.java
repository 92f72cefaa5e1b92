/**
 * {@code arashi bench figure NAME}: figures of the papers, made again.
 *
 * <pre>
 *   FigureCommand ─► KernelFigure ── Scenario ──► Execution: in virtual time, or on threads
 *                       │
 *                       └──► Report: plots, JSON, a section of a page
 * </pre>
 *
 * A figure whose scenario needs no more than the kernel runs in the kernel's simulation, where it
 * comes out the same each time, and in real time on real threads. Controllers, stages and pools are
 * the same in both.
 *
 * <p>[SOSP] M. Welsh, D. Culler, E. Brewer: <i>SEDA: An Architecture for Well-Conditioned, Scalable
 * Internet Services</i>, 2001.
 */
package benchmarks.figures;
