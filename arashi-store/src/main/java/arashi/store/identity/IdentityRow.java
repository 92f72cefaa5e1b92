package arashi.store.identity;

/**
 * An address that an account writes as, with its settings.
 *
 * @param address normalized: local part in NFC and lower case, domain as A-labels
 * @param name display name; empty for none
 * @param signature plain text with LF line ends; empty for none
 * @param replyTo address for replies; empty for the address itself
 * @param isDefault whether new mail uses it; at most one identity per account
 */
public record IdentityRow(
    String address, String name, String signature, String replyTo, boolean isDefault) {

  /** Maximum characters in a name. */
  public static final int MAX_NAME = 255;

  /** Maximum characters in a signature. */
  public static final int MAX_SIGNATURE = 10_000;

  /** Maximum characters in a Reply-To. */
  public static final int MAX_REPLY_TO = 320;

  /** Validates the lengths. */
  public IdentityRow {
    if (name.length() > MAX_NAME
        || signature.length() > MAX_SIGNATURE
        || replyTo.length() > MAX_REPLY_TO) {
      throw new IllegalArgumentException(
          "a field of the identity is too long; limits: name %d, signature %d, Reply-To %d"
              .formatted(MAX_NAME, MAX_SIGNATURE, MAX_REPLY_TO));
    }
  }

  /** Returns this identity, with another name if it has none. */
  IdentityRow orNamed(String other) {
    return name.isEmpty() ? new IdentityRow(address, other, signature, replyTo, isDefault) : this;
  }

  /** Returns this identity as the default. */
  IdentityRow asDefault() {
    return new IdentityRow(address, name, signature, replyTo, true);
  }
}
