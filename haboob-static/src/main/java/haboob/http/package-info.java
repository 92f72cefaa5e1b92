/**
 * HTTP semantics of a page (RFC 9110): content codings, validation of a client's copy, ranges.
 *
 * <pre>
 *   request ─► AcceptEncoding ─► Representation ─┬─► Validators   304, 412
 *              which coding      in memory       ├─► ByteRange    206, 416
 *                                or in a file    └─► whole        200
 * </pre>
 *
 * <p><b>Threads.</b> Any thread: representations are immutable, except for their use counts.
 * Creation (hashing, compressing) belongs on a worker pool.
 */
package haboob.http;
