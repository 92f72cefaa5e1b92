package arashi.store.mail;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Who a mail is from and to.
 *
 * @param author who wrote it, if it says so
 * @param addressees those of To and Cc; a bounded number
 * @param recipients the same as shown: what listings show of {@linkplain Flag#OUTGOING mail of
 *     one's own} in place of the sender
 * @param recipientsKey the same, as sorted: lower case; the first 32 bytes count
 */
public record Parties(
    Optional<Person> author, List<Person> addressees, String recipients, String recipientsKey) {
  /** Of a mail of which nothing is known. */
  public static final Parties NONE = new Parties(Optional.empty(), List.of(), "", "");

  /** Copies the list. */
  public Parties {
    addressees = List.copyOf(addressees);
  }

  /**
   * A correspondent.
   *
   * @param address as written, of at most {@link #MAX_ADDRESS} bytes
   * @param name as shown, or empty
   * @param words by whose beginnings one is found: folded, lower case; the first {@link #MAX_WORD}
   *     bytes of each count
   */
  public record Person(String address, String name, List<String> words) {
    /** Most bytes of an address. */
    public static final int MAX_ADDRESS = 320;

    /** Bytes of a word that count. */
    public static final int MAX_WORD = 64;

    /** Checks the address, and copies the list. */
    public Person {
      if (!isShort(address)) {
        throw new IllegalArgumentException("an address of more than " + MAX_ADDRESS + " bytes");
      }
      words = List.copyOf(words);
    }

    /** Whether an address has no more than {@link #MAX_ADDRESS} bytes. */
    public static boolean isShort(String address) {
      return address.getBytes(StandardCharsets.UTF_8).length <= MAX_ADDRESS;
    }
  }
}
