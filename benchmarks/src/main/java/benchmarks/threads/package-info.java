/**
 * The service that people would write instead: the handlers, templates and queries of the mail
 * service on Jetty, with a virtual thread per request.
 *
 * <pre>
 *   Jetty's selectors ─► virtual thread of a request
 *     └► [concurrency limit ─ full ─► 503]
 *          └► path ─► session ─► handler ─► store ─► page
 *                                  └ waits for a connection of the pool
 * </pre>
 *
 * <p><b>Alike</b>: the data, sessions, session cache, policy rows, settings, handlers, pages, the
 * checks of cross-site requests, the password hash, the added work of each user's request, the
 * upkeep of the search index, the probe of the database, the JVM's options.
 *
 * <p><b>Not alike</b>: there are no stages, queues, account turns, admission or degradation:
 * quality is 1. The virtual threads queue for the processors and for the connection pool, whose
 * wait ends after 3 s with the busy page. The size of that pool is a parameter. Jetty serves the
 * static files. A JDK of 21 or newer is needed; before 24 a thread that blocks in a monitor pins
 * its carrier [JEP 491], so the comparison uses a newer one, for both services. There is no warm-up
 * before the service is ready, no delivery, outbox, housekeeping or background job. These
 * differences favour this service, except for the warm-up, which the load has to do.
 *
 * <p>The concurrency limit is the AIMD limit of Netflix's concurrency-limits: +1 while at least
 * half of the limit is in use, × 0.9 after an answer that took longer than a time-out or was a 503.
 */
package benchmarks.threads;
