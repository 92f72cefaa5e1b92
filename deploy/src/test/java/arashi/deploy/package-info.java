/**
 * The runnable product, tested from outside: over HTTP, in a browser, and on the command line.
 *
 * <pre>
 *   Client, RawHttp, Browser ──► TestService (a Service on a fresh database) ◄── TestUser (accounts, mail)
 *   CommandLine, Arashi (a process) ──► Main
 * </pre>
 *
 * <p>One service is shared by the classes of a JVM; each test has accounts of its own. Tests that
 * need a browser, or mail that is not in this repository, are skipped where it is missing, and say
 * so.
 */
package arashi.deploy;
