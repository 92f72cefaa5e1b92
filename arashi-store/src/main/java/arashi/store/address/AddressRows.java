package arashi.store.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.ResultRow;
import arashi.store.database.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads rows of domains, addresses and aliases in the caller's transaction. */
final class AddressRows {
  private AddressRows() {}

  /**
   * A row of {@code address} with its targets.
   *
   * @param account the owner, or the last owner of a tombstone; empty for an alias
   * @param removed whether it is a tombstone
   * @param targets of an alias
   */
  record Entry(Address address, Optional<Long> account, boolean removed, List<Address> targets) {

    boolean isAlias() {
      return account.isEmpty() && !removed;
    }
  }

  /** Result of a look-up: whether the domain is local, and the rows by address. */
  record Found(boolean domainIsOurs, Map<Address, Entry> entries) {}

  /** Looks up addresses of one domain in one statement. */
  static Found find(Tx tx, List<Address> addresses) {
    List<byte[]> localParts = addresses.stream().map(a -> bytes(a.localPart())).toList();
    byte[] domain = bytes(addresses.get(0).domain());
    List<Row> rows =
        tx.list(
            """
            SELECT d.name AS domain, a.local_part, a.account, a.removed_at, t.target
            FROM domain d
            LEFT JOIN address a ON a.domain = d.name AND a.local_part IN (?)

            LEFT JOIN alias_target t ON t.domain = a.domain AND t.local_part = a.local_part
            WHERE d.name = ? ORDER BY a.local_part, t.target
            """,
            Row::of,
            localParts,
            domain);
    return new Found(!rows.isEmpty(), entries(rows));
  }

  /** Looks up one address, whether or not its domain is local. */
  static Optional<Entry> find(Tx tx, Address address) {
    return entries(
            tx.list(
                """
                SELECT a.domain, a.local_part, a.account, a.removed_at, t.target
                FROM address a
                LEFT JOIN alias_target t ON t.domain = a.domain AND t.local_part = a.local_part
                WHERE a.domain = ? AND a.local_part = ? ORDER BY t.target
                """,
                Row::of,
                bytes(address.domain()),
                bytes(address.localPart())))
        .values()
        .stream()
        .findFirst();
  }

  /** Returns the entries after an address, in order, including tombstones. */
  static List<Entry> after(Tx tx, Address address, int limit) {
    List<Address> page =
        tx.list(
            """
            SELECT domain, local_part FROM address
            WHERE domain = ? AND local_part > ? OR domain > ?
            ORDER BY domain, local_part LIMIT ?
            """,
            row -> new Address(row.getUtf8("local_part"), row.getUtf8("domain")),
            bytes(address.domain()),
            bytes(address.localPart()),
            bytes(address.domain()),
            limit);
    List<Entry> entries = new ArrayList<>();
    for (Address each : page) {
      find(tx, each).ifPresent(entries::add);
    }
    return entries;
  }

  /** Returns the addresses of an account. */
  static List<Address> of(Tx tx, long account) {
    return tx.list(
        """
        SELECT domain, local_part FROM address
        WHERE account = ? AND removed_at IS NULL
        ORDER BY domain, local_part
        """,
        row -> new Address(row.getUtf8("local_part"), row.getUtf8("domain")),
        account);
  }

  static List<String> domains(Tx tx, String lock) {
    return tx.list("SELECT name FROM domain ORDER BY name" + lock, row -> row.getUtf8("name"));
  }

  /** Returns domains that have a local part, those that contain a host first. */
  static List<String> domainsWith(Tx tx, String localPart, String host, int limit) {
    return tx.list(
        """
        SELECT d.name FROM domain d JOIN address a ON a.domain = d.name
        WHERE a.local_part = ? AND a.removed_at IS NULL
        ORDER BY RIGHT(?, LENGTH(d.name) + 1) = CONCAT('.', d.name) DESC, d.name LIMIT ?
        """,
        row -> row.getUtf8("name"),
        bytes(localPart),
        bytes("." + host.toLowerCase(Locale.ROOT)),
        limit);
  }

  private record Row(
      String domain, String localPart, Optional<Long> account, boolean removed, String target) {

    static Row of(ResultRow row) {
      return new Row(
          row.getUtf8("domain"),
          row.getUtf8("local_part"),
          row.getNullable("account"),
          !row.isNull("removed_at"),
          row.getUtf8("target"));
    }
  }

  private static Map<Address, Entry> entries(List<Row> rows) {
    Map<Address, Row> first = new HashMap<>();
    Map<Address, Set<Address>> targets = new HashMap<>();
    for (Row row : rows) {
      if (row.localPart() != null) {
        Address address = new Address(row.localPart(), row.domain());
        first.putIfAbsent(address, row);
        Set<Address> of = targets.computeIfAbsent(address, unused -> new LinkedHashSet<>());
        if (row.target() != null) {
          of.add(Address.stored(row.target()));
        }
      }
    }
    Map<Address, Entry> entries = new HashMap<>();
    first.forEach(
        (address, row) ->
            entries.put(
                address,
                new Entry(
                    address, row.account(), row.removed(), List.copyOf(targets.get(address)))));
    return entries;
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
