package arashi.mime.view;

/**
 * That a mail is encrypted or signed. Nothing of it has been verified.
 *
 * @param kind what and how
 * @param signer the address that the signature names, or empty
 */
public record Protection(Kind kind, String signer) {
  /** What and how. The names are part of the encoded view: add, never rename. */
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
