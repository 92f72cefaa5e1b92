/**
 * {@code POST /folders} and {@code POST /mail/{folder}/rename}, {@code …/move}, {@code …/remove},
 * {@code …/hide}, {@code …/unhide} and {@code …/use}: edits folders. Runs on the mail-store pool.
 */
package arashi.request.editfolder;
