package arashi.store.mail;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Author and recipients of a mail.
 *
 * @param author its author, if given
 * @param addressees To and Cc, up to a bounded number
 * @param recipients display text of the addressees, which listings show instead of the sender for
 *     {@linkplain Flag#OUTGOING outgoing mail}
 * @param recipientsKey sort key of the addressees: lower case; the first 32 bytes count
 */
public record Parties(
    Optional<Person> author, List<Person> addressees, String recipients, String recipientsKey) {
  /** Parties of a mail without any information. */
  public static final Parties NONE = new Parties(Optional.empty(), List.of(), "", "");

  /** Copies the list. */
  public Parties {
    addressees = List.copyOf(addressees);
  }

  /**
   * A correspondent.
   *
   * @param address as written, at most {@link #MAX_ADDRESS} bytes
   * @param name display name, or empty
   * @param words words for prefix search: case-folded; the first {@link #MAX_WORD} bytes of each
   *     count
   */
  public record Person(String address, String name, List<String> words) {
    /** Maximum bytes of an address. */
    public static final int MAX_ADDRESS = 320;

    /** Significant bytes of a word. */
    public static final int MAX_WORD = 64;

    /** Validates the address, and copies the list. */
    public Person {
      if (!isShort(address)) {
        throw new IllegalArgumentException("the address has more than " + MAX_ADDRESS + " bytes");
      }
      words = List.copyOf(words);
    }

    /** Returns whether an address has at most {@link #MAX_ADDRESS} bytes. */
    public static boolean isShort(String address) {
      return address.getBytes(StandardCharsets.UTF_8).length <= MAX_ADDRESS;
    }
  }
}
