/**
 * What the mail service keeps, on MySQL or MariaDB by plain JDBC; the tables are described in
 * {@code db/migration/V*.sql}. {@link arashi.store.Store} hands out everything.
 *
 * <pre>
 *   Store, Housekeeping
 *     │
 *     ├─► address                 who receives mail for an address
 *     ├─► identity                whose addresses accounts write as
 *     ├─► delivery, outbox        mail that arrives, once; mail that leaves
 *     │    ▼        ▼
 *     │    │      draft           mail that is being written
 *     │    ▼
 *     ├─► mail ─────► index       folders, items, messages; their search terms
 *     │    │   ├──────► change    what changed in an account, in order
 *     │    │   │        │
 *     │    │   └───────►├─► blob  raw mail, compressed
 *     │    ▼            │    │
 *     ├─► account ──────┼────┤    who may log in, and sessions
 *     ├─► policy        │    │    what admins set
 *     │    │            │    │
 *     └────┴────────────┴────┴──► database   statements, transactions, outages
 * </pre>
 *
 * <p>Packages use only those below them.
 *
 * <p><b>Threads.</b> Every method that touches the database blocks and may be called from any
 * thread: it belongs in a worker pool, never on a processor. Objects here hold no state but where
 * connections come from, and whether the database serves.
 *
 * <p><b>Transactions.</b> A method is one transaction. One that writes mail locks the row of the
 * account and then those of the folders it changes, in ascending order of their ids; it changes the
 * counters together with what they count, and logs what it did. A transaction that lost a deadlock
 * is run again, a bounded number of times.
 *
 * <p><b>Failures.</b> What the database refuses is a {@link arashi.store.database.StoreException},
 * which says whether trying again later makes sense.
 *
 * <p><b>Outages.</b> A circuit breaker stands before all statements: while the database is out, a
 * call fails at once with an {@link arashi.store.database.OutageException}, until a probe succeeds.
 * See {@link arashi.store.database.Availability}.
 */
package arashi.store;
