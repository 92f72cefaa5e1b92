/**
 * Asynchronous files: a request is an event, and so is its outcome.
 *
 * <pre>
 *   any thread                    worker pool                           any sink
 *   ReadFile, OpenFile ─► queue ─► locate, stat, read or open, stat ─► FileContent, FileUnchanged,
 *        │                                                             FileOpened, FileFailed
 *        └─ refused: overload, the caller decides
 * </pre>
 *
 * <p>Each accepted request offers exactly one {@link seda.fileio.FileResult} to its completion, on
 * a thread of the pool, also if the graph stops before the request is handled.
 *
 * <p>Each request has its own channel, so requests share no position. A file that changes during a
 * read is read again, up to three times in all. The {@link seda.fileio.FileStamp} of the result is
 * from before the last read, so it never vouches for newer bytes.
 *
 * <p>{@link seda.fileio.AsyncFile} is for work on a file in pieces:
 *
 * <pre>
 *   any thread                       worker pool                        any sink
 *   Open, Read, Write, Seek, ─► file's own queue ─► stage's queue ─► one thread a file ─► FileOutcome
 *   Stat, Flush, Close          (keeps the order)   (of files)
 * </pre>
 *
 * <p>Paths may belong to any file system, such as a jar.
 */
package seda.fileio;
