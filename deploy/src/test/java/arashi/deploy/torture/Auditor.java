package arashi.deploy.torture;

import arashi.deploy.torture.Marked.Place;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.InflaterInputStream;

/** Reads an account's rows by JDBC and says what doesn't fit together. */
final class Auditor {
  private final Connection connection;
  private final long account;

  /** An item's place and uid. */
  record Row(Place place, long uid) {}

  /** Audits one user's account. */
  Auditor(Connection connection, String user) throws SQLException {
    this.connection = connection;
    List<Long> ids = longs("SELECT id FROM account WHERE name = ?", user);
    this.account = ids.get(0);
  }

  /** The account's number. */
  long account() {
    return account;
  }

  /** The folder with a role, like {@code inbox}. */
  long folder(String role) throws SQLException {
    return longs("SELECT folder FROM folder WHERE account = ? AND role = ?", account, role).get(0);
  }

  /** Returns the place of each mail by subject; a duplicate has two rows. */
  Map<String, List<Row>> items() throws SQLException {
    Map<String, List<Row>> found = new HashMap<>();
    try (PreparedStatement statement =
            prepare("SELECT subject, folder, flags, uid FROM item WHERE account = ?", account);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found
            .computeIfAbsent(rows.getString(1), unused -> new ArrayList<>())
            .add(new Row(new Place(rows.getLong(2), rows.getInt(3)), rows.getLong(4)));
      }
    }
    return found;
  }

  /** Uids of a folder. */
  List<Long> uids(long folder) throws SQLException {
    return longs("SELECT uid FROM item WHERE account = ? AND folder = ?", account, folder);
  }

  /** Number of segments of the search index for which a condition holds. */
  long segments(String condition) throws SQLException {
    return longs("SELECT COUNT(*) FROM search_segment WHERE account = ? AND " + condition, account)
        .get(0);
  }

  /** Takes a mail. */
  @FunctionalInterface
  interface MailReader {
    /**
     * The next mail.
     *
     * @param path of its page
     */
    void read(long message, String path, byte[] raw) throws SQLException;
  }

  /** Reads each mail, the newest first. */
  void eachMail(MailReader reader) throws SQLException {
    try (PreparedStatement statement =
            prepare(
                "SELECT i.message, i.folder, i.uid, m.sha256 FROM item i JOIN message m ON"
                    + " m.account = i.account AND m.message = i.message WHERE i.account = ? ORDER"
                    + " BY i.message DESC",
                account);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String path = "/mail/" + rows.getLong(2) + "/" + rows.getLong(3);
        reader.read(rows.getLong(1), path, raw(rows.getBytes(4)));
      }
    }
  }

  /** Returns the stored contents of the drafts, which include their texts. */
  List<String> drafts() throws SQLException {
    return contents("SELECT content FROM draft WHERE account = ? AND discarded_at IS NULL", false);
  }

  /** Each mail that was put into the outbox, sent or not. */
  List<String> outgoing() throws SQLException {
    return contents("SELECT sha256 FROM outbox WHERE account = ? AND sha256 IS NOT NULL", true);
  }

  private List<String> contents(String sql, boolean isHash) throws SQLException {
    List<String> contents = new ArrayList<>();
    try (PreparedStatement statement = prepare(sql, account);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        byte[] column = rows.getBytes(1);
        contents.add(new String(isHash ? raw(column) : column, StandardCharsets.UTF_8));
      }
    }
    return contents;
  }

  /** Takes a mail that came by delivery. */
  @FunctionalInterface
  interface DeliveryReader {
    /** The next mail, by the sender of its envelope. */
    void read(String sender, byte[] raw) throws SQLException;
  }

  /** Reads each mail that was delivered, with the sender that its trace fields name. */
  void eachDelivered(DeliveryReader reader) throws SQLException {
    try (PreparedStatement statement =
            prepare(
                "SELECT m.trace, m.sha256 FROM item i JOIN message m ON m.account = i.account AND"
                    + " m.message = i.message WHERE i.account = ? AND m.trace IS NOT NULL",
                account);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String trace = new String(rows.getBytes(1), StandardCharsets.UTF_8);
        String sender = trace.substring(trace.indexOf('<') + 1, trace.indexOf('>'));
        reader.read(sender, raw(rows.getBytes(2)));
      }
    }
  }

  /** Counts what doesn't fit together as faults. */
  void checkRows(Tally tally) throws SQLException {
    checkMail(tally);
    none(
        tally,
        "a change that is not in the log",
        "SELECT f.folder FROM folder f JOIN account a ON a.id = f.account LEFT JOIN change_log l"
            + " ON l.account = f.account AND l.modseq = f.modseq WHERE f.account = ?"
            + " AND f.modseq > a.change_floor AND l.modseq IS NULL",
        account);
  }

  /** The same but for the log of changes, which has none that releases before it made. */
  void checkMail(Tally tally) throws SQLException {
    none(
        tally,
        "a folder's counters differ from its items",
        "SELECT f.folder FROM folder f LEFT JOIN (SELECT folder, COUNT(*) AS total,"
            + " SUM(flags & 1 = 0) AS unread, SUM(size) AS bytes FROM item WHERE account = ?"
            + " GROUP BY folder) i ON i.folder = f.folder WHERE f.account = ? AND (f.total <>"
            + " COALESCE(i.total, 0) OR f.unread <> COALESCE(i.unread, 0) OR f.bytes <>"
            + " COALESCE(i.bytes, 0))",
        account,
        account);
    none(
        tally,
        "an item in no folder, or with a uid that is not below its folder's next",
        "SELECT i.uid FROM item i LEFT JOIN folder f ON f.account = i.account AND f.folder ="
            + " i.folder WHERE i.account = ? AND (f.folder IS NULL OR i.uid >= f.uidnext)",
        account);
    none(
        tally,
        "an item without its message",
        "SELECT i.uid FROM item i LEFT JOIN message m ON m.account = i.account AND m.message ="
            + " i.message WHERE i.account = ? AND m.message IS NULL",
        account);
    none(
        tally,
        "a message without an item",
        "SELECT m.message FROM message m LEFT JOIN item i ON i.account = m.account AND i.message ="
            + " m.message WHERE m.account = ? AND i.message IS NULL",
        account);
    none(
        tally,
        "the search index has more or fewer messages than there are",
        "SELECT a.id FROM account a WHERE a.id = ? AND (SELECT COALESCE(SUM(s.mails), 0) FROM"
            + " search_segment s WHERE s.account = a.id AND s.state = 2) + (SELECT COUNT(*) FROM"
            + " search_fresh f WHERE f.account = a.id) <> (SELECT COUNT(*) FROM message m WHERE"
            + " m.account = a.id) + (SELECT COUNT(*) FROM search_dead d WHERE d.account = a.id)"
            + " + (SELECT COUNT(*) FROM search_stale o WHERE o.account = a.id)",
        account);
    none(
        tally,
        "a block of a segment that does not exist",
        "SELECT DISTINCT b.segment FROM search_block b LEFT JOIN search_segment s ON s.account ="
            + " b.account AND s.segment = b.segment WHERE b.account = ? AND s.segment IS NULL",
        account);
    none(
        tally,
        "a message whose raw mail is not linked",
        "SELECT m.message FROM message m LEFT JOIN blob_link l ON l.account = m.account"
            + " AND l.sha256 = m.sha256 AND l.kind = 1 AND l.owner = m.message"
            + " WHERE m.account = ? AND l.owner IS NULL",
        account);
    none(
        tally,
        "a message that its own Message-ID does not lead to, or whose conversation is another one",
        "SELECT m.message FROM message m LEFT JOIN thread_ref t ON t.account = m.account"
            + " AND t.id_hash = m.message_id_hash WHERE m.account = ?"
            + " AND (t.thread IS NULL OR t.thread <> m.thread)",
        account);
    checkRawMail(tally);
  }

  /** Each message's raw bytes must be there and have the hash that names them. */
  private void checkRawMail(Tally tally) throws SQLException {
    try (PreparedStatement statement =
            prepare("SELECT DISTINCT sha256, size FROM message WHERE account = ?", account);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        byte[] sha256 = rows.getBytes(1);
        byte[] raw = raw(sha256);
        if (raw.length != rows.getLong(2) || !Arrays.equals(digest(raw), sha256)) {
          tally.fault(
              Fault.LOST,
              "the raw mail "
                  + HexFormat.of().formatHex(sha256)
                  + " has "
                  + raw.length
                  + " bytes or other ones");
        }
      }
    }
  }

  /** Empty if it is not there. */
  private byte[] raw(byte[] sha256) throws SQLException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (PreparedStatement statement =
            prepare(
                "SELECT d.n, d.data FROM `blob` b JOIN blob_data d ON d.seq = b.seq"
                    + " AND d.n >= b.first_chunk"
                    + " AND d.n < b.first_chunk + CEILING(b.compressed_size / 1048576)"
                    + " WHERE b.sha256 = ? ORDER BY d.n",
                sha256);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        compressed.writeBytes(rows.getBytes(2));
      }
    }
    try (InflaterInputStream in =
        new InflaterInputStream(new ByteArrayInputStream(compressed.toByteArray()))) {
      return in.readAllBytes();
    } catch (IOException e) {
      return new byte[0];
    }
  }

  private static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void none(Tally tally, String fault, String sql, Object... arguments)
      throws SQLException {
    for (long id : longs(sql, arguments)) {
      tally.fault(Fault.COUNTERS, fault + ": account " + account + ", " + id);
    }
  }

  private List<Long> longs(String sql, Object... arguments) throws SQLException {
    List<Long> found = new ArrayList<>();
    try (PreparedStatement statement = prepare(sql, arguments);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(rows.getLong(1));
      }
    }
    return found;
  }

  private PreparedStatement prepare(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }
}
