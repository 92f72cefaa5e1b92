/** {@code GET /mail/{folder}}: one page of a folder. Runs on the mail-store pool. */
package arashi.request.listmessages;
