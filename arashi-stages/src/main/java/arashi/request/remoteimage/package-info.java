/**
 * {@code GET /image}: serves a remote image of a mail by a signed address from one of our pages.
 * Runs on the pool {@code remote}, which may wait for remote servers.
 */
package arashi.request.remoteimage;
