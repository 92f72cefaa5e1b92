/**
 * {@code /account}: what a user sets for all browsers, what goes with each address that the user
 * writes as, and where the user is signed in. A form that has something wrong with it comes back
 * whole. Runs on the mail-store pool.
 *
 * <pre>
 *   GET  /account ─► Preferences, IdentityRow ─► AccountForm ─┬─► AccountPage
 *   POST /account ─► AccountForm ─► AccountCheck ── wrong ────┘
 *                                        └── right ─► store ─► GET /account
 * </pre>
 */
package arashi.request.account;
