/**
 * {@code arashi bench}: measures the product from outside, as a process that serves HTTP.
 *
 * <pre>
 *   Main ─► a command for each benchmark
 *             benchmarks.mail     accounts of several sizes, each request type, the users' mix
 *             benchmarks.store    one mailbox that grows: import, bytes on disk, requests
 *             benchmarks.delivery mail by LMTP, beside Dovecot
 *             benchmarks.kernel   what a hop, a wake-up and an idle stage cost
 *             benchmarks.figures  figures of the papers on the kernel alone
 *             benchmarks.web      the static web server beside nginx and Apache
 *             benchmarks.sockets  sockets beside threads and Netty
 *             benchmarks.targets  figures of the papers on the running service
 *             benchmarks.users    the papers' users, a thousand of them, against a server
 *             benchmarks.load     browser, CPU of processes, timing      (used by every benchmark)
 *             benchmarks.report   tables, plots, JSON                    (used by every benchmark)
 * </pre>
 */
package benchmarks;
