/**
 * What HTTP says of a page (RFC 9110): in which codings it is sent, when a client's copy is still
 * good, which part is asked for.
 *
 * <pre>
 *   request ─► AcceptEncoding ─► Representation ─┬─► Validators   304, 412
 *              which coding      in memory       ├─► ByteRange    206, 416
 *                                or in a file    └─► whole        200
 * </pre>
 *
 * <p><b>Threads.</b> Any thread: representations are immutable but for the count of their users.
 * Making one (hashing, compressing) is for a worker pool.
 */
package haboob.http;
