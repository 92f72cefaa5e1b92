/**
 * {@code /account}: the user's settings for all browsers, the settings of each sender address, and
 * the user's sessions. An invalid form is shown again with all input. Runs on the mail-store pool.
 *
 * <pre>
 *   GET  /account ─► Preferences, IdentityRow ─► AccountForm ─┬─► AccountPage
 *   POST /account ─► AccountForm ─► AccountCheck ── invalid ──┘
 *                                        └── valid ─► store ─► GET /account
 * </pre>
 */
package arashi.request.account;
