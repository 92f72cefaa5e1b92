package arashi.mime.view;

/**
 * Encryption or signature of a mail. Nothing is verified.
 *
 * @param kind mechanism
 * @param signer address named by the signature, or empty
 */
public record Protection(Kind kind, String signer) {
  /** Mechanisms. The names are part of the encoded view: add, never rename. */
  public enum Kind {
    /** Encrypted with OpenPGP. */
    PGP_ENCRYPTED,
    /** Encrypted with S/MIME. */
    SMIME_ENCRYPTED,
    /** Signed with OpenPGP. */
    PGP_SIGNED,
    /** Signed with S/MIME. */
    SMIME_SIGNED
  }
}
