package arashi.web;

import java.util.Objects;

/**
 * A name with its value: one field of a form, or one header of a mail.
 *
 * @param name as it is sent or shown
 * @param value as it is sent or shown, possibly empty
 */
public record Field(String name, String value) {

  /** Checks that both are there. */
  public Field {
    Objects.requireNonNull(name);
    Objects.requireNonNull(value);
  }
}
