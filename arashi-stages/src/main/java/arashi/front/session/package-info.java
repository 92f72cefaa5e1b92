/**
 * Who asks: the user of a session, cookies and tokens, and the addresses of trusted proxies.
 *
 * <p>All parts of the front call it, on processors too; nothing here blocks.
 */
package arashi.front.session;
