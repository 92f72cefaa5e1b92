/**
 * Access to the database: statements, transactions, and outage detection.
 *
 * <pre>
 *   Accounts, Items, …  ──► Transactions ──► Availability ──► Connections (the pool)
 *                            begin, commit,    │  Circuit: refuses calls during an outage
 *                            retry             └─ Probe: detects outages and their end
 * </pre>
 *
 * <p>The work of a transaction gets a {@link arashi.store.database.Tx}: statements, and the time at
 * which the work began. No other package sees a connection. A {@link
 * arashi.store.database.ResultRow} reads columns by name, a {@link
 * arashi.store.database.BulkInsert} inserts many rows.
 *
 * <p>Work that outlasts a transaction is owned by one process at a time ({@link
 * arashi.store.database.WorkLease}); work on all accounts visits them page by page ({@link
 * arashi.store.database.AccountRound}).
 *
 * <p><b>Threads.</b> Transactions block and run on the caller's thread, a worker's. A dedicated
 * thread runs the probes (see {@link arashi.store.database.Availability#watch}). Asking for the
 * outage never blocks.
 */
package arashi.store.database;
