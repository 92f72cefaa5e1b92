/**
 * Shared by all benchmarks: the HTTP client, processes of servers, CPU time and response times.
 *
 * <pre>
 *   ClientLoop ─► HttpConnection × n   one thread, thousands of paced connections
 *                 Browser              one connection, and its caller blocks
 * </pre>
 */
package benchmarks.load;
