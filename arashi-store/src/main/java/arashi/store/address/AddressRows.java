package arashi.store.address;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.store.database.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
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
  static Found find(Connection c, List<Address> addresses) throws SQLException {
    List<byte[]> localParts = addresses.stream().map(a -> bytes(a.localPart())).toList();
    byte[] domain = bytes(addresses.get(0).domain());
    List<Row> rows =
        Sql.list(
            c,
            "SELECT d.name, a.local_part, a.account, a.removed_at, t.target FROM domain d"
                + " LEFT JOIN address a ON a.domain = d.name AND a.local_part IN ("
                + Sql.marks(localParts)
                + ") LEFT JOIN alias_target t ON t.domain = a.domain AND t.local_part ="
                + " a.local_part WHERE d.name = ? ORDER BY a.local_part, t.target",
            Row::of,
            localParts,
            domain);
    return new Found(!rows.isEmpty(), entries(rows));
  }

  /** Looks up one address, whether or not its domain is local. */
  static Optional<Entry> find(Connection c, Address address) throws SQLException {
    return entries(
            Sql.list(
                c,
                SELECT + " WHERE a.domain = ? AND a.local_part = ? ORDER BY t.target",
                Row::of,
                bytes(address.domain()),
                bytes(address.localPart())))
        .values()
        .stream()
        .findFirst();
  }

  /** Returns the entries after an address, in order, including tombstones. */
  static List<Entry> after(Connection c, Address address, int limit) throws SQLException {
    List<Address> page =
        Sql.list(
            c,
            "SELECT domain, local_part FROM address WHERE domain = ? AND local_part > ?"
                + " OR domain > ? ORDER BY domain, local_part LIMIT ?",
            row -> new Address(text(row, 2), text(row, 1)),
            bytes(address.domain()),
            bytes(address.localPart()),
            bytes(address.domain()),
            limit);
    List<Entry> entries = new ArrayList<>();
    for (Address each : page) {
      find(c, each).ifPresent(entries::add);
    }
    return entries;
  }

  private static final String SELECT =
      "SELECT a.domain, a.local_part, a.account, a.removed_at, t.target FROM address a"
          + " LEFT JOIN alias_target t ON t.domain = a.domain AND t.local_part = a.local_part";

  /** Returns the addresses of an account. */
  static List<Address> of(Connection c, long account) throws SQLException {
    return Sql.list(
        c,
        "SELECT domain, local_part FROM address WHERE account = ? AND removed_at IS NULL"
            + " ORDER BY domain, local_part",
        row -> new Address(text(row, 2), text(row, 1)),
        account);
  }

  static List<String> domains(Connection c, String lock) throws SQLException {
    return Sql.list(c, "SELECT name FROM domain ORDER BY name" + lock, row -> text(row, 1));
  }

  /** Returns domains that have a local part, those that contain a host first. */
  static List<String> domainsWith(Connection c, String localPart, String host, int limit)
      throws SQLException {
    return Sql.list(
        c,
        """
        SELECT d.name FROM domain d JOIN address a ON a.domain = d.name
        WHERE a.local_part = ? AND a.removed_at IS NULL
        ORDER BY RIGHT(?, LENGTH(d.name) + 1) = CONCAT('.', d.name) DESC, d.name LIMIT ?
        """,
        row -> text(row, 1),
        bytes(localPart),
        bytes("." + host.toLowerCase(Locale.ROOT)),
        limit);
  }

  private record Row(
      String domain, String localPart, Optional<Long> account, boolean removed, String target) {

    static Row of(ResultSet row) throws SQLException {
      long account = row.getLong(3);
      Optional<Long> owner = row.wasNull() ? Optional.empty() : Optional.of(account);
      row.getLong(4);
      boolean removed = !row.wasNull();
      return new Row(text(row, 1), text(row, 2), owner, removed, text(row, 5));
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

  private static String text(ResultSet row, int column) throws SQLException {
    byte[] bytes = row.getBytes(column);
    return bytes == null ? null : new String(bytes, UTF_8);
  }
}
