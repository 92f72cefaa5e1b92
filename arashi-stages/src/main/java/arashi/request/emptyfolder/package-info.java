/**
 * {@code POST /mail/{folder}/empty}: deletes the content of Trash or Junk permanently. Runs on the
 * mail-store pool.
 */
package arashi.request.emptyfolder;
