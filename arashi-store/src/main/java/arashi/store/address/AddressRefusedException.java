package arashi.store.address;

/** A change of a domain, an address or an alias is refused. The message is for people. */
public final class AddressRefusedException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final boolean isTombstone;

  AddressRefusedException(String message) {
    super(message);
    this.isTombstone = false;
  }

  private AddressRefusedException(Address removed) {
    super(removed + " was removed: its new owner would get mail meant for the previous owner");
    this.isTombstone = true;
  }

  static AddressRefusedException tombstone(Address removed) {
    return new AddressRefusedException(removed);
  }

  /** Returns true if another account had the address before; the caller may force the change. */
  public boolean isTombstone() {
    return isTombstone;
  }
}
