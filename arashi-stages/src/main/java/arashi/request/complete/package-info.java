/**
 * {@code GET /complete}: the addresses that a person may mean by what is typed so far. Runs on the
 * mail-store pool; under load it reads fewer rows.
 */
package arashi.request.complete;
