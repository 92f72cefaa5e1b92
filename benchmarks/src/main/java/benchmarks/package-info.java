/**
 * {@code arashi bench}: measures the product from outside, as a process that serves HTTP.
 *
 * <pre>
 *   Main ─► a command for each benchmark, a {@link benchmarks.report.Benchmark}
 *             benchmarks.mail     each request type and the users' mix, by size of the mailbox;
 *                                 one mailbox that grows: import, bytes on disk, requests
 *             benchmarks.delivery mail by LMTP, beside Dovecot
 *             benchmarks.live     lists beside pages that follow accounts, and beside jobs
 *             benchmarks.users    the papers' users, a thousand of them, against a server
 *             benchmarks.targets  figures of the papers on the running service
 *             benchmarks.figures  figures of the papers on the kernel alone
 *             benchmarks.kernel   what a hop, a wake-up and an idle stage cost
 *             benchmarks.web      the static web server beside nginx and Apache
 *             benchmarks.sockets  sockets beside threads and Netty
 *             benchmarks.gnutella the router
 *           used by these:
 *             benchmarks.corpus   mail, generated or real
 *             benchmarks.load     the HTTP client, processes, CPU time, timing
 *             benchmarks.report   commands, reports, tables, charts, JSON
 * </pre>
 */
package benchmarks;
