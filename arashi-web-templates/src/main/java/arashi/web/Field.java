package arashi.web;

import java.util.Objects;

/**
 * A name and its value: a form field or a mail header.
 *
 * @param name as it is sent or shown
 * @param value as it is sent or shown, possibly empty
 */
public record Field(String name, String value) {

  public Field {
    Objects.requireNonNull(name);
    Objects.requireNonNull(value);
  }
}
