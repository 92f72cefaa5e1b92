package arashi.web;

/**
 * Names a text that every language has. Only {@link Translations#key} makes one, so a page that
 * holds a key never lacks its words.
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

  /** The key as it stands in the bundles. */
  @Override
  public String toString() {
    return key;
  }
}
