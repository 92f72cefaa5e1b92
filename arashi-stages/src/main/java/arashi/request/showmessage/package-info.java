/** {@code GET /mail/{folder}/{uid}} and its HTML body. Runs on the mail-store pool. */
package arashi.request.showmessage;
