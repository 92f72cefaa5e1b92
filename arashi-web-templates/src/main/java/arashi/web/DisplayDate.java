package arashi.web;

import java.util.Objects;

/**
 * A moment, for people and for scripts.
 *
 * @param text as shown, short in lists ("14:05", "3 Mar") and long in a message
 * @param iso the same as ISO 8601 with its offset, from which a script shows local time
 */
public record DisplayDate(String text, String iso) {

  /** Checks that both are there. */
  public DisplayDate {
    Objects.requireNonNull(text);
    Objects.requireNonNull(iso);
  }
}
