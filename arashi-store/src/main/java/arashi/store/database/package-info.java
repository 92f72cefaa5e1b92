/**
 * Access to the database: statements, transactions, and outage detection.
 *
 * <pre>
 *   Accounts, Items, …  ──► Transactions ──► Availability ──► Connections (the pool)
 *                            begin, commit,    │  Circuit: refuses calls during an outage
 *                            retry             └─ Probe: detects outages and their end
 * </pre>
 *
 * <p>{@link arashi.store.database.Sql} and {@link arashi.store.database.BulkInsert} shorten the
 * statements inside a transaction.
 *
 * <p><b>Threads.</b> Transactions block and run on the caller's thread, a worker's. A dedicated
 * thread runs the probes (see {@link arashi.store.database.Availability#watch}). Asking for the
 * outage never blocks.
 */
package arashi.store.database;
