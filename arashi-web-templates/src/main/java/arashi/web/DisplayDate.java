package arashi.web;

import java.util.Objects;

/**
 * A time as text and in machine-readable form.
 *
 * @param text displayed text, short in lists ("14:05", "3 Mar") and long in a message
 * @param iso ISO 8601 with offset, from which a script shows local time
 */
public record DisplayDate(String text, String iso) {

  public DisplayDate {
    Objects.requireNonNull(text);
    Objects.requireNonNull(iso);
  }
}
