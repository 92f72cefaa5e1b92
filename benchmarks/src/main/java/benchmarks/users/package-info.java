/**
 * {@code arashi bench load}: the papers' users, a thousand of them on one thread.
 *
 * <pre>
 *   Population: accounts with mail, sessions ─► Visitor × n ──HTTP──► the service
 *   Crowd: groups by class and time                │
 *   LoadRun: closed loop, or OpenLoop: arrivals    ▼
 *                                  Requests ─► RunResult ─► Summary ─► Report
 * </pre>
 */
package benchmarks.users;
