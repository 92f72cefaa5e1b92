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
 *                   joins a miss     │                  waiting requests  │
 *                   in progress      │                                    │
 * </pre>
 *
 * <p>A hit costs one look-up in a lock-free table, on the request's own processor; the response was
 * built with the page. Disk access and hashing run on the pool.
 *
 * <p>A page is cached in all codings in which it can be sent: its own file, sibling files with a
 * coding's extension, and gzip made here if there is no sibling.
 *
 * <p>A page in memory is fresh for a configured time after it was checked against the disk. The
 * next request after that revalidates it, and waits as for a miss.
 *
 * <p>Each request is answered exactly once. If the disk can't keep up, a miss is answered 503 with
 * {@code Retry-After}, and a page in memory is served at any age.
 */
package haboob.cache;
