package arashi.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.mail.FolderRole;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What no well-behaved client sends to the ports of mail. Each gets an answer or a close, takes
 * little memory, and others are served before, while and after.
 */
class DeliveryAttacksTest {
  private static final String PASSWORD = "of a test";
  private static final int MAIL_BYTES = 1 << 20;
  private static final int MEMORY_BYTES = 8 << 20;
  private static final int CONNECTIONS = 1_000;

  /** Heap that is still in use when an attack goes on; the mails' own memory is within. */
  private static final long MOST_HEAP = MEMORY_BYTES + (24L << 20);

  @TempDir private static Path directory;
  private static TestService service;
  private static int smtp;
  private static int lmtp;

  private TestUser user;
  private String begin;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Path keys = directory.resolve("keys.p12");
    KeyFile.write(keys, PASSWORD);
    smtp = freePort();
    lmtp = freePort();
    Map<String, Object> settings = new HashMap<>();
    settings.put("mail.smtp.port", smtp);
    settings.put("mail.lmtp.port", lmtp);
    settings.put("mail.max-mail-size", "1 MiB");
    settings.put("mail.delivery.memory", "8 MiB");
    settings.put("mail.delivery.connections", CONNECTIONS);
    settings.put("mail.delivery.tls.key-store", keys.toString());
    settings.put("mail.delivery.tls.password", PASSWORD);
    settings.put("mail.delivery.data-timeout", "4 s");
    service = TestService.with(settings);
    service.bindDelivery();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @AfterAll
  static void stop() {
    service.awaitAllEnded();
    service.close();
  }

  @BeforeEach
  void addUser() {
    user = service.user();
    String address = user.name() + "@example.org";
    user.store().people().addressEdit().addDomain("example.org");
    user.store().people().addressEdit().give(user.id(), Address.parse(address), Tombstone.RESPECT);
    begin = "MAIL FROM:<eve@example.net>\r\nRCPT TO:<" + address + ">\r\n";
  }

  /** Other clients are not affected. */
  @AfterEach
  void othersAreServed() throws IOException {
    String address = user.name() + "@example.org";
    String sender = "MAIL FROM:<other@example.net>\r\nRCPT TO:<" + address + ">\r\n";
    try (RawMailSession session = session(lmtp)) {
      assertThat(session.send(sender + "DATA\r\n\r\nof another\r\n.\r\nQUIT\r\n").end())
          .containsExactly("250", "250", "354", "250", "221");
    }
    assertThat(service.signedIn(user).get(user.path(FolderRole.INBOX)).status()).isEqualTo(200);
  }

  private static long heap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static void assertMemoryIsBounded(long heapBefore) {
    assertThat(heap() - heapBefore).isLessThan(MOST_HEAP);
  }

  /** A session that has greeted. */
  private static RawMailSession session(int port) throws IOException {
    RawMailSession session = new RawMailSession(port);
    assertThat(session.code()).isEqualTo("220");
    session.send((port == lmtp ? "LHLO" : "EHLO") + " me.example.net\r\n");
    assertThat(session.code()).isEqualTo("250");
    return session;
  }

  private static List<String> says(int port, String text) throws IOException {
    try (RawMailSession session = session(port)) {
      return session.send(text).end();
    }
  }

  private long stored() {
    return user.counters(FolderRole.INBOX).total();
  }

  private String original(int uid) {
    byte[] octets = service.signedIn(user).get(user.path(uid) + "/raw").bytes();
    return new String(octets, ISO_8859_1);
  }

  // ---- one mail that another server might take for two

  /** The ends of data that servers were found to take in 2023, and more of the kind. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n.\n",
        "\n.\r\n",
        "\r\n.\n",
        "\r.\r",
        "\r.\r\n",
        "\r\n.\r",
        "\n.\r",
        "\r.\n",
        "\r\r\n.\n",
        "\n\n.\r\n",
        "\r\n.\r\r\n",
        "\r\n.\n\r\n",
        "\r\n.\0\r\n",
        "\r\n.\u00a0\r\n",
        "\n\r\n.\n"
      })
  void onlyALineWithADotEndsData(String end) throws IOException {
    String smuggled = begin.replace("eve@example.net", "root@example.org") + "DATA\r\n\r\ntwo\r\n";
    String content = "\r\none" + end + smuggled;

    assertThat(says(lmtp, begin + "DATA\r\n" + content + ".\r\nQUIT\r\n"))
        .containsExactly("250", "250", "354", "250", "221");
    assertThat(stored()).isEqualTo(1);
    assertThat(original(1))
        .startsWith("Return-Path: <eve@example.net>")
        .endsWith("\r\n" + content.replace("\r\n.", "\r\n"));

    assertThat(says(smtp, begin + "DATA\r\n" + content + ".\r\nQUIT\r\n"))
        .containsExactly("250", "250", "354", hasBareEnd(content) ? "550" : "250", "221");
    assertThat(stored()).as("the same mail, or none").isEqualTo(1);
  }

  private static boolean hasBareEnd(String content) {
    String rest = content.replace("\r\n", "");
    return rest.contains("\r") || rest.contains("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\0", "\u0085", "\u2028"})
  void onlyCrlfEndsACommand(String end) throws IOException {
    String address = user.name() + "@example.org";
    assertThat(
            says(
                lmtp,
                "MAIL FROM:<eve@example.net>" + end + "RCPT TO:<" + address + ">\r\nDATA\r\n"))
        .allMatch(code -> code.startsWith("5"));
  }

  // ---- too much of everything

  @Test
  void aHundredThousandRecipients() throws IOException {
    long heapBefore = heap();
    String recipient = begin.substring(begin.indexOf("RCPT"));
    byte[] block = recipient.repeat(1_000).getBytes(ISO_8859_1);
    try (RawMailSession session = session(lmtp)) {
      session.send("MAIL FROM:<eve@example.net>\r\n");
      Thread sending = new Thread(() -> session.sendTimes(block, 100), "recipients");
      sending.start();

      List<String> codes = session.codesToTheEnd();
      assertThat(codes.subList(0, 1_001)).containsOnly("250");
      assertThat(codes.subList(1_001, codes.size()))
          .as("to the rest later; after ten thousand commands not at all")
          .isSubsetOf("452", "421");
      assertMemoryIsBounded(heapBefore);
    }
    assertThat(stored()).isZero();
  }

  @Test
  void anEndlessLine() throws IOException {
    long heapBefore = heap();
    try (RawMailSession session = session(smtp)) {
      assertThat(session.sendTimes("x".repeat(1 << 20).getBytes(ISO_8859_1), 200)).isFalse();
      assertMemoryIsBounded(heapBefore);
      assertThat(session.codesToTheEnd()).isSubsetOf("500"); // a reset may overtake it
    }
  }

  @Test
  void anEndlessMail() throws IOException {
    long heapBefore = heap();
    try (RawMailSession session = session(smtp)) {
      session.send(begin + "DATA\r\n");
      assertThat(session.sendTimes("endless\r\n".repeat(100_000).getBytes(ISO_8859_1), 200))
          .isFalse();
      assertMemoryIsBounded(heapBefore);
    }
    assertThat(stored()).isZero();
  }

  @Test
  void manySmallHeadersAndNestedParts() throws IOException {
    StringBuilder mail = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      mail.append("Content-Type: multipart/mixed; boundary=b").append(i).append("\r\nA: b\r\n");
    }
    mail.append("\r\n");
    for (int i = 0; i < 5_000; i++) {
      mail.append("--b").append(i).append("\r\nContent-Type: multipart/mixed; boundary=b");
      mail.append(i + 1).append("\r\n\r\n");
    }
    assertThat(says(lmtp, begin + "DATA\r\n" + mail + ".\r\nQUIT\r\n"))
        .containsExactly("250", "250", "354", "250", "221");
    assertThat(original(1)).endsWith(mail);
  }

  // ---- lies about sizes

  @Test
  void aSizeThatIsNotTrue() throws IOException {
    String sender = "MAIL FROM:<eve@example.net> SIZE=";
    String recipient = begin.substring(begin.indexOf("RCPT"));
    assertThat(says(smtp, sender + 2 * MAIL_BYTES + "\r\n")).containsExactly("552");
    for (String bad : List.of("-1", "1e3", "0x10", "", "99999999999999999999999", "1 SIZE=2")) {
      assertThat(says(smtp, sender + bad + "\r\n")).as(bad).isSubsetOf("501", "552").hasSize(1);
    }
    String large = ("x".repeat(998) + "\r\n").repeat(MAIL_BYTES / 1_000 + 10);
    assertThat(says(smtp, sender + "1\r\n" + recipient + "DATA\r\n" + large + ".\r\nQUIT\r\n"))
        .containsExactly("250", "250", "354", "552", "221");
    assertThat(says(smtp, sender + "1000000\r\n" + recipient + "DATA\r\n\r\nx\r\n.\r\nQUIT\r\n"))
        .containsExactly("250", "250", "354", "250", "221");
    assertThat(stored()).isEqualTo(1);
  }

  @Test
  void aChunkThatIsNotAsLongAsItSays() throws IOException {
    assertThat(says(lmtp, begin + "BDAT 1000 LAST\r\n\r\nshort\r\n"))
        .as("what was not sent is not stored")
        .containsExactly("250", "250");
    assertThat(says(lmtp, begin + "BDAT 2 LAST\r\n\r\nlonger\r\nQUIT\r\n"))
        .containsExactly("250", "250", "250", "500", "221");
    assertThat(stored()).isEqualTo(1);
    assertThat(says(lmtp, begin + "BDAT " + Long.MAX_VALUE / 10 + " LAST\r\nx"))
        .containsExactly("250", "250", "552");
    for (String bad : List.of("-5", "5 FIRST", "", "5 LAST LAST", "9".repeat(30), "5.0", "0x5")) {
      assertThat(says(lmtp, begin + "BDAT " + bad + "\r\nQUIT\r\n"))
          .as(bad)
          .containsExactly("250", "250", "501", "221");
    }
    assertThat(says(lmtp, "BDAT 7\r\nQUIT\r\n.NOOP\r\n"))
        .as("octets of a chunk that is refused are no commands")
        .containsExactly("503", "250");
    assertThat(says(lmtp, begin + "BDAT 1\r\nxDATA\r\nBDAT 0 LAST\r\nQUIT\r\n"))
        .containsExactly("250", "250", "250", "503", "250", "221");
  }

  // ---- nonsense

  @Test
  void nonsenseThatIsPipelined() throws IOException {
    String[] words = {
      "MAIL FROM:",
      "<>",
      "RCPT TO:",
      begin,
      "DATA\r\n",
      "BDAT 9",
      " LAST",
      "RSET",
      "\r\n",
      "\n",
      "EHLO x\r\n",
      "LHLO x\r\n",
      ".\r\n",
      "\0",
      "\u00ff",
      "QUIT",
      "HELP\r\n",
      "VRFY x\r\n",
      " "
    };
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 200; i++) {
        text.append(words[random.nextInt(words.length)]);
      }
      try (RawMailSession session = new RawMailSession(seed % 2 == 0 ? smtp : lmtp)) {
        assertThat(session.send(text.toString()).end())
            .as("seed " + seed)
            .startsWith("220")
            .allMatch(code -> code.matches("[2345][0-5][0-9]"));
      }
    }
  }

  // ---- commands before TLS

  @Test
  void commandsBeforeTheHandshakeAreNotOfTheSecureSession()
      throws IOException, GeneralSecurityException {
    try (RawMailSession session = session(smtp)) {
      session.send("STARTTLS\r\n" + begin + "NOOP\r\n");
      assertThat(session.code()).isEqualTo("220");
      session.startTls(KeyFile.trusting(directory.resolve("keys.p12"), PASSWORD));

      session.send("DATA\r\nEHLO me.example.net\r\nDATA\r\nQUIT\r\n");
      assertThat(session.codesToTheEnd())
          .as("neither the greeting nor the mail of before counts")
          .containsExactly("503", "250", "503", "221");
    }
  }

  // ---- clients that go

  @Test
  void aClientThatGoesBeforeItsAnswerMayTryAgain() throws IOException {
    for (int n = 0; n < 20; n++) {
      String mail = begin + "DATA\r\nSubject: " + n + "\r\n\r\nonce\r\n.\r\n";
      try (RawMailSession session = session(lmtp)) {
        session.send(mail).vanish();
      }
      assertThat(says(lmtp, mail + "QUIT\r\n"))
          .as("%d, tried again", n)
          .containsExactly("250", "250", "354", "250", "221");
    }
    Eventually.holds(() -> stored() >= 20);
    service.awaitAllEnded();
    assertThat(stored()).isEqualTo(20);
  }

  @Test
  void aThousandClientsThatSendNextToNothing() throws IOException {
    long heapBefore = heap();
    List<RawMailSession> slow = new ArrayList<>();
    try {
      for (int n = 0; n < CONNECTIONS + 100; n++) {
        RawMailSession session = new RawMailSession(n % 2 == 0 ? smtp : lmtp);
        session.send((n % 2 == 0 ? "EHLO" : "LHLO") + " me\r\n" + begin + "DATA\r\nSubject: ");
        slow.add(session);
      }
      othersAreServed();
      assertMemoryIsBounded(heapBefore);
      Collections.shuffle(slow, new Random(1));
      for (RawMailSession session : slow) {
        session.sendTimes(new byte[] {'x'}, 1);
      }
      for (RawMailSession session : slow) {
        assertThat(session.codesToTheEnd())
            .as("put off, or closed for one that came later")
            .isSubsetOf("220", "250", "354", "421");
      }
    } finally {
      for (RawMailSession session : slow) {
        session.close();
      }
    }
    assertThat(stored()).isEqualTo(1); // of another
  }
}
