package arashi.request.login;

import arashi.front.account.PasswordRules;
import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;

/**
 * Argon2id (RFC 9106) with 19 MiB, two passes and one lane. A check takes some tens of milliseconds
 * of one core.
 */
public final class Passwords {
  private static final int MEMORY_KIB = 19 * 1024;
  private static final int PASSES = 2;
  private static final int LANES = 1;
  private static final int HASH_BYTES = 32;
  private static final int SALT_BYTES = 16;

  private static final Argon2Function ARGON2 =
      Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID);

  private static final String NOBODY = hash("no account has this password");

  /** Hashes a password with a new salt, in PHC string format. */
  public static String hash(String password) {
    return Password.hash(password).addRandomSalt(SALT_BYTES).with(ARGON2).getResult();
  }

  /** True if the password matches the hash. */
  public static boolean matches(String password, String hash) {
    return password.length() <= PasswordRules.MOST
        && Password.check(password, hash).with(Argon2Function.getInstanceFromHash(hash));
  }

  /** Takes as long as {@link #matches} and returns false, for unknown names. */
  public boolean matchesNobody(String password) {
    boolean guessed = matches(password, NOBODY);
    return guessed && NOBODY.isEmpty();
  }
}
