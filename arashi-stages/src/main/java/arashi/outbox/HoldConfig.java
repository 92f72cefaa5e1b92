package arashi.outbox;

import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Configuration of the hold of the outbox.
 *
 * @param machine name of this machine; empty: found
 * @param place what distinguishes databases that this machine can use: the directory of an embedded
 *     one, or the name on its server. The server's address may change, as in a failover
 * @param onForeignStart whether a start holds the outbox if the database looks like a copy
 * @param atStart whether this start holds the outbox in any case
 * @param heartbeat interval at which a node shows that it runs
 */
public record HoldConfig(
    String machine, String place, boolean onForeignStart, boolean atStart, Duration heartbeat) {
  /** Heartbeats to wait for before a database counts as a copy. */
  private static final int BEATS = 3;

  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** Checks the values. */
  public HoldConfig {
    if (heartbeat.isZero() || heartbeat.isNegative() || heartbeat.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "mail.outbox.heartbeat = " + heartbeat + ", must be above 0 and at most 10 minutes");
    }
  }

  /** Time in which a start looks for nodes on other machines. */
  Duration patience() {
    return heartbeat.multipliedBy(BEATS);
  }

  /**
   * Reads {@code mail.outbox}.
   *
   * @param data directory of this node's files, which holds an embedded database
   * @throws IllegalArgumentException with the key, the value and what is allowed
   */
  public static HoldConfig of(Config config, Path data) {
    return new HoldConfig(
        config.getString("mail.outbox.machine"),
        place(config.getString("mysql.url"), data),
        config.getBoolean("mail.outbox.hold-on-foreign-start"),
        config.getBoolean("mail.outbox.hold-at-start"),
        config.getDuration("mail.outbox.heartbeat"));
  }

  private static String place(String url, Path data) {
    String withoutParameters = url.replaceFirst("\\?.*", "");
    return url.isEmpty()
        ? real(data.toAbsolutePath().normalize()).toString()
        : withoutParameters.substring(withoutParameters.lastIndexOf('/') + 1);
  }

  /** The same for each way to write the path, and before the directory exists. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.getParent() == null ? path : real(path.getParent()).resolve(path.getFileName());
    }
  }
}
