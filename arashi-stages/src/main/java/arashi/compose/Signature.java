package arashi.compose;

/** Signatures within the text of a draft: behind a line of two dashes and a space. */
@SuppressWarnings({"DoNotCallSuggester", "UnusedMethod", "UnusedVariable"}) // bodies follow
final class Signature {
  private static final String SEPARATOR = "-- \n";

  private Signature() {}

  /** {@code text}, a place to write, and the signature of {@code identity} if it has one. */
  static String below(String text, Identity identity) {
    String block = block(identity);
    return block.isEmpty() ? text : text + "\n\n" + block;
  }

  /** {@code text} with the signature of {@code old} replaced, where it stands unchanged. */
  static String exchange(String text, Identity old, Identity identity) {
    throw new UnsupportedOperationException();
  }

  static String block(Identity identity) {
    String signature = identity.signature().stripTrailing();
    return signature.isEmpty() ? "" : SEPARATOR + signature.replace("\r\n", "\n");
  }
}
