/**
 * The service as a process: start, database, checks, stop.
 *
 * <p>Commands call it on the main thread, which may block.
 */
package arashi.deploy.service;
