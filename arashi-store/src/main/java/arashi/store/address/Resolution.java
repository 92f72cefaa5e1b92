package arashi.store.address;

import java.util.List;

/** Result of resolving an address. */
public sealed interface Resolution {

  /** The domain is not local. */
  record Foreign() implements Resolution {}

  /** Nobody has the address. */
  record Unknown() implements Resolution {}

  /** The address is an alias that leads to itself, or exceeds the limits on followed aliases. */
  record Looping() implements Resolution {}

  /** The accounts that receive mail for the address, each once. */
  record Found(List<Target> targets) implements Resolution {

    /** Copies the list. */
    public Found {
      targets = List.copyOf(targets);
    }
  }

  /**
   * One account that receives mail for the address.
   *
   * @param detail normalized detail of a sub-address: the part after the first {@code +}; may be
   *     empty
   */
  record Target(long account, String detail) {}
}
