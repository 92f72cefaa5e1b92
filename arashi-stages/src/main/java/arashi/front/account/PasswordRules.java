package arashi.front.account;

/** Bounds of a new password, in characters. */
public final class PasswordRules {
  /** Shorter passwords are refused. */
  public static final int LEAST = 8;

  /**
   * Longer passwords are refused: hashing time is linear in the length, and typed passwords are
   * shorter.
   */
  public static final int MOST = 1_000;

  private PasswordRules() {}
}
