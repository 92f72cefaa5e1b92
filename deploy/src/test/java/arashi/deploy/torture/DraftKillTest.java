package arashi.deploy.torture;

import arashi.deploy.Browser;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drafts that are written in a browser while the service is killed: what was typed is there but for
 * the last seconds, once, and no window overwrites another in silence. {@code
 * -Darashi.torture.rounds=200} is the long form.
 */
@Torture
class DraftKillTest {
  private static final int USUAL = 20;
  private static final int BRIEF = 4;

  @TempDir private Path directory;

  @Test
  @DisplayName("service killed while drafts are typed, in one window and in two")
  void losesThreeSecondsOfTypingAtMost(Tally tally) throws Exception {
    Random random = Plan.random("drafts");
    try (Victim victim = Victim.shared().start();
        Browser browser = Browser.start(directory, true)) {
      victim.keepPort();
      String user = "writer@example.org";
      victim.addUser(user);
      Typist typist = new Typist(victim, browser, user, random, tally);
      typist.signIn();
      for (int round = 0; round < Plan.rounds(USUAL, BRIEF); round++) {
        tally.round();
        typist.begin(round);
        if (round % 3 == 2) {
          typist.race();
        }
        typist.write();
        victim.kill();
        typist.goOnWithout(round % 2 == 1);
        victim.start();
        typist.audit();
      }
    }
  }
}
