package arashi.mime.view;

/**
 * One address of a header field, decoded.
 *
 * @param name display name, or empty
 * @param address {@code local@domain} as written, or whatever stood in its place; may be empty for
 *     the name of an empty group
 */
public record MailAddress(String name, String address) {
  /** What a list shows: the name, else the address. */
  public String label() {
    return name.isEmpty() ? address : name;
  }

  /** {@code Name <address>}, for people to read; not quoted for a header field. */
  @Override
  public String toString() {
    if (name.isEmpty()) {
      return address;
    }
    return address.isEmpty() ? name : name + " <" + address + ">";
  }
}
