/** {@code GET /search}: what an account's mail is searched for. Runs on the mail-store pool. */
package arashi.request.search;
