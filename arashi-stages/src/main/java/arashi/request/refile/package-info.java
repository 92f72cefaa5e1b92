/** {@code POST /mail/{folder}/refile}: to another folder. Runs on the mail-store pool. */
package arashi.request.refile;
