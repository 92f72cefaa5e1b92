/**
 * Storage of the mail service, on MySQL or MariaDB through plain JDBC. {@code db/migration/V*.sql}
 * describes the tables. {@link arashi.store.Store} gives access to all repositories.
 *
 * <pre>
 *   Store, Housekeeping
 *     │
 *     ├─► address                 addresses and aliases, resolved to accounts
 *     ├─► identity                addresses an account may write as
 *     ├─► delivery, outbox        arriving mail, stored once; outgoing mail
 *     │    ▼        ▼
 *     │    │      draft           mail being written
 *     │    ▼
 *     ├─► mail ─────► index       folders, items, messages; their search terms
 *     │    │   ├──────► change    the change log
 *     │    │   │        │
 *     │    │   └───────►├─► blob  raw mail, compressed
 *     │    ▼            │    │
 *     ├─► account ──────┼────┤    accounts and sessions
 *     ├─► policy        │    │    settings made by admins
 *     │    │            │    │
 *     └────┴────────────┴────┴──► database   statements, transactions, outages
 * </pre>
 *
 * <p>Packages use only those below them.
 *
 * <p><b>Threads.</b> Every method that touches the database blocks and may be called from any
 * thread. Call it from a worker pool, never on a processor. Objects are stateless except for the
 * source of connections and the database's availability.
 *
 * <p><b>Transactions.</b> A method is one transaction. One that writes mail locks the account's row
 * and then the rows of the folders it changes, in ascending id order; {@link
 * arashi.store.mail.AccountTx} does that. It updates counters together with the rows they count,
 * and appends to the change log. A transaction that lost a deadlock is retried a bounded number of
 * times.
 *
 * <p><b>Failures.</b> A database error becomes a {@link arashi.store.database.StoreException},
 * which says whether a retry makes sense.
 *
 * <p><b>Outages.</b> A circuit breaker guards all statements. During an outage a call fails at once
 * with an {@link arashi.store.database.OutageException}, until a probe succeeds. See {@link
 * arashi.store.database.Availability}.
 */
package arashi.store;
