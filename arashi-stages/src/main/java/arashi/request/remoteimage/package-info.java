/**
 * {@code GET /image}: a remote image of a mail, by a signed address that a page has given out. Runs
 * on the pool {@code remote}, which may wait for servers elsewhere.
 */
package arashi.request.remoteimage;
