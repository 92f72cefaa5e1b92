package arashi.store.address;

import java.util.List;

/** Whom an address stands for. */
public sealed interface Resolution {

  /** Its domain is not one of this service. */
  record Foreign() implements Resolution {}

  /** Nobody has it. */
  record Unknown() implements Resolution {}

  /** It is an alias that leads to itself, or through more addresses than are followed. */
  record Looping() implements Resolution {}

  /** These accounts have it, each once. */
  record Found(List<Target> targets) implements Resolution {

    /** Copies the list. */
    public Found {
      targets = List.copyOf(targets);
    }
  }

  /**
   * One account that an address stands for.
   *
   * @param detail of a sub-address, folded: what stood after the first {@code +}; or empty
   */
  record Target(long account, String detail) {}
}
