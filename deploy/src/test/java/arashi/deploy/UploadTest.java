package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.blob.Sha256;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files of mail that is written: who may send them, how many at a time, and where they fit. */
class UploadTest {
  private static final int SPOOLED = 3 << 20; // more than is kept of a stranger's form
  private static final String ANNOUNCED = "20000000";
  private static final String PART = "----Boundary7f3a";

  private static TestService service;

  @BeforeAll
  static void start() {
    service = TestService.with(Map.of("mail.account.uploads", 1));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static MailPage begun(Client client) {
    return MailPage.of(client.get("/compose")).type("subject", "Files").type("text", "My text.");
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  /** The head of a form, and as much of its only file as is wanted. */
  private static byte[] begin(String cookie, int bytes) {
    String text =
        "POST /drafts/attach HTTP/1.1\r\nHost: localhost\r\nCookie: "
            + cookie
            + "\r\nContent-Type: multipart/form-data; boundary="
            + PART
            + "\r\nContent-Length: "
            + ANNOUNCED
            + "\r\n\r\n--"
            + PART
            + "\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nTyped by a stranger.\r\n--"
            + PART
            + "\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.bin\"\r\n\r\n";
    return (text + "x".repeat(bytes)).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String answerTo(byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.url().getPort())) {
      socket.setSoTimeout(30_000);
      socket.getOutputStream().write(request);
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void aStrangerIsAnsweredAfterTheBeginningOfTheForm() throws Exception {
    String answer = answerTo(begin("x=y", SPOOLED)); // a seventh of what it announces

    assertThat(answer).startsWith("HTTP/1.1 403").contains("Typed by a stranger.");
    String forged = "arashi_session=" + "A".repeat(43);
    assertThat(answerTo(begin(forged, SPOOLED))).startsWith("HTTP/1.1 403");
  }

  @Test
  void aLargeFileArrivesByteForByte() {
    Client client = service.signedIn(service.user());
    byte[] file = random(SPOOLED);

    Answer attached = client.follow(begun(client).attach(client, "a.bin", file));

    MailPage page = MailPage.of(attached);
    assertThat(page.value("text")).isEqualTo("My text.");
    assertThat(page.value("file")).contains(" " + SPOOLED + " ").endsWith("a.bin");
    assertThat(page.value("file")).startsWith(Sha256.of(file).hex());
  }

  @Test
  void filesCountAgainstTheQuotaAndTextDoesNot() {
    TestUser user = service.user();
    service.store().people().accounts().setQuota(user.id(), 100_000);
    Client client = service.signedIn(user);
    MailPage page = MailPage.of(client.follow(begun(client).attach(client, "a", random(60_000))));
    assertThat(page.values("file")).hasSize(1);

    Answer refused = page.type("text", "My longer text.").attach(client, "b", random(60_001));

    assertThat(refused.status()).isEqualTo(413);
    MailPage back = MailPage.of(refused);
    assertThat(back.complaints()).contains("Your mailbox is full");
    assertThat(back.values("file")).hasSize(1);
    service.store().people().accounts().setQuota(user.id(), 1);
    Answer saved = back.type("text", "z".repeat(200_000)).press(client, "/drafts");
    assertThat(saved.status()).isEqualTo(303);
    assertThat(MailPage.of(client.follow(saved)).value("text")).hasSize(200_000);
  }

  @Test
  void anAccountSendsNoMoreFormsAtATimeThanItMay() throws Exception {
    Client client = service.signedIn(service.user());
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), service.url().getPort())) {
      String cookie = "arashi_session=" + client.cookie("arashi_session");
      slow.getOutputStream().write(begin(cookie, 10)); // and no more
      MailPage[] page = {begun(client)};

      Eventually.holds(
          () -> {
            Answer answer = page[0].attach(client, "b.bin", random(SPOOLED));
            page[0] = MailPage.of(answer.status() == 303 ? client.follow(answer) : answer);
            return answer.status() == 429;
          });
      assertThat(page[0].complaints()).contains("Too many files");
      assertThat(page[0].value("text")).isEqualTo("My text.");
    }
    Eventually.holds(() -> begun(client).attach(client, "b.bin", random(SPOOLED)).status() == 303);
  }
}
