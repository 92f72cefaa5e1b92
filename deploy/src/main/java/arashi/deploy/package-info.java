/**
 * The runnable product: command line, configuration, and the order of start and stop.
 *
 * <pre>
 *   start:  data directory locked ─► database ─► schema ─► demo account ─► stages ─► socket
 *   stop:   socket ─► stages drained ─► connections ─► database
 * </pre>
 */
package arashi.deploy;
