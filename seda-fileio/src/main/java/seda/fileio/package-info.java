/**
 * Files without blocking the one who asks: a request is an event, and so is its outcome.
 *
 * <pre>
 *   any thread                    worker pool                           any sink
 *   ReadFile, OpenFile ─► queue ─► locate, stat, read or open, stat ─► FileContent, FileUnchanged,
 *        │                                                             FileOpened, FileFailed
 *        └─ refused: overload, the caller decides
 * </pre>
 *
 * <p>Every accepted request offers exactly one {@link seda.fileio.FileResult} to its completion, on
 * a thread of the pool; also when the graph stops before the request's turn has come.
 *
 * <p>Each request has a channel of its own, so that no two share a position. A file that changes
 * while it is read is read again, up to three times in all. The {@link seda.fileio.FileStamp} of
 * what comes out is that from before the last reading, and so never vouches for bytes that are
 * newer than it.
 *
 * <p>{@link seda.fileio.AsyncFile} is for files that are worked on piece by piece:
 *
 * <pre>
 *   any thread                       worker pool                        any sink
 *   Open, Read, Write, Seek, ─► file's own queue ─► stage's queue ─► one thread a file ─► FileOutcome
 *   Stat, Flush, Close          (keeps the order)   (of files)
 * </pre>
 *
 * <p>Paths may be of any file system; that of a jar is one.
 */
package seda.fileio;
