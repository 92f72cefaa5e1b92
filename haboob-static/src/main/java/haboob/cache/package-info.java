/**
 * Static pages: files below a directory, kept in a cache of a fixed byte budget, and served by
 * {@link haboob.cache.StaticPages}.
 *
 * <pre>
 *          processors                │            worker pool             │    processors
 *                                    │                                    │
 *   PageRequest ─► page cache ─┬─ hit ───────────────────────────────────────► respond, on the
 *                              │     │                                    │    connection's
 *                             miss ──┼─► file read ─► cache miss ─────────┼──► processor
 *                              │     │   (seda.fileio)  makes the page,   │
 *                              │     │                  keeps it, answers │
 *                   joins a miss that│                  all that wait     │
 *                   is under way     │                                    │
 * </pre>
 *
 * <p>A hit costs a look into a lock-free table, on the processor where the request was born; its
 * response was made when the page was. Everything that may wait for a disk, and hashing, happens on
 * the pool.
 *
 * <p>A page is kept in all the codings in which it can be sent: as its file, as the files beside it
 * that have a coding's extension, and gzipped here if there is none of those.
 *
 * <p>A page is taken from memory for a while after it was last compared with the disk; then the
 * next request for it makes a comparison, and waits for that as for a miss.
 *
 * <p>Each request is answered exactly once. If the disk can't keep up, a miss is answered 503 with
 * {@code Retry-After}, and a page that is in memory is given as it is, however old.
 */
package haboob.cache;
