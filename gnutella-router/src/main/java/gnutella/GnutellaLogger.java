package gnutella;

import gnutella.protocol.PacketType;
import gnutella.routing.Traffic;
import gnutella.routing.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import seda.kernel.Clock;
import seda.netio.FileModes;

/**
 * Logs the last second's packets by type as a line of JSON, and appends it to a file if one is set.
 * Its stage may block.
 */
final class GnutellaLogger {
  private static final Logger log = LoggerFactory.getLogger(GnutellaLogger.class);

  /** The stage's timer event. */
  enum Tick {
    TICK
  }

  private final GnutellaConfig config;
  private final ConnectionContext shared;
  private final Clock clock;
  private final long[] before = new long[PacketType.values().length];
  private long droppedBefore;
  private long bytesBefore;
  private long lookedAt;

  GnutellaLogger(GnutellaConfig config, ConnectionContext shared, Clock clock) {
    this.config = config;
    this.shared = shared;
    this.clock = clock;
    this.lookedAt = clock.nanos();
  }

  /** The stage's handler. */
  void look() {
    long now = clock.nanos();
    double seconds = Math.max(1, now - lookedAt) / 1e9;
    lookedAt = now;
    String line = line(seconds);
    log.debug("{}", line);
    config.log().ifPresent(file -> append(file, line));
  }

  private String line(double seconds) {
    Traffic traffic = shared.traffic();
    StringBuilder json = new StringBuilder(256);
    json.append("{\"at\":\"").append(clock.instant()).append('"');
    number(json, "seconds", seconds);
    json.append(",\"peers\":").append(shared.router().size());
    json.append(",\"known\":").append(shared.hosts().size());
    int i = 0;
    for (PacketType type : PacketType.values()) {
      long count = traffic.count(type);
      number(json, name(type), (count - before[i]) / seconds);
      before[i++] = count;
    }
    long dropped =
        traffic.packets() - traffic.count(Verdict.ROUTED) - traffic.count(Verdict.ANSWERED);
    number(json, "dropped", (dropped - droppedBefore) / seconds);
    droppedBefore = dropped;
    long bytes = traffic.bytes();
    number(json, "bytes", (bytes - bytesBefore) / seconds);
    bytesBefore = bytes;
    return json.append('}').toString();
  }

  private static void number(StringBuilder json, String name, double value) {
    json.append(",\"").append(name).append("\":");
    json.append(String.format(Locale.ROOT, "%.1f", value));
  }

  static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private void append(Path file, String line) {
    try {
      if (!Files.exists(file)) {
        Files.createFile(file, FileModes.of(file, FileModes.LOG));
      }
      Files.write(file, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      log.warn("cannot write the figures: {}", e.toString());
    }
  }
}
