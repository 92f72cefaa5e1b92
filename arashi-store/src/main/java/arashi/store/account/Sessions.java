package arashi.store.account;

import arashi.store.blob.Sha256;
import arashi.store.database.ResultRow;
import arashi.store.database.Texts;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Persistent logins. The table holds only the SHA-256 of each token, so that reading it does not
 * allow a login. Each method blocks on the database, and is safe from any thread.
 */
public final class Sessions {

  private static final String SELECT =
      """
      SELECT token_hash, account, csrf, created_at, last_used_at, expires_at, user_agent,
        remote_address
      FROM session WHERE expires_at > ?\s""";

  private static final int MAX_USER_AGENT = 255;
  private static final int MAX_ADDRESS = 64;
  private static final int MAX_LIST = 1_000;

  private final Transactions transactions;
  private final InstantSource time;

  /** Creates the sessions of a database. */
  public Sessions(Transactions transactions, InstantSource time) {
    this.transactions = transactions;
    this.time = time;
  }

  /**
   * Begins a session.
   *
   * @param tokenHash hash of a token of at least 128 random bits
   * @param csrf at most 64 characters
   * @param life time to expiry, unless touched
   */
  public Session create(
      Sha256 tokenHash,
      long account,
      String csrf,
      Duration life,
      String userAgent,
      String remoteAddress) {
    Instant now = now();
    Session session =
        new Session(
            tokenHash,
            account,
            csrf,
            now,
            now,
            now.plus(life),
            Texts.cut(userAgent, MAX_USER_AGENT),
            Texts.cut(remoteAddress, MAX_ADDRESS));
    transactions.write(tx -> insert(tx, session));
    return session;
  }

  private static int insert(Tx tx, Session session) {
    return tx.update(
        """
        INSERT INTO session (token_hash, account, csrf, created_at, last_used_at, expires_at,
          user_agent, remote_address)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        session.tokenHash().bytes(),
        session.account(),
        session.csrf(),
        session.created(),
        session.lastUsed(),
        session.expires(),
        session.userAgent(),
        session.remoteAddress());
  }

  /**
   * Begins a session for a user whose password was checked, unless the password has changed since.
   *
   * <p>Takes no lock on the account's row, which any change of the account's mail holds: a node
   * that hangs in such a transaction must not block sign-in elsewhere. Instead, the session is
   * inserted before the password hash is read again, and a password change deletes sessions once
   * more after its commit. So either this method sees the new hash, or the change sees the session.
   *
   * @param account as read when the password was checked
   * @return the session, or empty if the password has changed
   */
  public Optional<Session> create(
      Sha256 tokenHash,
      Account account,
      String csrf,
      Duration life,
      String userAgent,
      String remoteAddress) {
    Session session = create(tokenHash, account.id(), csrf, life, userAgent, remoteAddress);
    Optional<String> hash =
        transactions.read(
            tx ->
                tx.one(
                    "SELECT password_hash FROM account WHERE id = ?",
                    row -> row.getString("password_hash"),
                    account.id()));
    if (hash.filter(account.passwordHash()::equals).isEmpty()) {
      delete(tokenHash);
      return Optional.empty();
    }
    return Optional.of(session);
  }

  /** Returns the session of a token, unless it has expired. */
  public Optional<Session> find(Sha256 tokenHash) {
    return transactions.read(
        tx ->
            tx.one(SELECT + "AND token_hash = ?", Sessions::session, tx.now(), tokenHash.bytes()));
  }

  /** Returns those of some sessions that have not ended. */
  public Set<Sha256> open(List<Sha256> tokenHashes) {
    if (tokenHashes.isEmpty()) {
      return Set.of();
    }
    List<byte[]> keys = tokenHashes.stream().map(Sha256::bytes).toList();
    return Set.copyOf(
        transactions.read(
            tx ->
                tx.list(
                    "SELECT token_hash FROM session WHERE token_hash IN (?) AND expires_at > ?",
                    row -> Sha256.ofDigest(row.getBytes("token_hash")),
                    keys,
                    tx.now())));
  }

  /**
   * Records use of a session and extends its life. Costs a write: call it when {@link
   * Session#lastUsed} is some minutes old, not at each request.
   *
   * @param life time to expiry, from now
   * @return false if there is no such session
   */
  public boolean touch(Sha256 tokenHash, Duration life) {
    Instant now = now();
    return transactions.write(
        tx ->
            tx.update(
                    """
                    UPDATE session SET last_used_at = ?, expires_at = ?
                    WHERE token_hash = ? AND expires_at > ?
                    """,
                    now,
                    now.plus(life),
                    tokenHash.bytes(),
                    now)
                > 0);
  }

  /** Ends a session. Returns false if there is none. */
  public boolean delete(Sha256 tokenHash) {
    return transactions.write(
        tx -> tx.update("DELETE FROM session WHERE token_hash = ?", tokenHash.bytes()) > 0);
  }

  /** Ends a session of an account. Returns false if the account has no such session. */
  public boolean delete(long account, Sha256 tokenHash) {
    return transactions.write(
        tx ->
            tx.update(
                    "DELETE FROM session WHERE account = ? AND token_hash = ?",
                    account,
                    tokenHash.bytes())
                > 0);
  }

  /** Ends all sessions of an account; returns their number. */
  public int deleteAll(long account) {
    return transactions.write(tx -> tx.update("DELETE FROM session WHERE account = ?", account));
  }

  /** Deletes at most {@code limit} expired sessions; returns the number deleted. */
  public int deleteExpired(Instant now, int limit) {
    return transactions.write(
        tx -> tx.update("DELETE FROM session WHERE expires_at <= ? LIMIT ?", now, limit));
  }

  /** Returns the account's unexpired sessions, last used first; at most 1,000. */
  public List<Session> list(long account) {
    return transactions.read(
        tx ->
            tx.list(
                SELECT + "AND account = ? ORDER BY last_used_at DESC LIMIT ?",
                Sessions::session,
                tx.now(),
                account,
                MAX_LIST));
  }

  private Instant now() {
    return Instant.ofEpochMilli(time.millis());
  }

  private static Session session(ResultRow row) {
    return new Session(
        Sha256.ofDigest(row.getBytes("token_hash")),
        row.getLong("account"),
        row.getString("csrf"),
        row.getInstant("created_at"),
        row.getInstant("last_used_at"),
        row.getInstant("expires_at"),
        row.getString("user_agent"),
        row.getString("remote_address"));
  }
}
