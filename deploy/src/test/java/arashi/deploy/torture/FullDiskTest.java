package arashi.deploy.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.deploy.Arashi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The disk fills up during an import: the service says so, serves readers, and goes on with room.
 */
@Torture
class FullDiskTest {
  private static final long SIZE = 1L << 30;
  private static final long LEFT = 24L << 20;
  private static final int MAILS = 120;
  private static final int TEXT_BYTES = 700_000;
  private static final Duration PATIENCE = Duration.ofSeconds(100);
  private static final Duration MOST_SILENCE = Duration.ofSeconds(10);
  private static final Duration BETWEEN = Duration.ofMillis(200);

  @Test
  @DisplayName("disk full during an import under load")
  void saysSoAndGoesOnWhenThereIsRoom(Tally tally) throws Exception {
    Path disk = Victim.directory("disk");
    Processes.run("umount", "-l", disk.toString()); // of a run that was killed
    Victim victim = Victim.fresh("disk");
    assumeTrue(
        Processes.run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", disk.toString()),
        "mounting a tmpfs needs root and is refused in most containers");
    try (victim) {
      fill(victim.start(), tally);
    } finally {
      Processes.run("umount", "-l", disk.toString());
    }
  }

  private static void fill(Victim victim, Tally tally) throws Exception {
    try (Load load = new Load(victim, tally, "full");
        Pulse pulse = new Pulse(victim, load.user())) {
      Import mails = new Import(victim, tally, "large", MAILS, TEXT_BYTES);
      for (int round = 0; round < Plan.rounds(2, 1); round++) {
        tally.round();
        Visitor reader = Visitor.signIn(victim.url(), load.user(), PATIENCE);
        load.begin();
        ProcessHandle server = Processes.database(victim.data()).orElseThrow();
        leave(victim.data(), LEFT);
        Arashi.Running importing = mails.begin();
        if (!Processes.ends(importing.handle(), PATIENCE)) {
          tally.fault(Fault.OTHER, "the import still runs " + PATIENCE + " after its start");
          importing.handle().destroyForcibly();
        }
        awaitNamed(victim, tally);
        read(reader, server, tally);
        Arashi.Outcome outcome = importing.end();
        if (outcome.exit() == 0) {
          tally.fault(Fault.OTHER, "the disk did not fill up");
        }
        tally.note("the import said: " + Import.lastLine(outcome));
        resize(victim.data(), SIZE);
        boolean back = Outage.awaitBack(victim, pulse, tally, System.nanoTime());
        load.end();
        if (!back) {
          victim.restart();
        }
        mails.compare(outcome);
        load.audit();
      }
      mails.finish();
      mails.audit();
    }
    victim.stop();
    victim.countOrphans(tally, "a stop");
  }

  /** A full disk is known by what fails: at first writes may only not complete. */
  private static void awaitNamed(Victim victim, Tally tally) {
    long deadline = System.nanoTime() + MOST_SILENCE.toNanos();
    String told = Outage.awaitTold(victim, tally);
    while (!names(told)) {
      if (System.nanoTime() - deadline > 0) {
        tally.fault(Fault.OTHER, "/readyz does not name the full disk: " + told);
        return;
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
      told = victim.readiness().text();
    }
  }

  private static boolean names(String told) {
    return told.toLowerCase(Locale.ROOT).matches("(?s).*(full|space|disk).*");
  }

  /**
   * Signed-in users can still read, unless the server has ended: MariaDB aborts where its redo log
   * finds no room, and then its supervisor starts one process after the other. A request or two may
   * fail until the outage is understood.
   */
  private static void read(Visitor reader, ProcessHandle server, Tally tally) {
    long deadline = System.nanoTime() + MOST_SILENCE.toNanos();
    String last = "";
    while (System.nanoTime() - deadline < 0) {
      if (!server.isAlive()) {
        tally.note("the database has ended on the full disk, so nothing can be read");
        return;
      }
      try {
        int status = reader.get("/mail").status();
        if (status == 200) {
          return;
        }
        last = "answered with " + status;
      } catch (UncheckedIOException e) {
        last = "not answered";
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
    tally.fault(Fault.OTHER, "on the full disk a page that is read is " + last);
  }

  /** Shrinks the disk until this number of bytes is left. */
  private static void leave(Path disk, long bytes) throws IOException {
    FileStore store = Files.getFileStore(disk);
    resize(disk, store.getTotalSpace() - store.getUsableSpace() + bytes);
  }

  private static void resize(Path disk, long bytes) {
    assertThat(Processes.run("mount", "-o", "remount,size=" + bytes, disk.toString()))
        .as("remount")
        .isTrue();
  }
}
