/**
 * {@code GET /jobs} and {@code /jobs/{id}}: shows long-running work on many mails with its
 * progress; {@code POST /jobs/{id}/cancel} and {@code …/undo}. Runs on the mail-store pool.
 */
package arashi.request.jobs;
