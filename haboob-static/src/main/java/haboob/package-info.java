/**
 * The static web server: {@link haboob.Haboob} wires its graph. Other servers use {@link
 * haboob.cache.StaticPages}, the part that serves files.
 *
 * <pre>
 *   haboob        the server: graph, status page, bottleneck page
 *     │
 *   haboob.cache  StaticPages: the page cache and its stages
 *     │
 *   haboob.http   HTTP semantics of a page: codings, validators, ranges, representations
 * </pre>
 *
 * <p>Packages use only those below them.
 *
 * <p><b>Threads.</b> Handlers run on processors. The bottleneck page and disk access run on worker
 * pools.
 */
package haboob;
