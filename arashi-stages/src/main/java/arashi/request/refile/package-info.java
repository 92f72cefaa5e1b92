/**
 * {@code POST /mail/{folder}/refile} and {@code /search/refile}: to another folder. Runs on the
 * mail-store pool.
 */
package arashi.request.refile;
