/**
 * {@code POST /folders} and {@code POST /mail/{folder}/rename}, {@code …/move}, {@code …/remove},
 * {@code …/hide} and {@code …/unhide}: folders as users make and change them. Runs on the
 * mail-store pool.
 */
package arashi.request.editfolder;
