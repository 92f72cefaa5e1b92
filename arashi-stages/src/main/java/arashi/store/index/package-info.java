/**
 * The search index: immutable segments of postings, one index for each account.
 *
 * <pre>
 *   delivery ─► search_fresh ──62 mails──┐
 *                                        ▼   eight of a size
 *   import ──a batch is a segment──► segments ◄──────────┐
 *                                        │   fold, drop  │
 *                                        ├───────────────┘   {@link arashi.store.index.IndexUpkeep}
 *   search ◄── all terms, newest first ──┘                   {@link arashi.store.index.Candidates}
 * </pre>
 *
 * <p>A segment has the ids of its mails, newest first, and in the order of the terms blocks with
 * their postings: a mail is its ordinal in the segment. A block never changes, so a search needs no
 * lock, only to know that all it read is of one {@link arashi.store.index.Moment}; a fold writes a
 * new segment beside those that it replaces, and one transaction exchanges them. A deleted mail
 * stays in its segment until a fold: it has no item, so no search shows it, and {@code search_dead}
 * keeps its id from being used again.
 *
 * <p>The codec ({@link arashi.store.index.SegmentBuilder}, {@link
 * arashi.store.index.SegmentReader}, {@link arashi.store.index.SegmentMerge}) knows no database.
 *
 * <p><b>Threads.</b> Methods that take a connection block, and are part of the caller's
 * transaction. The upkeep is one step at a time in each node, on a thread of the pool of its stage,
 * as background work.
 */
package arashi.store.index;
