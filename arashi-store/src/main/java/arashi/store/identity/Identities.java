package arashi.store.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.address.Address;
import arashi.store.address.Addresses;
import arashi.store.address.Resolution;
import arashi.store.database.ResultRow;
import arashi.store.database.Transactions;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The addresses that accounts may write as. An account may use an address only if it alone receives
 * the mail for it. So nobody can write in the name of another user or of a group. Each method
 * blocks on the database, and is safe from any thread.
 */
public final class Identities {

  private final Transactions transactions;
  private final Addresses addresses;

  /** Creates the identities of a database. */
  public Identities(Transactions transactions, Addresses addresses) {
    this.transactions = transactions;
    this.addresses = addresses;
  }

  /**
   * Returns the identities of an account: its own addresses, and others that it has set and may
   * use. The default comes first, then the rest in address order. Without an explicit default, the
   * address of the account's login name is the default, or of its local part; else the first. An
   * identity without a name gets the account's name. If empty, the account can't write mail.
   */
  public List<IdentityRow> of(long account) {
    Kept kept = kept(account);
    return identities(account, kept).stream().map(one -> one.orNamed(kept.name())).toList();
  }

  /** Returns the identities as stored: without the account's name as a fallback. */
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
            .thenComparing(one -> !one.address().equalsIgnoreCase(kept.login()))
            .thenComparing(one -> !localPart(one.address()).equalsIgnoreCase(kept.login()))
            .thenComparing(IdentityRow::address));
    if (!identities.isEmpty()) {
      identities.set(0, identities.get(0).asDefault());
    }
    return identities;
  }

  private static String localPart(String address) {
    return address.substring(0, Math.max(0, address.lastIndexOf('@')));
  }

  /** The account's names and its stored identities. */
  private record Kept(String name, String login, List<IdentityRow> rows) {}

  private Kept kept(long account) {
    List<IdentityRow> rows = new ArrayList<>();
    List<Kept> found =
        transactions.read(
            tx -> {
              rows.clear(); // left by a failed attempt
              return tx.list(
                  """
                  SELECT account.name AS login, account.full_name, identity.address, identity.name,
                    signature, reply_to, is_default
                  FROM account
                  LEFT JOIN identity ON identity.account = account.id
                  WHERE account.id = ?
                  """,
                  row -> {
                    if (row.getBytes("address") != null) {
                      rows.add(identity(row));
                    }
                    return new Kept(row.getString("full_name"), row.getString("login"), rows);
                  },
                  account);
            });
    return found.isEmpty() ? new Kept("", "", rows) : found.get(0);
  }

  private static IdentityRow identity(ResultRow row) {
    return new IdentityRow(
        row.getUtf8("address"),
        row.getString("name"),
        row.getString("signature"),
        row.getString("reply_to"),
        row.getBoolean("is_default"));
  }

  /**
   * Returns whether an account may write as an address: it alone receives the mail for it, directly
   * or through a sub-address, an alias or a catch-all.
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
   * Saves name, signature and Reply-To of an address. A new default replaces the previous default.
   *
   * @return false if the account may not use the address; nothing is saved then
   */
  public boolean set(long account, IdentityRow identity) {
    return setAll(account, List.of(identity)).isEmpty();
  }

  /**
   * Saves several identities, all or none.
   *
   * @return addresses that the account may not use; if not empty, nothing is saved
   */
  public List<String> setAll(long account, List<IdentityRow> identities) {
    List<String> foreign =
        identities.stream()
            .map(IdentityRow::address)
            .filter(address -> !mayUse(account, address))
            .toList();
    if (foreign.isEmpty()) {
      transactions.write(tx -> keep(tx, account, identities));
    }
    return foreign;
  }

  private static int keep(Tx tx, long account, List<IdentityRow> identities) {
    tx.lockAccount(account); // serializes concurrent saves
    if (identities.stream().anyMatch(IdentityRow::isDefault)) {
      tx.update("UPDATE identity SET is_default = FALSE WHERE account = ?", account);
    }
    for (IdentityRow identity : identities) {
      tx.update(
          """
          INSERT INTO identity (account, address, name, signature, reply_to, is_default)
          VALUES (?, ?, ?, ?, ?, ?)
          ON DUPLICATE KEY UPDATE name = VALUES(name), signature = VALUES(signature),
            reply_to = VALUES(reply_to), is_default = VALUES(is_default)
          """,
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
