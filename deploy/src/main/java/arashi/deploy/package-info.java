/**
 * The runnable product: the command line, the configuration, and the order in which everything
 * starts and stops.
 *
 * <pre>
 *   start:  data directory locked ─► database ─► schema ─► demo account ─► stages ─► socket
 *   stop:   socket ─► stages drained ─► connections ─► database
 * </pre>
 */
package arashi.deploy;
