/**
 * Mailboxes that sessions deliver to: judge recipients, parse mails, and store them.
 *
 * <pre>
 *   RCPT ──► judge     Addresses (aliases, catch-all) ─► Usages, Quotas ─► SubAddress (folder)
 *   data ──► prepare   HeaderFields ─► LoopGuard, JunkFilter; Intake; hash, compress
 *        ──► store     TraceFields of each recipient ─► Deliveries: one transaction
 * </pre>
 *
 * <p><b>Threads.</b> {@code judge} and {@code store} block on the database, {@code prepare}
 * computes; all are called by threads of worker pools.
 */
package arashi.delivery.mailbox;
