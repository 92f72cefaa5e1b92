/**
 * The static web server: {@link haboob.Haboob} wires its graph. Other servers use {@link
 * haboob.cache.StaticPages}, which is the part that serves files.
 *
 * <pre>
 *   haboob        the server: graph, status page, bottleneck page
 *     │
 *   haboob.cache  StaticPages: the page cache and its stages
 *     │
 *   haboob.http   what HTTP says of a page: codings, validators, ranges, representations
 * </pre>
 *
 * <p>Packages use only those below them.
 *
 * <p><b>Threads.</b> Handlers run on processors; those of the bottleneck page and of what waits for
 * a disk on worker pools.
 */
package haboob;
