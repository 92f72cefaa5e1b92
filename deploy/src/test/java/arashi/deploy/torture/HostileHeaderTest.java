package arashi.deploy.torture;

import arashi.deploy.peer.Sender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Fields of a megabyte that once cost minutes: mail is stored, and others go on reading. */
@Torture
class HostileHeaderTest {
  private static final int SIZE = 1 << 20;

  /** More concurrent deliveries than threads. */
  private static final int AT_ONCE = 6;

  private static final int TRIES = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Linear work is a second. Quadratic work was three minutes for each mail. */
  private static final Duration MOST_CPU = Duration.ofMinutes(2);

  private static final String SERVER = "mx.example.org";

  /** Beginnings of results that never end as one. */
  private static final List<String> PARTS =
      List.of(
          "header.i=",
          "header.i=a ",
          "dkim = ",
          "dkim=pass header.d=a;",
          "(",
          "(\\",
          "\"\\",
          "\"",
          "reason=\"",
          " ",
          "a/",
          "p.");

  @Test
  @DisplayName("flood of hostile header fields")
  void servesOthersWhileHostileFieldsArrive(Tally tally) throws Exception {
    int port = freePort();
    String[] settings = {"mail.smtp.port = " + port, "mail.delivery.junk.authserv-id = " + SERVER};
    try (Victim victim = Victim.shared(settings).start()) {
      victim.addUser("flooded@example.org");
      victim.addUser("reader");
      Visitor reader = Visitor.signIn(victim.url(), "reader", PATIENCE);
      for (int round = 0; round < Plan.rounds(3, 1); round++) {
        tally.round();
        Duration before = cpu(victim);
        deliver(port, reader, tally);
        Duration used = cpu(victim).minus(before);
        tally.note("hostile fields took " + used.toSeconds() + " s of processor time");
        if (used.compareTo(MOST_CPU) > 0) {
          tally.fault(Fault.OTHER, "hostile fields took " + used);
        }
      }
    }
  }

  private static void deliver(int port, Visitor reader, Tally tally) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Future<?>> deliveries = new ArrayList<>();
      for (String part : PARTS) {
        deliveries.add(clients.submit(() -> deliver(port, part, tally)));
      }
      int served = 0;
      while (deliveries.stream().anyMatch(one -> !one.isDone())) {
        served += reader.get("/mail").status() == 200 ? 1 : 0;
      }
      if (served == 0) {
        tally.fault(Fault.OTHER, "no list was served while hostile fields arrived");
      }
      for (Future<?> one : deliveries) {
        one.get();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static void deliver(int port, String part, Tally tally) {
    String mail =
        """
        List-Unsubscribe-Post: List-Unsubscribe=One-Click\r
        List-Unsubscribe: <https://a.example/>\r
        DKIM-Signature: d=a; h=from; b=c\r
        Authentication-Results: %s; dkim=pass %s\r
        Subject: Hostile\r
        \r
        Text\r
        """
            .formatted(SERVER, folded(part));
    byte[] octets = mail.getBytes(StandardCharsets.US_ASCII);
    String reply = "4";
    for (int tries = 0; reply.startsWith("4") && tries < TRIES; tries++) { // like a mail server
      try (Sender sender = new Sender(port)) {
        reply = sender.send("eve@example.net", List.of("flooded@example.org"), octets);
      }
      if (reply.startsWith("4")) {
        tally.refused();
      }
    }
    if (reply.startsWith("250")) {
      tally.acknowledged(1);
    } else {
      tally.fault(Fault.OTHER, "a hostile field was answered " + reply);
    }
  }

  /** Lines below the limit of the protocol. */
  private static String folded(String part) {
    String line = part.repeat(Math.max(1, 900 / part.length()));
    return (line + "\r\n ").repeat(SIZE / line.length()) + "x";
  }

  private static Duration cpu(Victim victim) {
    return victim.process().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
