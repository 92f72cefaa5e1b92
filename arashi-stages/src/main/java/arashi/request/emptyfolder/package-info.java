/**
 * {@code POST /mail/{folder}/empty}: deletes for good what is in Trash or Junk. Runs on the
 * mail-store pool.
 */
package arashi.request.emptyfolder;
