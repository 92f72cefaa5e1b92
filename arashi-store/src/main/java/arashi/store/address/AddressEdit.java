package arashi.store.address;

import static arashi.store.address.AddressRows.bytes;

import arashi.store.account.Accounts;
import arashi.store.address.AddressRows.Entry;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.util.List;
import java.util.Optional;

/**
 * Changes domains, addresses and aliases. Each method is one transaction, blocks on the database,
 * and is safe from any thread. It throws {@link AddressRefusedException} for a change that is not
 * possible.
 */
public final class AddressEdit {

  /** Maximum targets of an alias. */
  public static final int MAX_TARGETS = 100;

  private static final String FOR_UPDATE = " FOR UPDATE";

  private final Transactions transactions;

  /** Creates the editor of a database. */
  public AddressEdit(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Treatment of a tombstone left by another account. */
  public enum Tombstone {
    /** Refuses the address. */
    RESPECT,
    /** Gives the address anyway: its new owner gets mail meant for the old one. */
    IGNORE
  }

  /**
   * Starts receiving mail for a domain.
   *
   * @param domain as returned by {@link Address#domain}
   * @return false if the domain was there already
   */
  public boolean addDomain(String domain) {
    return transactions.write(tx -> addDomain(tx, domain));
  }

  private static boolean addDomain(Tx tx, String domain) {
    if (AddressRows.domains(tx, FOR_UPDATE).contains(domain)) {
      return false;
    }
    tx.update("INSERT INTO domain (name, created_at) VALUES (?, ?)", bytes(domain), tx.now());
    return true;
  }

  /**
   * Stops receiving mail for a domain.
   *
   * @param withAddresses whether to remove its addresses and aliases, too; without, a domain that
   *     has some is refused
   * @return false if there is no such domain
   */
  public boolean removeDomain(String domain, boolean withAddresses) {
    return transactions.write(
        tx -> {
          if (!AddressRows.domains(tx, FOR_UPDATE).contains(domain)) {
            return false;
          }
          long left =
              tx.count(
                  "SELECT COUNT(*) FROM address WHERE domain = ? AND removed_at IS NULL",
                  bytes(domain));
          if (left > 0 && !withAddresses) {
            throw new AddressRefusedException(
                domain
                    + " has "
                    + left
                    + (left == 1 ? " address or alias" : " addresses and aliases"));
          }
          tx.update(
              "UPDATE address SET removed_at = ? WHERE domain = ? AND removed_at IS NULL",
              tx.now(),
              bytes(domain));
          tx.update("DELETE FROM alias_target WHERE domain = ?", bytes(domain));
          tx.update("DELETE FROM domain WHERE name = ?", bytes(domain));
          return true;
        });
  }

  /**
   * Returns contents that give a new account an address, or the catch-all of a domain, in the
   * transaction that creates the account.
   *
   * @param withDomain whether to create a missing domain
   */
  public Accounts.Contents giving(Address address, boolean withDomain, Tombstone tombstone) {
    return (tx, account) -> {
      if (withDomain) {
        addDomain(tx, address.domain());
      }
      give(tx, account, address, tombstone);
    };
  }

  /** Gives an account an address, or the catch-all of a domain. */
  public void give(long account, Address address, Tombstone tombstone) {
    transactions.write(
        tx -> {
          give(tx, account, address, tombstone);
          return null;
        });
  }

  private static void give(Tx tx, long account, Address address, Tombstone tombstone) {
    requireDomain(tx, address);
    Optional<Entry> entry = AddressRows.find(tx, address);
    if (entry.isPresent()) {
      boolean own = entry.get().account().equals(Optional.of(account));
      requireFree(entry.get(), own, tombstone);
    }
    Optional<Long> namesake =
        tx.number("SELECT id FROM account WHERE name = ? AND id <> ?", address.toString(), account);
    if (namesake.isPresent()) {
      throw new AddressRefusedException(address + " is the name of another user");
    }
    put(tx, address, Optional.of(account));
  }

  private static void requireFree(Entry entry, boolean own, Tombstone tombstone) {
    Address address = entry.address();
    if (entry.isAlias()) {
      throw new AddressRefusedException(address + " is an alias");
    }
    if (!entry.removed() && !own) {
      throw new AddressRefusedException(address + " already belongs to another user");
    }
    if (entry.removed() && !own && tombstone == Tombstone.RESPECT) {
      throw AddressRefusedException.tombstone(address);
    }
  }

  /**
   * Takes an address from an account, leaving a tombstone. Returns false if it has no such address.
   */
  public boolean take(long account, Address address) {
    return transactions.write(
        tx ->
            tx.update(
                    """
                    UPDATE address SET removed_at = ?
                    WHERE domain = ? AND local_part = ? AND account = ? AND removed_at IS NULL
                    """,
                    tx.now(),
                    bytes(address.domain()),
                    bytes(address.localPart()),
                    account)
                > 0);
  }

  /**
   * Creates an alias, or adds targets to one. Targets must be addresses of this service. A target
   * that leads back to the alias is refused.
   *
   * @param alias an address or a catch-all
   */
  public void addAlias(Address alias, List<Address> targets, Tombstone tombstone) {
    transactions.write(
        tx -> {
          requireDomain(tx, alias);
          Optional<Entry> entry = AddressRows.find(tx, alias);
          if (entry.isPresent() && !entry.get().isAlias()) {
            boolean wasAlias = entry.get().removed() && entry.get().account().isEmpty();
            requireFree(entry.get(), wasAlias, tombstone);
          }
          put(tx, alias, Optional.empty());
          for (Address target : targets) {
            addTarget(tx, alias, target);
          }
          requireFew(tx, alias);
          if (Walk.loops(tx, alias)) {
            throw new AddressRefusedException(
                alias
                    + " leads back to itself, or through more than "
                    + Walk.MAX_CHAIN
                    + " aliases in a row");
          }
          return null;
        });
  }

  private static void addTarget(Tx tx, Address alias, Address target) {
    if (target.isCatchAll()) {
      throw new AddressRefusedException(
          target + " is a catch-all, which can't be the target of an alias");
    }
    Resolution resolution = Walk.of(tx, target);
    if (resolution instanceof Resolution.Foreign) {
      throw new AddressRefusedException(
          target + " is not an address of this service, as the target of an alias must be");
    }
    if (resolution instanceof Resolution.Unknown && !target.equals(alias)) {
      throw new AddressRefusedException(
          "the target of an alias must exist, but nobody has the address " + target);
    }
    tx.update(
        """
        INSERT INTO alias_target (domain, local_part, target)
        VALUES (?, ?, ?)
        ON DUPLICATE KEY UPDATE target = VALUES(target)
        """,
        bytes(alias.domain()),
        bytes(alias.localPart()),
        bytes(target.toString()));
  }

  private static void requireFew(Tx tx, Address alias) {
    int targets = AddressRows.find(tx, alias).map(entry -> entry.targets().size()).orElse(0);
    if (targets > MAX_TARGETS) {
      throw new AddressRefusedException(
          "the alias would have " + targets + " targets; at most " + MAX_TARGETS + " are allowed");
    }
  }

  /**
   * Removes targets of an alias, and the alias itself with its last target. Leaves a tombstone.
   *
   * @param targets empty for all
   * @return false if there is no such alias, or it lacks one of the targets
   */
  public boolean removeAlias(Address alias, List<Address> targets) {
    return transactions.write(
        tx -> {
          AddressRows.domains(tx, FOR_UPDATE);
          Optional<Entry> entry = AddressRows.find(tx, alias).filter(Entry::isAlias);
          if (entry.isEmpty() || !entry.get().targets().containsAll(targets)) {
            return false;
          }
          boolean all = targets.isEmpty() || targets.containsAll(entry.get().targets());
          for (Address target : all ? entry.get().targets() : targets) {
            tx.update(
                "DELETE FROM alias_target WHERE domain = ? AND local_part = ? AND target = ?",
                bytes(alias.domain()),
                bytes(alias.localPart()),
                bytes(target.toString()));
          }
          if (all) {
            tx.update(
                "UPDATE address SET removed_at = ? WHERE domain = ? AND local_part = ?",
                tx.now(),
                bytes(alias.domain()),
                bytes(alias.localPart()));
          }
          return true;
        });
  }

  /** Also locks all domains, so that no other change occurs between check and write. */
  private static void requireDomain(Tx tx, Address address) {
    if (!AddressRows.domains(tx, FOR_UPDATE).contains(address.domain())) {
      throw new AddressRefusedException(address.domain() + " is not a domain of this service");
    }
  }

  private static void put(Tx tx, Address address, Optional<Long> account) {
    tx.update(
        """
        INSERT INTO address (domain, local_part, account, created_at)
        VALUES (?, ?, ?, ?)
        ON DUPLICATE KEY UPDATE account = VALUES(account), removed_at = NULL
        """,
        bytes(address.domain()),
        bytes(address.localPart()),
        account,
        tx.now());
  }
}
