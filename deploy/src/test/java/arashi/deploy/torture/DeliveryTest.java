package arashi.deploy.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.deploy.peer.Postfix;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Postfix delivers while things break: each mail that it took is there in the end, once for each
 * recipient, and byte for byte.
 */
@Torture
class DeliveryTest {
  private static final long DISK = 1L << 30;
  private static final long LEFT = 4L << 20;

  private int lmtp;

  @BeforeEach
  void needsPostfix() throws IOException {
    assumeTrue(Postfix.missing().isEmpty(), () -> Postfix.missing().orElse(""));
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      lmtp = socket.getLocalPort();
    }
  }

  private String port() {
    return "mail.lmtp.port = " + lmtp;
  }

  @Test
  @DisplayName("Postfix delivers a corpus")
  void eachMailArrivesAsItCame(Tally tally) throws Exception {
    try (Victim victim = Victim.shared(port()).start();
        Mailing mailing = new Mailing(victim, lmtp, tally, "corpus")) {
      tally.round();
      mailing.postAll();
      mailing.audit();
    }
  }

  @Test
  @DisplayName("service killed while Postfix delivers")
  void losesAndDoublesNoneWhenTheServiceIsKilled(Tally tally) throws Exception {
    Random random = Plan.random("delivery to a killed service");
    try (Victim victim = Victim.shared(port()).start();
        Mailing mailing = new Mailing(victim, lmtp, tally, "arriving");
        Pulse pulse = new Pulse(victim, mailing.user())) {
      mailing.begin();
      for (int round = 0; round < Plan.rounds(20, 2); round++) {
        tally.round();
        Processes.ends(victim.process(), Plan.between(random, 300, 4_000));
        victim.kill();
        long begin = System.nanoTime();
        victim.start();
        tally.recovered(pulse.awaitBack(begin));
      }
      mailing.end();
      mailing.audit();
    }
  }

  @Test
  @DisplayName("database killed while Postfix delivers")
  void losesAndDoublesNoneWhenTheDatabaseIsKilled(Tally tally) throws Exception {
    Random random = Plan.random("delivery to a killed database");
    try (Victim victim = Victim.shared(port()).start();
        Mailing mailing = new Mailing(victim, lmtp, tally, "bereaved");
        Pulse pulse = new Pulse(victim, mailing.user())) {
      mailing.begin();
      for (int round = 0; round < Plan.rounds(20, 2); round++) {
        tally.round();
        ProcessHandle database = victim.database();
        Processes.ends(database, Plan.between(random, 300, 4_000));
        database.destroyForcibly();
        Processes.ends(database, Processes.MOMENT);
        if (!Outage.awaitBack(victim, pulse, tally, System.nanoTime())) {
          victim.restart();
        }
      }
      mailing.end();
      mailing.audit();
    }
  }

  @Test
  @DisplayName("database frozen while Postfix delivers")
  void losesAndDoublesNoneWhenTheDatabaseIsFrozen(Tally tally) throws Exception {
    Plan.skipIfShort();
    try (Victim victim = Victim.shared(port()).start();
        Mailing mailing = new Mailing(victim, lmtp, tally, "waiting");
        Pulse pulse = new Pulse(victim, mailing.user())) {
      mailing.begin();
      for (int round = 0; round < Plan.rounds(2, 1); round++) {
        tally.round();
        ProcessHandle database = victim.database();
        Processes.ends(database, Duration.ofSeconds(3));
        Processes.signal(database, "STOP");
        Outage.awaitTold(victim, tally);
        Processes.ends(database, Duration.ofSeconds(30));
        Processes.signal(database, "CONT");
        Outage.awaitBack(victim, pulse, tally, System.nanoTime());
      }
      mailing.end();
      mailing.audit();
    }
  }

  @Test
  @DisplayName("disk full for a minute while Postfix delivers")
  void losesAndDoublesNoneWhenTheDiskIsFull(Tally tally) throws Exception {
    Plan.skipIfShort();
    Path disk = Victim.directory("delivery-disk");
    Processes.run("umount", "-l", disk.toString()); // of a run that was killed
    Victim victim = Victim.fresh("delivery-disk", port());
    assumeTrue(
        Processes.run("mount", "-t", "tmpfs", "-o", "size=" + DISK, "tmpfs", disk.toString()),
        "mounting a tmpfs needs root and is refused in most containers");
    try (victim) {
      fill(victim.start(), tally);
    } finally {
      Processes.run("umount", "-l", disk.toString());
    }
  }

  private void fill(Victim victim, Tally tally) throws Exception {
    try (Mailing mailing = new Mailing(victim, lmtp, tally, "full");
        Pulse pulse = new Pulse(victim, mailing.user())) {
      tally.round();
      mailing.begin();
      FileStore store = Files.getFileStore(victim.data());
      resize(victim.data(), store.getTotalSpace() - store.getUsableSpace() + LEFT);
      Processes.ends(victim.process(), Duration.ofMinutes(1));
      tally.note("/readyz said: " + victim.readiness().text());
      resize(victim.data(), DISK);
      if (!Outage.awaitBack(victim, pulse, tally, System.nanoTime())) {
        victim.restart();
      }
      mailing.end();
      mailing.audit();
    }
  }

  private static void resize(Path disk, long bytes) {
    assertThat(Processes.run("mount", "-o", "remount,size=" + bytes, disk.toString()))
        .as("remount")
        .isTrue();
  }
}
