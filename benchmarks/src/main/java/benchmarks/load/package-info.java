/**
 * Shared by all benchmarks: the HTTP client, processes of the product and of other servers, their
 * CPU time, and timing.
 *
 * <pre>
 *   ClientLoop ─► HttpConnection × n   one thread, thousands of paced connections
 *                 Browser              one connection, and its caller waits
 * </pre>
 */
package benchmarks.load;
