package arashi.store.address;

import arashi.mime.address.MailAddress;
import arashi.store.database.Transactions;
import java.util.List;
import java.util.Optional;

/** Looks up addresses. Each method blocks on the database, and is safe from any thread. */
public final class Addresses {

  private static final String POSTMASTER = MailAddress.POSTMASTER.localPart();

  /** Maximum of domains tried for a postmaster. */
  private static final int MOST_POSTMASTERS = 10;

  private final Transactions transactions;

  /** Creates the addresses of a database. */
  public Addresses(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Resolves an address to accounts: its own entry, else the entry of the part before its first
   * {@code +}, else the domain's catch-all. Follows aliases and skips targets that no longer exist.
   */
  public Resolution resolve(Address address) {
    return transactions.read(tx -> Walk.of(tx, address));
  }

  /** Returns the account whose own address this is: no alias, sub-address or catch-all. */
  public Optional<Long> accountOf(Address address) {
    return transactions
        .read(tx -> AddressRows.find(tx, address))
        .filter(entry -> !entry.removed() && !address.isCatchAll())
        .flatMap(AddressRows.Entry::account);
  }

  /**
   * Resolves the recipient {@code postmaster} without a domain (RFC 5321, 4.5.1): the address of
   * that name which gets mail, in the domain of a host if there is one, else in the first domain in
   * order; a catch-all serves only where no domain has such an address.
   *
   * @param host name of this service
   */
  public Optional<Address> postmaster(String host) {
    return transactions.read(
        c -> {
          for (String localPart : List.of(POSTMASTER, "")) {
            for (String domain : AddressRows.domainsWith(c, localPart, host, MOST_POSTMASTERS)) {
              Address address = new Address(POSTMASTER, domain);
              if (Walk.of(c, address) instanceof Resolution.Found) {
                return Optional.of(address);
              }
            }
          }
          return Optional.empty();
        });
  }

  /** Returns the addresses of an account, in order. */
  public List<Address> of(long account) {
    return transactions.read(tx -> AddressRows.of(tx, account));
  }

  /** Returns all local domains as A-labels, in order. */
  public List<String> domains() {
    return transactions.read(tx -> AddressRows.domains(tx, ""));
  }

  /**
   * An alias.
   *
   * @param address an address or a catch-all
   * @param targets in order
   */
  public record Alias(Address address, List<Address> targets) {}

  /**
   * A page of aliases, read from at most {@code limit} address rows.
   *
   * @param aliases in address order
   * @param next where to continue; empty at the end
   */
  public record Aliases(List<Alias> aliases, Optional<Address> next) {}

  /** Position before the first address. */
  public static final Address FIRST = new Address("", "");

  /** Returns the page of aliases after an address. */
  public Aliases aliases(Address after, int limit) {
    List<AddressRows.Entry> page = transactions.read(tx -> AddressRows.after(tx, after, limit));
    return new Aliases(
        page.stream()
            .filter(AddressRows.Entry::isAlias)
            .map(entry -> new Alias(entry.address(), entry.targets()))
            .toList(),
        page.size() < limit ? Optional.empty() : Optional.of(page.get(limit - 1).address()));
  }
}
