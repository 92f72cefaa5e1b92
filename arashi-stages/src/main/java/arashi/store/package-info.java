/**
 * What the mail service keeps: accounts, folders, items, raw mail, search terms, sessions. Plain
 * JDBC on MySQL or MariaDB; the tables are described in {@code db/migration/V*.sql}.
 *
 * <pre>
 *              MailWriter ──────────────┬───────────┬─────────────┬────────────┐
 *                  │ add                ▼           ▼             ▼            ▼
 *   Accounts ─► Folders ◄─ counters ─ Items ─► Messages ──────► Blobs     search_term
 *      │                                ▲     (what is shown)  (raw mail)      │
 *      ▼                                └───────────── rows of hits ◄───── Search
 *   Sessions
 * </pre>
 *
 * <p><b>Threads.</b> Every method that touches the database blocks and may be called from any
 * thread: it belongs in a worker pool, never on a processor. Objects here hold no state but the
 * data source.
 *
 * <p><b>Transactions.</b> A method is one transaction. One that writes mail locks the rows of the
 * folders it changes, in ascending order of their ids, before anything else, and changes their
 * counters together with what they count. A transaction that lost a deadlock is run again, a
 * bounded number of times.
 *
 * <p><b>Failures.</b> What the database refuses is a {@link arashi.store.StoreException}, which
 * says whether trying again later makes sense.
 */
package arashi.store;
