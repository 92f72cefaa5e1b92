/**
 * {@code GET /jobs} and {@code /jobs/{id}}: long work on many mails and how far it is; {@code POST
 * /jobs/{id}/cancel} and {@code …/undo}. Runs on the mail-store pool.
 */
package arashi.request.jobs;
