package arashi.deploy.torture;

import static arashi.deploy.Client.field;

import arashi.deploy.Answer;
import arashi.deploy.Arashi;
import arashi.deploy.Client;
import arashi.deploy.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One client takes all it can get: the others are served. */
@Torture
class FloodTest {
  private static final int CONNECTION_LIMIT = 500;
  private static final int IDLE_CONNECTIONS = 700;
  private static final int ADDRESSES = 50;
  private static final Duration PATIENCE = Duration.ofSeconds(70);

  /** Guesses of one name from one address that may be judged, as the service ships. */
  private static final int GUESSES = 10;

  @Test
  @DisplayName("flood of idle connections")
  void servesOthersWhileConnectionsIdle(Tally tally) throws Exception {
    List<Socket> idle = new ArrayList<>();
    try (Victim victim = Victim.shared("tcp.connection-limit = " + CONNECTION_LIMIT).start()) {
      tally.round();
      victim.addUser("idle");
      for (int n = 0; n < IDLE_CONNECTIONS; n++) {
        idle.add(connect(victim, "127.0.1." + (1 + n % ADDRESSES)));
      }
      long begin = System.nanoTime();
      try {
        Eventually.holds(() -> isServed(victim)); // a busy service says so, and is asked again
        tally.recovered(Duration.ofNanos(System.nanoTime() - begin));
      } catch (UncheckedIOException e) {
        tally.fault(Fault.OTHER, "nobody else is served: " + e.getMessage());
      }
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  private static boolean isServed(Victim victim) {
    try {
      Visitor.signIn(victim.url(), "idle", PATIENCE);
      return true;
    } catch (Visitor.TurnedAwayException busy) {
      return false;
    }
  }

  private static Socket connect(Victim victim, String from) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
    socket.connect(
        new InetSocketAddress(victim.url().getHost(), victim.url().getPort()),
        (int) PATIENCE.toMillis());
    return socket;
  }

  @Test
  @DisplayName("flood of guesses with blanks")
  void countsANameWithBlanksAsTheName(Tally tally) {
    try (Victim victim = Victim.shared().start()) {
      tally.round();
      victim.addUser("guessed");
      Client client = new Client(victim.url());
      String csrf = client.get("/login").csrf();
      int judged = 0;
      for (int n = 0; n < 3 * GUESSES; n++) {
        String name = " ".repeat(n % 5) + "guessed" + " ".repeat(n / 5);
        Answer answer =
            client.post(
                "/login",
                List.of(field("csrf", csrf), field("name", name), field("password", "guess " + n)));
        if (answer.status() == 403) {
          judged++;
        } else {
          tally.refused();
        }
      }
      if (judged > GUESSES) {
        tally.fault(Fault.OTHER, judged + " guesses were judged instead of " + GUESSES);
      }
    }
  }

  @Test
  @DisplayName("flood of mails that are dear to read")
  void storesDearMailsAndShowsThem(Tally tally) throws Exception {
    try (Victim victim = Victim.shared().start()) {
      for (int round = 0; round < Plan.rounds(2, 1); round++) {
        tally.round();
        DearMails mails = new DearMails("dear" + round).writeTo(victim.folder());
        victim.addUser(mails.name());
        String user = mails.name();
        Arashi.Running importing =
            victim.command("import", "--user", user, mails.folder().toString());
        long begin = System.nanoTime();
        if (!Processes.ends(importing.handle(), PATIENCE)) {
          tally.fault(Fault.OTHER, "the import of dear mails still runs after " + PATIENCE);
          importing.handle().destroyForcibly();
        }
        importing.end();
        tally.note(
            "import of "
                + mails.subjects().size()
                + " dear mails: "
                + Duration.ofNanos(System.nanoTime() - begin).toSeconds()
                + " s");
        mails.audit(victim, tally);
        tally.acknowledged(mails.subjects().size());
      }
    }
  }
}
