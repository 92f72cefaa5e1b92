package arashi.store.identity;

import arashi.store.database.Transactions;
import java.util.List;

/**
 * The addresses that accounts write as. Each method blocks on the database, and is safe from any
 * thread.
 */
public final class Identities {

  private final Transactions transactions;

  /** Identities in a database. */
  public Identities(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * The identities of an account: its own addresses, and those others with which it was given a
   * name; the default first, then in the order of the addresses.
   */
  public List<IdentityRow> of(long account) {
    throw new UnsupportedOperationException();
  }

  /**
   * Whether an account may write as an address: it alone receives the mail for it, by itself, as a
   * sub-address, by an alias or by a catch-all.
   *
   * @param address as typed
   */
  public boolean mayUse(long account, String address) {
    throw new UnsupportedOperationException();
  }

  /**
   * Keeps the name, the signature and the Reply-To of an address. If it is the default, no other is
   * from then on.
   *
   * @return false if the account may not use the address; nothing is kept then
   */
  public boolean set(long account, IdentityRow identity) {
    throw new UnsupportedOperationException();
  }
}
