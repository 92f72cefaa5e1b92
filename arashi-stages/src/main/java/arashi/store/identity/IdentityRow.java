package arashi.store.identity;

/**
 * An address that an account writes as, and what goes with it.
 *
 * @param address as it is compared: folded local part, A-labels
 * @param name shown beside the address; empty: none
 * @param signature plain text, lines end with LF; empty: none
 * @param replyTo where answers go; empty: to the address
 * @param isDefault whether new mail is written as it; one identity of an account at most
 */
public record IdentityRow(
    String address, String name, String signature, String replyTo, boolean isDefault) {

  /** Most characters of a name. */
  public static final int MAX_NAME = 255;

  /** Most characters of a signature. */
  public static final int MAX_SIGNATURE = 10_000;

  /** Most characters of a Reply-To. */
  public static final int MAX_REPLY_TO = 320;

  /** Checks the lengths. */
  public IdentityRow {
    if (name.length() > MAX_NAME
        || signature.length() > MAX_SIGNATURE
        || replyTo.length() > MAX_REPLY_TO) {
      throw new IllegalArgumentException("a text of the identity is too long");
    }
  }

  /** The same under another name, if it has none. */
  IdentityRow orNamed(String other) {
    return name.isEmpty() ? new IdentityRow(address, other, signature, replyTo, isDefault) : this;
  }

  /** The same as the default. */
  IdentityRow asDefault() {
    return new IdentityRow(address, name, signature, replyTo, true);
  }
}
