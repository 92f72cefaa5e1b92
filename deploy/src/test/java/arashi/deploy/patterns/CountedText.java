package arashi.deploy.patterns;

/**
 * Text that counts how often it is read, which measures the work of a match independently of the
 * machine. Stops the match at a limit.
 */
final class CountedText implements CharSequence {
  /** The limit was reached. */
  static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1;

    Exceeded() {
      super(null, null, false, false);
    }
  }

  private final String text;
  private final long limit;
  private long reads;

  CountedText(String text, long limit) {
    this.text = text;
    this.limit = limit;
  }

  long reads() {
    return reads;
  }

  @Override
  public char charAt(int index) {
    if (++reads > limit) {
      throw new Exceeded();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  /** A found part, which is copied at once. */
  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
