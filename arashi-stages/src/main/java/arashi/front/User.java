package arashi.front;

import java.util.HexFormat;

/**
 * Who makes a request: an account with an open session.
 *
 * @param account the account's id
 * @param name its login name
 * @param serviceClass the class whose promise it has
 * @param admin whether it may see the console
 * @param csrf the token that its forms carry
 * @param session hash of the session's token in hexadecimal, under which its row is kept
 */
public record User(
    long account, String name, String serviceClass, boolean admin, String csrf, String session) {

  /** The key of the session's row. */
  public byte[] sessionHash() {
    return HexFormat.of().parseHex(session);
  }

  /** Without the token: this may be logged. */
  @Override
  public String toString() {
    return "user " + account + " (" + serviceClass + ")";
  }
}
