package arashi.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.mail.FolderRole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many connections with mails of 5 MB, far more than the memory holds. */
class LargeMailsTest {
  private static final int MEMORY_BYTES = 32 << 20;
  private static final byte[] LINES = ("x".repeat(998) + "\r\n").repeat(1000).getBytes(ISO_8859_1);
  private static final int TIMES = 5;

  private final AtomicLong mostMemory = new AtomicLong();

  @ParameterizedTest
  @CsvSource({"100, DATA", "30, BDAT"})
  void allAreStoredAndNoneIsRefusedAfterItsContent(int connections, String kind) throws Exception {
    int lmtp = freePort();
    Map<String, Object> settings =
        Map.of(
            "mail.lmtp.port", lmtp,
            "mail.max-mail-size", "8 MiB",
            "mail.delivery.memory", MEMORY_BYTES,
            "mail.delivery.patience", "2 s",
            "mail.delivery.large.patience", "1 h"); // however slow the machine
    try (TestService service = TestService.with(settings)) {
      service.bindDelivery();
      TestUser user = service.user();
      String recipient = "RCPT TO:<" + addressOf(user) + ">\r\n";
      List<Callable<Object>> clients = new ArrayList<>();
      for (int n = 0; n < connections; n++) {
        String sender = "MAIL FROM:<s" + n + "@example.net> SIZE=" + (LINES.length * TIMES + 100);
        String head = "Subject: mail %d\r\nContent-Type: application/x-test\r\n\r\n".formatted(n);
        clients.add(
            () -> {
              deliver(lmtp, sender + "\r\n" + recipient, head, kind.equals("BDAT"));
              mostMemory.accumulateAndGet(memory(service), Math::max);
              return null;
            });
      }
      together(clients);

      assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(connections);
      assertThat(mostMemory.get()).isBetween(1L, (long) MEMORY_BYTES);
      Eventually.holds(() -> memory(service) == 0);
    }
  }

  private static String addressOf(TestUser user) {
    String address = user.name() + "@example.org";
    user.store().people().addressEdit().addDomain("example.org");
    user.store().people().addressEdit().give(user.id(), Address.parse(address), Tombstone.RESPECT);
    return address;
  }

  /** Tries until the mail is stored, as an MTA does. */
  private static void deliver(int lmtp, String envelope, String head, boolean chunk)
      throws IOException {
    try (RawMailSession session = new RawMailSession(lmtp)) {
      session.send("LHLO me.example.net\r\n");
      assertThat(List.of(session.code(), session.code())).containsExactly("220", "250");
      boolean isStored = false;
      while (!isStored) {
        session.send(envelope);
        List<String> codes = List.of(session.code(), session.code());
        if (codes.get(0).equals("451")) {
          assertThat(codes).containsExactly("451", "503");
          continue;
        }
        assertThat(codes).containsExactly("250", "250");
        int size = head.length() + LINES.length * TIMES;
        session.send(chunk ? "BDAT " + size + " LAST\r\n" : "DATA\r\n");
        if (!chunk) {
          assertThat(session.code()).isEqualTo("354");
        }
        session.send(head);
        assertThat(session.sendTimes(LINES, TIMES)).as("the content is read").isTrue();
        session.send(chunk ? "" : ".\r\n");
        assertThat(session.code()).as("after the content").isEqualTo("250");
        isStored = true;
      }
    }
  }

  private static long memory(TestService service) {
    String name = "arashi_mail_memory_bytes ";
    return service
        .client()
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }

  private static void together(List<Callable<Object>> clients) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (Future<Object> one : threads.invokeAll(clients)) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
