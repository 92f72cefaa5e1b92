/**
 * {@code arashi bench figure}: response-time targets under overload, beside other controllers.
 *
 * <pre>
 *   Catalogue ─► Plan (what is missing) ─► Suite ─► LiveSite: database, reference and measured service
 *    (figures)                               │         └─► LiveRun ◄─ Scenarios
 *                                            ▼
 *                                   RunStore: a file a run
 *                                            │
 *                              TargetsPage ◄─┘─► Goals, Controllers, Sections ─► targets.md, SVG
 * </pre>
 *
 * <p>One thread measures; each load has a thread of its own. The page is a function of the stored
 * runs.
 *
 * <p>[SOSP] M. Welsh, D. Culler, E. Brewer, <i>SEDA: An Architecture for Well-Conditioned, Scalable
 * Internet Services</i>, 2001. [USITS] M. Welsh, D. Culler, <i>Adaptive Overload Control for Busy
 * Internet Servers</i>, 2003.
 */
package benchmarks.targets;
