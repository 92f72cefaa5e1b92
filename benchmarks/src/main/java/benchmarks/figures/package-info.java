/**
 * {@code arashi bench figure NAME}: figures of the papers, reproduced.
 *
 * <pre>
 *   FigureCommand ─► KernelFigure ── Scenario ──► Execution: in virtual time, or on threads
 *                       │
 *                       └──► Report: plots, JSON, a section of a page
 * </pre>
 *
 * A scenario that needs the kernel alone runs in the kernel's simulation, with the same result each
 * time, and on real threads. Controllers, stages and pools are the same in both.
 *
 * <p>[SOSP] M. Welsh, D. Culler, E. Brewer: <i>SEDA: An Architecture for Well-Conditioned, Scalable
 * Internet Services</i>, 2001.
 */
package benchmarks.figures;
