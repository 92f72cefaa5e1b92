/**
 * {@code arashi bench load}: the papers' users, a thousand of them on one thread, against a server.
 *
 * <pre>
 *   Population: accounts with mail, sessions ─► Visitor × n ──HTTP──► the service
 *   Crowd: who comes when, of which class          │
 *   Pace: closed loop, or arrivals at a rate       ▼
 *                                         Samples ─► Summary ─► Report
 * </pre>
 */
package benchmarks.users;
