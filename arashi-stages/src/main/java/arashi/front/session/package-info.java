/** Who asks: the user of a session, cookies and tokens, and the addresses of trusted proxies. */
package arashi.front.session;
