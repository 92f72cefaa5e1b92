package arashi.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.deploy.peer.Exim;
import arashi.deploy.peer.Postfix;
import arashi.deploy.peer.Rspamd;
import arashi.deploy.peer.Sender;
import arashi.deploy.peer.Tap;
import arashi.deploy.peer.TappedMail;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.mail.FolderRole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each way for mail that the operator's guide shows, with real servers, and with the configurations
 * as they are printed there.
 */
class ReceivingGuideTest {
  private static final String ARASHI = "# arashi.conf";
  private static final String MAIN = "# /etc/postfix/main.cf";
  private static final String BY_SOCKET = ", for Postfix by a socket";
  private static final String BY_TCP = ", for Postfix by TCP";

  /** What servers tend to change: long lines, dots, octets beyond ASCII, blanks at the end. */
  private static final byte[] DELICATE =
      ("From: Eve <eve@example.net>\r\nSubject: Delicate\r\nMessage-ID: <delicate@example.net>\r\n"
              + "Date: Fri, 1 Mar 2024 08:00:00 +0000\r\n\r\n.\r\n..two\r\n.one\r\n"
              + "long ".repeat(900)
              + "\r\nblanks  \t\r\n\u00e4\u00ff\r\n\r\n")
          .getBytes(ISO_8859_1);

  private Path directory;
  private TestUser user;

  private static void assume(Optional<String> missing) {
    assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
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
    user = TestService.shared().user();
    user.store().addressEdit().addDomain("example.org");
    user.store().addressEdit().give(user.id(), Address.parse(address()), Tombstone.RESPECT);
  }

  @AfterEach
  void deleteFiles() throws IOException, InterruptedException {
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

  private void deliversAsItIsAndRefuses(TestService service, int port) {
    try (Sender sender = new Sender(port)) {
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
    }
  }

  @Test
  void postfixByASocket() throws IOException, InterruptedException {
    assume(Postfix.missing());
    Guide guide = new Guide().with("/run/arashi", directory.resolve("run")).with("-o arashi ", "");
    run(guide.command("install -d"));
    try (TestService service = TestService.with(guide.settings(ARASHI + BY_SOCKET))) {
      service.bindDelivery();
      String chroot = guide.command("postconf ").replaceFirst("postconf ", "");
      try (Postfix postfix = new Postfix(List.of(chroot), guide.block(MAIN + BY_SOCKET))) {
        deliversAsItIsAndRefuses(service, postfix.port());
      }
    }
  }

  @Test
  void postfixByTcp() throws IOException {
    assume(Postfix.missing());
    int port = freePort();
    Guide guide = new Guide().with("port = 24", "port = " + port);
    try (TestService service = TestService.with(guide.settings(ARASHI + BY_TCP));
        Tap tap = new Tap(() -> port)) {
      service.bindDelivery();
      guide.with("127.0.0.1:24", "127.0.0.1:" + tap.port());
      try (Postfix postfix = new Postfix(List.of(), guide.block(MAIN + BY_TCP))) {
        deliversAsItIsAndRefuses(service, postfix.port());
      }
      TappedMail mail = tap.mails().get(0);
      assertThat(mail.isAcknowledgedFor(address())).isTrue();
      assertThat(original(service, FolderRole.INBOX, 1)).endsWith(mail.content());
    }
  }

  @Test
  void exim() throws IOException {
    assume(Exim.missing());
    Guide guide = new Guide().with("port = 24", "port = " + freePort());
    try (TestService service = TestService.with(guide.settings(ARASHI + BY_TCP))) {
      service.bindDelivery();
      try (Exim exim = new Exim(guide.block("# exim.conf"))) {
        deliversAsItIsAndRefuses(service, exim.port());
      }
    }
  }

  @Test
  void rspamdBeforePostfix() throws IOException {
    assume(Postfix.missing());
    assume(Rspamd.missing());
    int milter = freePort();
    Guide guide =
        new Guide()
            .with("127.0.0.1:11332", "127.0.0.1:" + milter)
            .with("port = 24", "port = " + freePort());
    Map<String, Object> settings = guide.settings(ARASHI + BY_TCP);
    guide.with("127.0.0.1:24", "127.0.0.1:" + settings.get("mail.lmtp.port"));
    try (TestService service = TestService.with(settings);
        Rspamd rspamd =
            new Rspamd(
                milter,
                Map.of(
                    "local.d/worker-proxy.inc", rspamdFile(guide, "worker-proxy.inc"),
                    "local.d/milter_headers.conf", rspamdFile(guide, "milter_headers.conf")))) {
      service.bindDelivery();
      String main = guide.block(MAIN + BY_TCP) + guide.block(MAIN + ", for rspamd");
      assertThat(main).contains(":" + rspamd.port());
      try (Postfix postfix = new Postfix(List.of(), main);
          Sender sender = new Sender(postfix.port())) {
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
    try (TestService service = TestService.with(settings)) {
      service.bindDelivery();
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
