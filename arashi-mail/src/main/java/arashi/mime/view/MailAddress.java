package arashi.mime.view;

/**
 * One decoded address of a header field.
 *
 * @param name display name, or empty
 * @param address {@code local@domain} as written, or the text in its place; may be empty for the
 *     name of an empty group
 */
public record MailAddress(String name, String address) {
  /** Returns the label shown in lists: the name, otherwise the address. */
  public String label() {
    return name.isEmpty() ? address : name;
  }

  /** Returns {@code Name <address>} for display; not quoted for a header field. */
  @Override
  public String toString() {
    if (name.isEmpty()) {
      return address;
    }
    return address.isEmpty() ? name : name + " <" + address + ">";
  }
}
