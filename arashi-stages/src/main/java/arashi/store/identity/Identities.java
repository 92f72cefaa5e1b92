package arashi.store.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.address.Address;
import arashi.store.address.Addresses;
import arashi.store.address.Resolution;
import arashi.store.database.Sql;
import arashi.store.database.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The addresses that accounts write as. An account may use an address if it alone receives the mail
 * for it; so nobody writes in the name of somebody else, or of a group. Each method blocks on the
 * database, and is safe from any thread.
 */
public final class Identities {

  private final Transactions transactions;
  private final Addresses addresses;

  /** Identities in a database. */
  public Identities(Transactions transactions, Addresses addresses) {
    this.transactions = transactions;
    this.addresses = addresses;
  }

  /**
   * The identities of an account: its own addresses, and others that it may use and has set; the
   * default first, then in the order of the addresses. If none is set to be the default, the first
   * is. One without a name has the name of the account. Empty: the account can't write to anybody.
   */
  public List<IdentityRow> of(long account) {
    Kept kept = kept(account);
    return identities(account, kept).stream().map(one -> one.orNamed(kept.name())).toList();
  }

  /** The same as they are kept: one without a name has none. */
  public List<IdentityRow> withOwnNames(long account) {
    return identities(account, kept(account));
  }

  private List<IdentityRow> identities(long account, Kept kept) {
    Map<String, IdentityRow> found = new LinkedHashMap<>();
    addresses.of(account).stream()
        .filter(address -> !address.isCatchAll())
        .map(Address::toString)
        .forEach(address -> found.put(address, new IdentityRow(address, "", "", "", false)));
    for (IdentityRow row : kept.rows()) {
      if (found.containsKey(row.address()) || mayUse(account, row.address())) {
        found.put(row.address(), row);
      }
    }
    List<IdentityRow> identities = new ArrayList<>(found.values());
    identities.sort(
        Comparator.comparing((IdentityRow one) -> !one.isDefault())
            .thenComparing(IdentityRow::address));
    if (!identities.isEmpty()) {
      identities.set(0, identities.get(0).asDefault());
    }
    return identities;
  }

  /** The name of an account, and what is kept of its addresses. */
  private record Kept(String name, List<IdentityRow> rows) {}

  private Kept kept(long account) {
    List<IdentityRow> rows = new ArrayList<>();
    List<String> names =
        transactions.read(
            c -> {
              rows.clear(); // of an attempt that failed
              return Sql.list(
                  c,
                  "SELECT account.full_name, identity.address, identity.name, signature, reply_to,"
                      + " is_default FROM account LEFT JOIN identity ON identity.account ="
                      + " account.id WHERE account.id = ?",
                  row -> {
                    if (row.getBytes(2) != null) {
                      rows.add(identity(row));
                    }
                    return row.getString(1);
                  },
                  account);
            });
    return new Kept(names.isEmpty() ? "" : names.get(0), rows);
  }

  private static IdentityRow identity(ResultSet row) throws SQLException {
    return new IdentityRow(
        new String(row.getBytes(2), UTF_8),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getBoolean(6));
  }

  /**
   * Whether an account may write as an address: it alone receives the mail for it, by itself, as a
   * sub-address, by an alias or by a catch-all.
   *
   * @param address as typed
   */
  public boolean mayUse(long account, String address) {
    return Address.read(address)
        .map(addresses::resolve)
        .filter(resolution -> isOnly(resolution, account))
        .isPresent();
  }

  private static boolean isOnly(Resolution resolution, long account) {
    return resolution instanceof Resolution.Found found
        && !found.targets().isEmpty()
        && found.targets().stream().allMatch(target -> target.account() == account);
  }

  /**
   * Keeps the name, the signature and the Reply-To of an address. If it is the default, no other is
   * from then on.
   *
   * @return false if the account may not use the address; nothing is kept then
   */
  public boolean set(long account, IdentityRow identity) {
    return setAll(account, List.of(identity)).isEmpty();
  }

  /**
   * The same for several addresses, all or none.
   *
   * @return those that the account may not use; nothing is kept if there is one
   */
  public List<String> setAll(long account, List<IdentityRow> identities) {
    List<String> foreign =
        identities.stream()
            .map(IdentityRow::address)
            .filter(address -> !mayUse(account, address))
            .toList();
    if (foreign.isEmpty()) {
      transactions.write(c -> keep(c, account, identities));
    }
    return foreign;
  }

  private static int keep(Connection c, long account, List<IdentityRow> identities)
      throws SQLException {
    // the account's row orders what two windows set
    Sql.one(c, "SELECT id FROM account WHERE id = ? FOR UPDATE", row -> row.getLong(1), account);
    if (identities.stream().anyMatch(IdentityRow::isDefault)) {
      Sql.update(c, "UPDATE identity SET is_default = FALSE WHERE account = ?", account);
    }
    for (IdentityRow identity : identities) {
      Sql.update(
          c,
          "INSERT INTO identity (account, address, name, signature, reply_to, is_default)"
              + " VALUES (?, ?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name),"
              + " signature = VALUES(signature), reply_to = VALUES(reply_to), is_default ="
              + " VALUES(is_default)",
          account,
          Address.parse(identity.address()).toString().getBytes(UTF_8),
          identity.name(),
          identity.signature(),
          identity.replyTo(),
          identity.isDefault());
    }
    return identities.size();
  }
}
