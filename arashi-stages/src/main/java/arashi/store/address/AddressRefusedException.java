package arashi.store.address;

/** A domain, an address or an alias can't be as it is wanted; the message says why, for people. */
public final class AddressRefusedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final boolean isTombstone;

  AddressRefusedException(String message) {
    super(message);
    this.isTombstone = false;
  }

  AddressRefusedException(String message, Throwable cause) {
    super(message, cause);
    this.isTombstone = false;
  }

  private AddressRefusedException(Address removed) {
    super(removed + " was removed: its new owner would get mail that is meant for the one before");
    this.isTombstone = true;
  }

  static AddressRefusedException tombstone(Address removed) {
    return new AddressRefusedException(removed);
  }

  /** True if the address was another's, and can be given if one insists. */
  public boolean isTombstone() {
    return isTombstone;
  }
}
