/**
 * The search index: immutable segments of postings, one index per account.
 *
 * <pre>
 *   delivery ─► search_fresh ──62 mails──┐
 *                                        ▼   eight of similar size
 *   import ──a batch is a segment──► segments ◄──────────┐
 *                                        │   fold, drop  │
 *                                        ├───────────────┘   {@link arashi.store.index.IndexUpkeep}
 *   search ◄── all terms, newest first ──┘                   {@link arashi.store.index.Candidates}
 * </pre>
 *
 * <p>A segment has the ids of its mails, newest first, and blocks of postings in term order. A
 * posting is the ordinal of a mail in the segment. Blocks never change, so a search needs no lock.
 * It only has to check that all its reads belong to one {@link arashi.store.index.Moment}. A fold
 * writes a new segment beside its inputs, and one transaction swaps them. A deleted mail stays in
 * its segment until a fold: it has no item, so searches skip it, and {@code search_dead} keeps its
 * id from being reused.
 *
 * <p>The codec ({@link arashi.store.index.SegmentBuilder}, {@link
 * arashi.store.index.SegmentReader}, {@link arashi.store.index.SegmentMerge}) is independent of the
 * database.
 *
 * <p><b>Threads.</b> Methods that take a transaction block and run in the caller's transaction. The
 * upkeep runs one step at a time per node, as background work on a thread of its stage's pool.
 */
package arashi.store.index;
