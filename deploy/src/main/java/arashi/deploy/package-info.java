/**
 * The runnable product.
 *
 * <pre>
 *   start:  data directory locked ─► database ─► schema ─► demo account ─► stages ─► socket
 *   stop:   socket ─► stages drained ─► connections ─► database
 *
 *   Main ──► command ──► demo ──► service ──► config
 * </pre>
 */
package arashi.deploy;
