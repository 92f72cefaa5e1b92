/**
 * {@code GET /compose}, and the answers below a mail's own address: shows the form of a mail. Runs
 * on the mail-store pool.
 */
package arashi.request.compose;
