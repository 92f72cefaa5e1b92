/**
 * Login, logout and password changes. The processors show the form. Passwords have a pool of their
 * own, because Argon2id is slow and memory-hungry by design and must not delay other work.
 *
 * <pre>
 *   GET /login  ─► login form (processors)
 *   POST /login ─► login (password pool): origin, token, limiter, Argon2id, new session row
 *   POST /account/password ─► change password (password pool): limiter, Argon2id twice
 *   POST /logout ─► logout (mail-store pool): deletes the session's row
 * </pre>
 */
package arashi.request.login;
