/**
 * {@code POST /mail/{folder}/refile} and {@code /search/refile}: moves messages to another folder.
 * Runs on the mail-store pool.
 */
package arashi.request.refile;
