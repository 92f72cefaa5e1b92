package arashi.web;

/**
 * The key of a text that exists in every language. Only {@link Translations#key} creates keys, so a
 * page with a key always has its text.
 */
public final class MessageKey {
  private final String key;

  MessageKey(String key) {
    this.key = key;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MessageKey that && key.equals(that.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  /** Returns the key as in the bundles. */
  @Override
  public String toString() {
    return key;
  }
}
