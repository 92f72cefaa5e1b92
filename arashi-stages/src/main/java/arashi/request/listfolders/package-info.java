/** {@code GET /mail}: the folders. Runs on the mail-store pool. */
package arashi.request.listfolders;
