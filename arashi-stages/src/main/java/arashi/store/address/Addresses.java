package arashi.store.address;

import arashi.store.database.Transactions;
import java.util.List;
import java.util.Optional;

/** Looks up addresses. Each method blocks on the database, and is safe from any thread. */
public final class Addresses {

  private final Transactions transactions;

  /** Addresses in a database. */
  public Addresses(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Whom an address stands for: its own entry, else that before its first {@code +}, else the
   * domain's catch-all; aliases are followed to accounts. A target that is not there any more is
   * left out.
   */
  public Resolution resolve(Address address) {
    return transactions.read(c -> Walk.of(c, address));
  }

  /** The account whose own address it is: no alias, no sub-address, no catch-all. */
  public Optional<Long> accountOf(Address address) {
    return transactions
        .read(c -> AddressRows.find(c, address))
        .filter(entry -> !entry.removed() && !address.isCatchAll())
        .flatMap(AddressRows.Entry::account);
  }

  /** The addresses of an account, in their order. */
  public List<Address> of(long account) {
    return transactions.read(c -> AddressRows.of(c, account));
  }

  /** All domains whose mail is received, as A-labels, in their order. */
  public List<String> domains() {
    return transactions.read(c -> AddressRows.domains(c, ""));
  }

  /**
   * An alias.
   *
   * @param address the catch-all may be one
   * @param targets in their order
   */
  public record Alias(Address address, List<Address> targets) {}

  /**
   * At most {@code limit} rows after an address, reduced to the aliases among them.
   *
   * @param aliases in the order of their addresses
   * @param next where to go on; empty: that was all
   */
  public record Aliases(List<Alias> aliases, Optional<Address> next) {}

  /** Before the first address. */
  public static final Address FIRST = new Address("", "");

  /** A part of the list of aliases. */
  public Aliases aliases(Address after, int limit) {
    List<AddressRows.Entry> page = transactions.read(c -> AddressRows.after(c, after, limit));
    return new Aliases(
        page.stream()
            .filter(AddressRows.Entry::isAlias)
            .map(entry -> new Alias(entry.address(), entry.targets()))
            .toList(),
        page.size() < limit ? Optional.empty() : Optional.of(page.get(limit - 1).address()));
  }
}
