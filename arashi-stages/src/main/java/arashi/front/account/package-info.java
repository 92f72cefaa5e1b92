/**
 * Shared code of the requests for an account's password and sessions. Any thread; the page blocks
 * on the database.
 *
 * <pre>
 *   GET  /account/security ─► account ───────────────────────────┐
 *   POST /account/sessions ─► account, store pool                ├─► SecurityPages
 *   POST /account/password ─► change password, password pool ────┘
 * </pre>
 */
package arashi.front.account;
