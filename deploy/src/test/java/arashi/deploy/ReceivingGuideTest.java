package arashi.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.deploy.peer.Exim;
import arashi.deploy.peer.Postfix;
import arashi.deploy.peer.RecordingRelay;
import arashi.deploy.peer.Rspamd;
import arashi.deploy.peer.Sender;
import arashi.deploy.peer.Tap;
import arashi.deploy.peer.TappedMail;
import arashi.store.Store;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.mail.FolderRole;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

/**
 * Each way for mail that the operator's guide shows, in both directions, with real servers, and
 * with the configurations as they are printed there.
 */
class ReceivingGuideTest {
  /** The only machine that an MTA here trusts; another loopback address is the Internet. */
  private static final String ARASHIS_MACHINE = "127.0.0.1/32";

  private static final String ELSEWHERE = "elsewhere.example";

  private static final String ARASHI = "# arashi.conf";
  private static final String MAIN = "# /etc/postfix/main.cf";
  private static final String BY_SOCKET = ", for Postfix by a socket";
  private static final String BY_TCP = ", for Postfix by TCP";

  /**
   * Content that servers tend to change: long lines, dots, octets beyond ASCII, trailing blanks.
   */
  private static final byte[] DELICATE =
      ("From: Eve <eve@example.net>\r\nSubject: Delicate\r\nMessage-ID: <delicate@example.net>\r\n"
              + "Date: Fri, 1 Mar 2024 08:00:00 +0000\r\n\r\n.\r\n..two\r\n.one\r\n"
              + "long ".repeat(900)
              + "\r\nblanks  \t\r\n\u00e4\u00ff\r\n\r\n")
          .getBytes(ISO_8859_1);

  private static TestDatabase database;
  private static Store store;

  private final int relayPort = freePort();
  private final RecordingRelay internet = new RecordingRelay();
  private Path directory;
  private TestUser user;

  /** No other service may look into the outbox. */
  @BeforeAll
  static void openDatabase() {
    database = TestDatabase.migrated();
    store = Store.over(database.dataSource(), Clock.system()::instant);
    store.people().addressEdit().addDomain("example.org");
  }

  @AfterAll
  static void closeDatabase() {
    store.service().availability().close();
    database.close();
  }

  private static void assume(Optional<String> missing) {
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void run(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command.strip().split(" +", -1)).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), ISO_8859_1);
    assertThat(process.waitFor()).as(command + said).isZero();
  }

  @BeforeEach
  void addUser() throws IOException, InterruptedException {
    directory = Files.createTempDirectory("arashi-guide"); // JUnit's are closed to other users
    run("chmod 755 " + directory);
    user = TestUser.create(store);
    user.store()
        .people()
        .addressEdit()
        .give(user.id(), Address.parse(address()), Tombstone.RESPECT);
  }

  @AfterEach
  void deleteFiles() throws IOException, InterruptedException {
    internet.close();
    run("rm -rf " + directory);
  }

  private String address() {
    return user.name() + "@example.org";
  }

  /** The mail with a number, with what the service shows above it. */
  private byte[] original(TestService service, FolderRole folder, int uid) {
    Client client = service.signedIn(user);
    String path = user.path(folder) + "/" + uid + "/raw";
    Eventually.holds(() -> client.get(path).status() == 200);
    return client.get(path).bytes();
  }

  /** The service of the guide's settings, with the MTA of the test as its relay. */
  private TestService service(Map<String, Object> settings) throws IOException {
    Map<String, Object> all = new HashMap<>(settings);
    all.put("mail.relay", "smtp://127.0.0.1:" + relayPort);
    all.put("mail.outbox.hold", "0 s");
    all.put("mail.outbox.poll", "50 ms");
    TestService service = TestService.over(database.dataSource(), all, Clock.system());
    service.bindDelivery();
    return service;
  }

  private Guide guide() {
    int policy = freePort();
    return new Guide()
        .with("127.0.0.0/8", ARASHIS_MACHINE)
        .with("port = 10045", "port = " + policy)
        .with("127.0.0.1:10045", "127.0.0.1:" + policy);
  }

  private Postfix postfix(String main, String... commands) {
    return new Postfix(
        relayPort,
        List.of(commands),
        main
            + "transport_maps = inline:{ %s=smtp:[127.0.0.1]:%d }\n"
                .formatted(ELSEWHERE, internet.port()));
  }

  /** A mail that is written in the web leaves through the MTA, and is not changed by it. */
  private void sends(TestService service) {
    Client client = service.signedIn(user);
    String to = "fay." + user.name() + "@" + ELSEWHERE;
    MailPage page = MailPage.of(client.get("/compose"));
    page.type("to", to).type("subject", "Outwards").type("text", "It boils.");
    assertThat(page.press(client, "/send").status()).isEqualTo(303);

    Eventually.holds(() -> user.counters(FolderRole.SENT).total() == 1);
    Eventually.holds(() -> internet.taken().size() == 1);
    assertThat(internet.taken().get(0).recipients()).containsExactly(to);
    assertThat(new String(original(service, FolderRole.SENT, 1), ISO_8859_1))
        .endsWith(bare(internet.taken().get(0).text()));
  }

  /**
   * The mail as it was written, without the fields that servers on the way add. (rspamd adds none
   * to mail of its own network, but here all clients are on loopback.)
   */
  private static String bare(String mail) {
    return mail.substring(mail.indexOf("From: ")).replaceFirst("X-Spam-Status: .*\r\n", "");
  }

  /**
   * Mail for a full mailbox, by somebody known to exist: nothing is taken, and so nothing returned.
   */
  private void refusesWhatDoesNotFit(int port) throws IOException {
    long quota = 100_000;
    byte[] large = Mails.plain(3, "eve@example.net", "Large", "It boils.\r\n".repeat(10_000));
    byte[] half = Mails.plain(4, "eve@example.net", "Half", "It boils.\r\n".repeat(6_000));
    store.people().accounts().setQuota(user.id(), quota);
    try (Sender sender = Sender.outside(port)) {
      sender.announceSizes(true);
      assertThat(sender.send("eve@example.net", List.of(address()), large)).startsWith("552");
      assertThat(sender.send("eve@example.net", List.of(address()), half)).startsWith("250");
      Eventually.holds(() -> user.counters(FolderRole.INBOX).total() == 2);
      assertThat(sender.send("eve@example.net", List.of(address()), half)).startsWith("552");
    }
  }

  private void refusesWhatTurnsOutTooLarge(int port) {
    byte[] half = Mails.plain(5, "eve@example.net", "Second half", "It boils.\r\n".repeat(6_000));
    try (Sender sender = Sender.outside(port)) {
      assertThat(sender.send("eve@example.net", List.of(address()), half)).startsWith("552");
    }
    user.receives(half);
    try (Sender sender = Sender.outside(port)) {
      assertThat(sender.send("eve@example.net", List.of(address()), DELICATE))
          .as("a full mailbox")
          .startsWith("552");
    }
  }

  private void returnsNothing(Postfix postfix) {
    Eventually.holds(() -> postfix.queued() == 0);
    assertThat(postfix.log()).doesNotContain("status=bounced (host");
  }

  private void deliversAsItIsAndRefuses(TestService service, int port) {
    try (Sender sender = Sender.outside(port)) {
      assertThat(sender.send("eve@example.net", List.of(address()), DELICATE)).startsWith("250");

      String stored = new String(original(service, FolderRole.INBOX, 1), ISO_8859_1);
      assertThat(stored)
          .startsWith("Return-Path: <eve@example.net>\r\nDelivered-To: " + address() + "\r\n")
          .endsWith("\r\n" + new String(DELICATE, ISO_8859_1));
      assertThat(sender.send("eve@example.net", List.of("nobody@example.org"), DELICATE))
          .as("somebody unknown")
          .startsWith("550");
      assertThat(sender.send("eve@example.net", List.of("ada@example.com"), DELICATE))
          .as("a relay")
          .startsWith("55");
      assertThat(sender.send("eve@example.net", List.of("fay@" + ELSEWHERE), DELICATE))
          .as("a relay to a site that it can reach")
          .startsWith("55");
    }
  }

  @Test
  void postfixByASocket() throws IOException, InterruptedException {
    assume(Postfix.missing());
    Guide guide = guide().with("/run/arashi", directory.resolve("run")).with("-o arashi ", "");
    run(guide.command("install -d"));
    try (TestService service = service(guide.settings(ARASHI + BY_SOCKET))) {
      String chroot = guide.command("postconf ").replaceFirst("postconf ", "");
      try (Postfix postfix = postfix(guide.block(MAIN + BY_SOCKET), chroot)) {
        deliversAsItIsAndRefuses(service, postfix.port());
        sends(service);
        refusesWhatDoesNotFit(postfix.port());
        refusesWhatTurnsOutTooLarge(postfix.port());
        returnsNothing(postfix);
      }
    }
  }

  @Test
  void postfixByTcp() throws IOException {
    assume(Postfix.missing());
    int port = freePort();
    Guide guide = guide().with("port = 24", "port = " + port);
    try (TestService service = service(guide.settings(ARASHI + BY_TCP));
        Tap tap = new Tap(() -> port)) {
      guide.with("127.0.0.1:24", "127.0.0.1:" + tap.port());
      try (Postfix postfix = postfix(guide.block(MAIN + BY_TCP))) {
        deliversAsItIsAndRefuses(service, postfix.port());
        sends(service);
        refusesWhatDoesNotFit(postfix.port());
        refusesWhatTurnsOutTooLarge(postfix.port());
        returnsNothing(postfix);
      }
      TappedMail mail = tap.mails().get(0);
      assertThat(mail.isAcknowledgedFor(address())).isTrue();
      assertThat(original(service, FolderRole.INBOX, 1)).endsWith(mail.content());
    }
  }

  @Test
  void exim() throws IOException {
    assume(Exim.missing());
    Guide guide =
        guide()
            .with("port = 24", "port = " + freePort())
            .with("127.0.0.1 : ::1", "127.0.0.1")
            .with("driver = dnslookup", manualroute())
            .with("ignore_target_hosts = 0.0.0.0 : " + ARASHIS_MACHINE + " : ::1", "");
    try (TestService service = service(guide.settings(ARASHI + BY_TCP))) {
      try (Exim exim = new Exim(relayPort, guide.block("# exim.conf"))) {
        deliversAsItIsAndRefuses(service, exim.port());
        sends(service);
        refusesWhatDoesNotFit(exim.port());
      }
    }
  }

  /** No name is looked up here: what leaves goes to the place of the Internet. */
  private String manualroute() {
    return "driver = manualroute\n  route_list = * 127.0.0.1::%d byname\n  self = send"
        .formatted(internet.port());
  }

  @Test
  void rspamdBeforePostfix() throws IOException {
    assume(Postfix.missing());
    assume(Rspamd.missing());
    int milter = freePort();
    Guide guide =
        guide()
            .with("127.0.0.1:11332", "127.0.0.1:" + milter)
            .with("port = 24", "port = " + freePort());
    Map<String, Object> settings = guide.settings(ARASHI + BY_TCP);
    guide.with("127.0.0.1:24", "127.0.0.1:" + settings.get("mail.lmtp.port"));
    try (TestService service = service(settings);
        Rspamd rspamd =
            new Rspamd(
                milter,
                Map.of(
                    "local.d/worker-proxy.inc", rspamdFile(guide, "worker-proxy.inc"),
                    "local.d/milter_headers.conf", rspamdFile(guide, "milter_headers.conf")))) {
      String main = guide.block(MAIN + BY_TCP) + guide.block(MAIN + ", for rspamd");
      assertThat(main).contains(":" + rspamd.port());
      try (Postfix postfix = postfix(main);
          Sender sender = Sender.outside(postfix.port())) {
        String from = "Eve <eve@example.net>\r\nX-Spam: Yes\r\nX-Spam-Flag: YES";
        for (byte[] mail :
            List.of(
                Mails.plain(1, from, "A claim of its sender", "It boils.\r\n"),
                Mails.plain(2, from, "Spam", Rspamd.SPAM + "\r\n"))) {
          assertThat(sender.send("eve@example.net", List.of(address()), mail)).startsWith("250");
        }
        assertThat(new String(original(service, FolderRole.JUNK, 1), ISO_8859_1))
            .contains("Subject: Spam\r\n", "X-Spam: Yes\r\n");
        assertThat(new String(original(service, FolderRole.INBOX, 1), ISO_8859_1))
            .contains(
                "Subject: A claim of its sender\r\n", "Authentication-Results: mx.example.org")
            .doesNotContain("X-Spam:", "X-Spam-Flag:");
        sends(service);
      }
    }
  }

  private static String rspamdFile(Guide guide, String name) {
    return guide.block("# /etc/rspamd/local.d/" + name);
  }

  /** A Postfix of others looks up no MX record here, but all else is as on the Internet. */
  @Test
  void mxAlone() throws IOException, InterruptedException {
    assume(Postfix.missing());
    KeyFile.write(directory.resolve("mx.p12"), "of the guide");
    Files.writeString(directory.resolve("mx.p12-password"), "of the guide\n");
    int port = freePort();
    Guide guide =
        new Guide()
            .with("/etc/arashi", directory)
            .with("port = 25", "port = " + port)
            .with("0.0.0.0", "127.0.0.1");
    Map<String, Object> settings = guide.settings(ARASHI + ", for MX alone");
    Path passwordFile = Path.of(settings.get("mail.delivery.tls.password-file").toString());
    settings.put(
        "mail.delivery.tls.password", Files.readString(passwordFile).strip()); // as run does
    try (TestService service = service(settings)) {
      String theirs =
          """
          mynetworks = 127.0.0.0/8
          default_transport = smtp:[127.0.0.1]:%d
          smtp_tls_security_level = encrypt
          smtp_line_length_limit = 0
          smtpd_relay_restrictions = permit_mynetworks, reject
          smtpd_recipient_restrictions = reject_unverified_recipient
          address_verify_poll_delay = 1s
          unverified_recipient_reject_code = 550
          """
              .formatted(port);
      try (Postfix postfix = new Postfix(List.of(), theirs)) {
        deliversAsItIsAndRefuses(service, postfix.port());
      }
      assertThat(new String(original(service, FolderRole.INBOX, 1), ISO_8859_1))
          .contains("by mx.example.org (Arashi) with ESMTPS");
    }
  }
}
