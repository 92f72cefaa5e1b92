/**
 * {@code POST /drafts} and below: saves, discards and restores drafts. Runs on the mail-store pool.
 */
package arashi.request.savedraft;
