package arashi.deploy.torture;

import static java.nio.charset.StandardCharsets.US_ASCII;

import arashi.deploy.peer.Sender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Many large mails at once, with true, false and missing sizes, beside clients that announce much
 * and go or stay silent. The service is killed meanwhile. Each mail is stored in the end, once.
 */
@Torture
class LargeDeliveryTest {
  private static final String USER = "large@example.org";
  private static final int MEMORY = 24 << 20;
  private static final int LARGEST = 8 << 20;
  private static final int MAILS = 80;
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final byte[] LINES = ("x".repeat(998) + "\r\n").repeat(5000).getBytes(US_ASCII);

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  @Test
  @DisplayName("large mails, and the service killed")
  void storesEachOnce(Tally tally) throws Exception {
    int lmtp = freePort();
    Random random = Plan.random("large mails");
    String settings =
        "mail.smtp.port = %d, mail.max-mail-size = %d, mail.delivery.memory = %d"
            .formatted(lmtp, LARGEST, MEMORY);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Victim victim = Victim.shared(settings.split(", ")).start()) {
      victim.addUser(USER);
      CountDownLatch left = new CountDownLatch(MAILS);
      for (int n = 0; n < MAILS; n++) {
        int number = n;
        threads.execute(() -> deliver(lmtp, number, left));
      }
      threads.execute(() -> announceAndGo(lmtp, left));
      for (int round = 0; round < Plan.rounds(5, 1); round++) {
        tally.round();
        Processes.ends(victim.process(), Plan.between(random, 3_000, 10_000));
        victim.kill();
        victim.start();
      }
      if (!left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        tally.fault(Fault.OTHER, left.getCount() + " mails are not stored after " + PATIENCE);
      }
      audit(victim, tally);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Tries until the mail is stored, as an MTA does. */
  private void deliver(int lmtp, int number, CountDownLatch left) {
    String from = "n" + number + "@sender.example.net";
    byte[] mail = mail(number);
    while (!acknowledged.contains(from) && !Thread.currentThread().isInterrupted()) {
      try (Sender sender = new Sender(lmtp)) {
        String reply =
            switch (number % 4) {
              case 0 -> sender.send(from, List.of(USER), mail);
              case 1 -> sender.sendAnnounced(from, 4_900_000, List.of(USER), mail);
              default -> sender.sendAnnounced(from, mail.length, List.of(USER), mail);
            };
        if (reply.startsWith("250")) {
          acknowledged.add(from);
          left.countDown();
        }
      } catch (UncheckedIOException | IllegalStateException e) {
        // the service is down, or ended the session: later
      }
      pause(left);
    }
  }

  private static byte[] mail(int number) {
    byte[] head =
        "Subject: large %d\r\nContent-Type: application/x-test\r\n\r\n"
            .formatted(number)
            .getBytes(US_ASCII);
    byte[] mail = new byte[head.length + LINES.length];
    System.arraycopy(head, 0, mail, 0, head.length);
    System.arraycopy(LINES, 0, mail, head.length, LINES.length);
    return mail;
  }

  /** Announces the largest size; every other client then stays silent for a while. */
  private static void announceAndGo(int lmtp, CountDownLatch left) {
    byte[] begin =
        "EHLO lazy\r\nMAIL FROM:<lazy@example.net> SIZE=%d\r\nRCPT TO:<%s>\r\nDATA\r\n"
            .formatted(LARGEST, USER)
            .getBytes(US_ASCII);
    while (left.getCount() > 0 && !Thread.currentThread().isInterrupted()) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), lmtp)) {
        socket.getOutputStream().write(begin);
        if (ThreadLocalRandom.current().nextBoolean()) {
          pause(left);
        }
      } catch (IOException e) {
        pause(left);
      }
    }
  }

  private static void pause(CountDownLatch left) {
    try {
      left.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void audit(Victim victim, Tally tally) throws Exception {
    try (Connection connection = victim.connect()) {
      Auditor auditor = new Auditor(connection, USER);
      Map<String, Integer> stored = new HashMap<>();
      auditor.eachDelivered((sender, raw) -> stored.merge(sender, 1, Integer::sum));
      for (String sender : acknowledged) {
        int copies = stored.getOrDefault(sender, 0);
        if (copies == 0) {
          tally.fault(Fault.LOST, "the mail of " + sender);
        } else if (copies > 1) {
          tally.fault(Fault.DOUBLED, copies + " mails of " + sender);
        }
      }
      tally.acknowledged(acknowledged.size());
      auditor.checkRows(tally);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
