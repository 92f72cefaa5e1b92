package arashi.web;

import java.util.Objects;

/**
 * A stranger's address that a form sends back.
 *
 * @param address the address itself
 * @param text how it is shown, so that it cannot be taken for another
 */
public record ShownAddress(String address, String text) {

  public ShownAddress {
    Objects.requireNonNull(address);
    Objects.requireNonNull(text);
  }
}
