/**
 * {@code POST /drafts} and below: a draft is saved, discarded, or taken back from there. Runs on
 * the mail-store pool.
 */
package arashi.request.savedraft;
