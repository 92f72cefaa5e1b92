/** {@code GET /search}: searches an account's mail. Runs on the mail-store pool. */
package arashi.request.search;
