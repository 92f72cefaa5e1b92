/**
 * Signing in and out, and the password for it. The form is shown by the processors; passwords are
 * checked by a pool of their own, because Argon2id is slow and wants memory on purpose and must
 * hold up nobody else.
 *
 * <pre>
 *   GET /login  ─► login form (processors)
 *   POST /login ─► login (password pool): origin, token, limiter, Argon2id, new session row
 *   POST /account/password ─► change password (password pool): limiter, Argon2id twice
 *   POST /logout ─► logout (mail-store pool): the session's row is removed
 * </pre>
 */
package arashi.request.login;
