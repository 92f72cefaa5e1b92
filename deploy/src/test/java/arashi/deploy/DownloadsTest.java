package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageSnapshot;

/** Large files are read while they are sent, and slow clients hold nothing that others need. */
@Timeout(300)
class DownloadsTest {
  private static final int LARGE = 3_000_000;
  private static final String FILE_HEADER =
      "Content-Type: application/zip\r\nContent-Disposition: attachment; filename=a.zip";

  private final TestService service = TestService.shared();
  private final Random random = new Random(42);

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String part(String header, String body) {
    return "--=_cut\r\n" + header + "\r\n\r\n" + body + "\r\n";
  }

  private static byte[] mixed(String... parts) {
    return Mails.utf8(
        "From: Ada <ada@example.org>\r\nSubject: Files of \u0416/..\r\nMIME-Version: 1.0\r\n"
            + "Date: Mon, 04 Mar 2024 08:00:00 +0000\r\n"
            + "Content-Type: multipart/mixed; boundary=\"=_cut\"\r\n\r\n"
            + part("Content-Type: text/plain", "See the files.")
            + String.join("", parts)
            + "--=_cut--\r\n");
  }

  private static String file(String name, String content) {
    return part(
        "Content-Type: application/x\r\nContent-Disposition: attachment; filename=\"" + name + '"',
        content);
  }

  private static String link(Client client, String page) {
    return client.get(page).page().select(".attachments a").attr("href");
  }

  @Test
  void servesTwentyAtOnceOfWhichMemoryWouldHoldOne() {
    byte[] content = bytes(LARGE);
    TestUser user = service.user();
    long uid = user.receives(Mails.withFile(1, "Large", FILE_HEADER, content));
    Map<String, Object> settings =
        Map.of(
            "mail.max-mail-size", "5 MiB",
            "mail.held-mails-size", "5 MiB",
            "mail.spool-size", "5 MiB",
            "mail.store-threads", 2);
    try (TestService small = TestService.with(settings);
        Background people = new Background()) {
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        clients.add(small.signedIn(user));
      }
      String file = link(clients.get(0), user.path(uid));
      clients.forEach(client -> people.start(() -> client.get(file)));

      for (Answer answer : people.answers()) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.bytes()).isEqualTo(content);
        assertThat(answer.header("Content-Length")).isEqualTo("" + LARGE);
      }
      small.awaitAllEnded();
    }
  }

  /** Asks for a file, reads the head of the answer, and no more. */
  private static Socket asking(TestService at, Client client, String path) throws IOException {
    Socket socket = new Socket(at.address().getAddress(), at.address().getPort());
    socket.setSoTimeout(60_000);
    String request =
        "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nCookie: " + client.cookies() + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
    assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
    return socket;
  }

  private static long slices(TestService at) {
    GraphSnapshot now = at.snapshot();
    return now.stages().stream()
        .filter(stage -> stage.stage().equals("attachment-slice"))
        .mapToLong(StageSnapshot::completed)
        .sum();
  }

  @Test
  void slowClientHoldsNoThreadAndGivesBackItsPlaceWhenItGoes() throws IOException {
    TestUser user = service.user();
    long uid = user.receives(Mails.withFile(1, "Large", FILE_HEADER, bytes(20_000_000)));
    Map<String, Object> settings = Map.of("mail.store-threads", 1, "mail.downloads.of-account", 2);
    try (TestService one = TestService.with(settings)) {
      Client client = one.signedIn(user);
      String file = link(client, user.path(uid));
      try (Socket slow = asking(one, client, file);
          Socket slower = asking(one, client, user.path(uid) + "/raw")) {
        for (int i = 0; i < 20; i++) { // with the only thread
          assertThat(client.get(user.path(uid)).status()).isEqualTo(200);
        }
        Answer third = client.get(file);
        assertThat(third.status()).isEqualTo(503);
        assertThat(Integer.parseInt(third.header("Retry-After"))).isBetween(5, 15);
        assertThat(one.signedIn(service.user()).get("/mail").status()).isLessThan(400);
        // of 160 slices or more, no more than the sockets' buffers have taken
        assertThat(slices(one)).isLessThan(150);
        assertThat(slow.isConnected() && slower.isConnected()).isTrue();
      }
      Eventually.holds(() -> client.get(file).status() == 200);
      one.awaitAllEnded();
    }
  }

  @Test
  void sendsTheLengthForHead() {
    TestUser user = service.user();
    byte[] mail = Mails.withFile(1, "Large", FILE_HEADER, bytes(LARGE));
    long uid = user.receives(mail);
    Client client = service.signedIn(user);
    String file = link(client, user.path(uid));

    Answer part = client.send("HEAD", file, new byte[0]);
    Answer raw = client.send("HEAD", user.path(uid) + "/raw", new byte[0]);

    assertThat(part.status()).isEqualTo(200);
    assertThat(part.header("Content-Length")).isEqualTo("" + LARGE);
    assertThat(part.bytes()).isEmpty();
    assertThat(raw.header("Content-Length")).isEqualTo("" + mail.length);
    assertThat(client.get(file).bytes()).hasSize(LARGE);
  }

  @Test
  void findsAPartBehindALargeOne() {
    TestUser user = service.user();
    String large = java.util.Base64.getMimeEncoder().encodeToString(bytes(LARGE));
    long uid =
        user.receives(
            mixed(
                part("Content-Type: application/x\r\nContent-Transfer-Encoding: base64", large),
                file("last.bin", "the last")));
    Client client = service.signedIn(user);
    List<String> links =
        client.get(user.path(uid)).page().select(".attachments .file").eachAttr("href");

    assertThat(client.get(links.get(1)).text()).isEqualTo("the last");
    String none = user.path(uid) + "/part/77";
    assertThat(client.get(none).status()).isEqualTo(404);
  }

  @Test
  void sendsAFileOfAMailWhoseLineEndsAreDoubled() {
    TestUser user = service.user();
    byte[] content = bytes(400_000);
    String mail =
        new String(Mails.withFile(1, "Odd", FILE_HEADER, content), StandardCharsets.UTF_8);
    long uid = user.receives(Mails.utf8(mail.replace("\r\n", "\r\r\n")));
    Client client = service.signedIn(user);

    assertThat(client.get(link(client, user.path(uid))).bytes()).isEqualTo(content);
    Map<String, byte[]> members = members(client.get(user.path(uid) + "/attachments.zip"));
    assertThat(members).containsOnlyKeys("a.zip");
    assertThat(members.get("a.zip")).isEqualTo(content);
  }

  private static Map<String, byte[]> members(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/zip");
    Map<String, byte[]> members = new LinkedHashMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(answer.bytes()))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        zip.transferTo(content);
        assertThat(members.put(entry.getName(), content.toByteArray())).isNull();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return members;
  }

  @Test
  void packsAllAttachmentsUnderSafeAndUniqueNames() {
    TestUser user = service.user();
    byte[] large = bytes(LARGE);
    long uid =
        user.receives(
            mixed(
                file("a.txt", "one"),
                file("A.TXT", "two"),
                file("../../etc/passwd", "three"),
                part(
                    "Content-Type: message/rfc822",
                    """
                    Subject: within
                    Content-Type: multipart/mixed; boundary=in

                    --in

                    text
                    --in
                    Content-Disposition: attachment; filename=inner.bin

                    inner
                    --in--
                    """
                        .replace("\n", "\r\n")),
                file("\u0416.bin", "four"),
                part(
                    FILE_HEADER + "\r\nContent-Transfer-Encoding: base64",
                    java.util.Base64.getMimeEncoder().encodeToString(large)),
                file("empty", "")));
    Client client = service.signedIn(user);
    String zip = client.get(user.path(uid)).page().select("form[action$=.zip]").attr("action");

    Answer answer = client.get(zip);

    Map<String, byte[]> members = members(answer);
    assertThat(members).containsKeys("a.txt", "A (2).TXT", "\u0416.bin", "a.zip", "empty");
    assertThat(members.keySet())
        .allSatisfy(name -> assertThat(name).doesNotContain("/", "\\").isNotEqualTo(".."));
    assertThat(members.get("a.zip")).isEqualTo(large);
    assertThat(Mails.utf8("four")).isEqualTo(members.get("\u0416.bin"));
    assertThat(members.values().stream().map(m -> new String(m, StandardCharsets.ISO_8859_1)))
        .contains("one", "two", "three")
        .anyMatch(text -> text.startsWith("Subject: within"));
    assertThat(answer.bytes()[6] & 0x08).as("sizes follow the content").isEqualTo(0x08);
    assertThat(answer.bytes()[7] & 0x08).as("names are in UTF-8").isEqualTo(0x08);
    assertThat(answer.header("Content-Disposition")).contains("Files").endsWith(".zip");
  }

  @Test
  void packsNothingOfAMailWithoutAttachments() {
    TestUser user = service.user();
    long uid = user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "text"));

    Answer answer = service.signedIn(user).get(user.path(uid) + "/attachments.zip");

    assertThat(answer.status()).isEqualTo(404);
  }

  @Test
  void showsTextAsTextAndNothingElse() {
    TestUser user = service.user();
    String log =
        part(
            "Content-Type: text/x-log\r\nContent-Disposition: attachment; filename=a.log\r\n"
                + "Content-Transfer-Encoding: 8bit",
            "<script>alert(1)</script> \u00e4\u0416");
    String page =
        part(
            "Content-Type: text/html\r\nContent-Disposition: attachment; filename=a.html",
            "<script>alert(1)</script>");
    long uid = user.receives(mixed(log, page));
    Client client = service.signedIn(user);
    List<String> views =
        client
            .get(user.path(uid))
            .page()
            .select(".attachments .view[target=_blank]")
            .eachAttr("href");

    assertThat(views).hasSize(1);
    Answer text = client.get(views.get(0));

    assertThat(text.header("Content-Type")).isEqualToIgnoringCase("text/plain; charset=utf-8");
    assertThat(text.header("Content-Disposition")).isEqualTo("inline");
    assertThat(text.header("Content-Security-Policy")).isEqualTo("sandbox; default-src 'none'");
    assertThat(text.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(text.text()).isEqualTo("<script>alert(1)</script> \u00e4\u0416");
  }

  @Test
  void sendsALargeOriginalByteForByte() {
    TestUser user = service.user();
    byte[] mail = Arrays.copyOf(Mails.utf8("Subject: x\r\n\r\n"), LARGE);
    System.arraycopy(bytes(LARGE - 100), 0, mail, 100, LARGE - 100);
    long uid = user.receives(mail);

    assertThat(service.signedIn(user).get(user.path(uid) + "/raw").bytes()).isEqualTo(mail);
  }
}
