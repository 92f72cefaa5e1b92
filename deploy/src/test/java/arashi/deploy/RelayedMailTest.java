package arashi.deploy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import arashi.deploy.ParsedByOthers.ParsedFile;
import arashi.deploy.peer.Dovecot;
import arashi.deploy.peer.Postfix;
import arashi.mime.Corpus;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.identity.IdentityRow;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Order;
import arashi.store.outbox.OutgoingRow;
import arashi.store.outbox.SendState;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import seda.kernel.Clock;

/**
 * A mail that is written here leaves through a Postfix, and is right in a Dovecot's mailbox, as
 * parsers of others see it. Postfix takes mail of its user alone, and the password over TLS alone.
 */
class RelayedMailTest {
  private static final String DOMAIN = "relayed.example";
  private static final String ELSEWHERE = "elsewhere.example";
  private static final String USER = "arashi";
  private static final String PASSWORD = "of-the-relay";
  private static final int LONGEST_LINE = 998;

  private static final String SETTINGS =
      """
      message_drop_headers =
      virtual_mailbox_domains = elsewhere.example
      virtual_transport = lmtp:inet:127.0.0.1:%d
      transport_maps = inline:{ relayed.example=lmtp:inet:127.0.0.1:%d, nowhere.example=lmtp:inet:127.0.0.1:%d }
      smtpd_relay_restrictions = permit_sasl_authenticated, reject
      smtpd_sasl_auth_enable = yes
      smtpd_sasl_type = dovecot
      smtpd_sasl_path = inet:127.0.0.1:%d
      smtpd_sasl_authenticated_header = yes
      smtpd_tls_auth_only = yes
      smtpd_tls_received_header = yes
      smtpd_tls_security_level = encrypt
      smtpd_tls_chain_files = %s
      """;

  @TempDir private static Path directory;

  private static Dovecot dovecot;
  private static String settings;
  private static int lmtp;
  private static Postfix postfix;
  private static TestDatabase database;
  private static TestService service;

  private TestService used;
  private TestUser ada;
  private Client client;
  private String eve;

  @BeforeAll
  static void start() throws IOException, GeneralSecurityException, InterruptedException {
    for (Optional<String> missing :
        List.of(Postfix.missing(), Dovecot.missing(), ParsedByOthers.pythonIsMissing())) {
      assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
    }
    Path keys = directory.resolve("relay.p12");
    Path pem = directory.resolve("relay.pem");
    KeyFile.write(keys, "of the keys");
    KeyFile.writePem(keys, "of the keys", pem);
    dovecot = new Dovecot(PASSWORD);
    lmtp = freePort();
    settings = SETTINGS.formatted(dovecot.port(), lmtp, lmtp, dovecot.passwordPort(), pem);
    postfix = new Postfix(List.of(), settings);
    database = TestDatabase.migrated();
    service = service(database, "smtp", postfix, PASSWORD);
    service.bindDelivery();
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable each : new AutoCloseable[] {service, database, postfix, dovecot}) {
      try {
        if (each != null) {
          each.close();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** On a database of its own, whose outbox no other service looks into. */
  private static TestService service(
      TestDatabase own, String scheme, Postfix relay, String password) {
    Map<String, Object> all = new HashMap<>();
    all.put("mail.outbox.hold", "1 s");
    all.put("mail.outbox.poll", "50 ms");
    all.put("mail.outbox.recipients-an-hour", 10_000);
    all.put("mail.relay", scheme + "://" + USER + "@127.0.0.1:" + relay.port());
    all.put("mail.outbox.password", password);
    all.put("mail.lmtp.port", lmtp);
    TestService made = TestService.over(own.dataSource(), all, Clock.system());
    made.store().people().addressEdit().addDomain(DOMAIN);
    return made;
  }

  @BeforeEach
  void signIn() throws AddressRefusedException {
    use(service);
  }

  private void use(TestService one) throws AddressRefusedException {
    used = one;
    ada = one.user();
    Address address = Address.parse(address());
    one.store().people().addressEdit().give(ada.id(), address, Tombstone.IGNORE);
    client = one.signedIn(ada);
    eve = "eve-" + UUID.randomUUID() + "@" + ELSEWHERE;
  }

  private String address() {
    return ada.name() + "@" + DOMAIN;
  }

  private MailPage compose(String path) {
    return MailPage.of(client.get(path));
  }

  private MailPage attached(MailPage page, String name, byte[] content) {
    String sent = name.replace("\"", "%22"); // as browsers do
    return MailPage.of(client.follow(page.attach(client, sent, content)));
  }

  private void send(MailPage page) {
    assertThat(page.press(client, "/send").status()).isEqualTo(303);
  }

  /** The file of the only mail that a recipient has got, once it is there. */
  private static Path arrived(String recipient) {
    Eventually.holds(() -> !dovecot.mails(recipient).isEmpty());
    assertThat(dovecot.mails(recipient)).hasSize(1);
    return dovecot.mails(recipient).get(0);
  }

  /** Octets with the line ends of the network; Maildirs have those of Unix. */
  private static String content(Path mail) throws IOException {
    return new String(Files.readAllBytes(mail), ISO_8859_1).replaceAll("\r?\n", "\r\n");
  }

  /** The mail as its writer has it in Sent, without what only that shows. */
  private String sent() {
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == 1);
    String page = client.get(ada.path(FolderRole.SENT)).rows().get(0);
    String raw = new String(client.get(page + "/raw").bytes(), ISO_8859_1);
    return raw.replaceFirst("(?s)\\ABcc: .*?\r\n(?! )", "");
  }

  private static void assertWellFormed(String mail) {
    assertThat(mail.split("\r\n", -1)).allMatch(line -> line.length() <= LONGEST_LINE);
    assertThat(mail.replace("\r\n", "")).doesNotContain("\r").doesNotContain("\n");
  }

  private static String field(String mail, String name) {
    Matcher field =
        Pattern.compile("(?im)^" + name + ":((?:.*\r\n)(?:[ \t].*\r\n)*)").matcher(mail);
    assertThat(field.find()).as(name).isTrue();
    return field.group(1).replace("\r\n", "").strip();
  }

  @Test
  void whatIsWrittenIsWhatOthersRead() throws IOException {
    used.store()
        .people()
        .identities()
        .set(ada.id(), new IdentityRow(address(), "Ada Ünïcödé, London", "", "", true));
    String subject = "Grüße an alle: 日本語, Ελληνικά und ein 🫖 – " + "sehr lang ".repeat(12).strip();
    String name = "Übersicht – 日本語 'a' 100%; \"x\" (" + "lang".repeat(20) + ").pdf";
    String fay = "fay-" + UUID.randomUUID() + "@" + ELSEWHERE;
    byte[] file = new byte[3_000];
    new Random(1).nextBytes(file);
    String text =
        "From here on\n.\n..dots\n> quoted\nZoë 🫖\n" + "x".repeat(1_200) + "\nlast line\n";
    MailPage page =
        compose("/compose")
            .type("to", "\"Eve, of 日本\" <" + eve + ">")
            .type("bcc", fay)
            .type("subject", subject)
            .type("text", text);

    send(attached(page, name, file));

    Path mail = arrived(eve);
    String raw = content(mail);
    assertThat(raw).endsWith(sent());
    assertThat(content(arrived(fay))).endsWith(sent());
    assertWellFormed(raw);
    assertThat(sent()).doesNotContain(fay).doesNotContainPattern("(?im)^bcc");
    assertThat(raw)
        .contains("by mx.example.org (Postfix) with ESMTPSA")
        .contains("(Authenticated sender: " + USER + ")")
        .contains("(using TLSv1.");
    ParsedByOthers python = ParsedByOthers.byPython(mail);
    assertThat(python.complaints()).isEmpty();
    for (ParsedByOthers parsed : List.of(python, ParsedByOthers.byMime4j(mail))) {
      assertThat(parsed.subject()).isEqualTo(subject);
      assertThat(parsed.from()).containsExactly("Ada Ünïcödé, London <" + address() + ">");
      assertThat(parsed.to()).containsExactly("Eve, of 日本 <" + eve + ">");
      assertThat(parsed.files())
          .containsExactly(
              new ParsedFile(name, "application/octet-stream", ParsedByOthers.sha256(file)));
      assertThat(unflowed(parsed.text()).strip()).isEqualTo(text.strip());
    }
  }

  /** RFC 3676: a blank at the end joins a line to the next, one at the start is taken away. */
  private static String unflowed(String text) {
    return text.replace(" \n", " ").replaceAll("(?m)^ ", "");
  }

  @Test
  void aLargeFileArrivesByteForByte() throws IOException {
    byte[] file = new byte[25_000_000];
    new Random(2).nextBytes(file);
    MailPage page = compose("/compose").type("to", eve).type("subject", "Large");

    send(attached(page, "photos.zip", file));

    Path mail = arrived(eve);
    String sum = ParsedByOthers.sha256(file);
    assertThat(ParsedByOthers.byPython(mail).files())
        .containsExactly(new ParsedFile("photos.zip", "application/octet-stream", sum));
    assertThat(ParsedByOthers.byMime4j(mail).files().get(0).sha256()).isEqualTo(sum);
  }

  @Test
  void aReplyStandsInItsThread() throws IOException {
    List<String> references = new ArrayList<>();
    for (int n = 0; n < 60; n++) {
      references.add("<" + n + "." + "r".repeat(40) + "@" + ELSEWHERE + ">");
    }
    String head =
        "From: Eve <"
            + eve
            + ">\r\nTo: "
            + address()
            + "\r\nSubject: Kettle\r\nMessage-ID: <asked@elsewhere.example>\r\nReferences: "
            + String.join("\r\n ", references)
            + "\r\nDate: Fri, 1 Mar 2024 08:00:00 +0000\r\n\r\nDoes it boil?\r\n";
    long uid = ada.receives(Mails.utf8(head));

    MailPage page = compose(ada.path(uid) + "/reply");
    send(page.type("text", "It does.\n\n" + page.value("text")));

    Path mail = arrived(eve);
    String raw = content(mail);
    assertWellFormed(raw);
    assertThat(field(raw, "In-Reply-To")).isEqualTo("<asked@elsewhere.example>");
    List<String> ids = List.of(field(raw, "References").split("\\s+", -1));
    assertThat(ids).endsWith(references.get(59), "<asked@elsewhere.example>");
    assertThat(ids).startsWith(references.get(0));
    ParsedByOthers parsed = ParsedByOthers.byPython(mail);
    assertThat(parsed.subject()).isEqualTo("Re: Kettle");
    assertThat(parsed.text()).startsWith("It does.\n").contains("> Does it boil?");
    assertThat(parsed.complaints()).isEmpty();
  }

  /** An answer that was sent, with the fields of its form. */
  private record Sent(String of, String to, String subject, String text, String parent) {}

  /** Real mail, hostile ones included. {@code arashi.answers} is how many are taken. */
  @Test
  void answersToRealMailAreRightForOthers() throws IOException {
    List<Path> corpus = Corpus.files(Corpus.require("mail"));
    int wanted =
        Math.min(Integer.getInteger("arashi.answers", Corpus.isWhole() ? 40 : 12), corpus.size());
    List<String> ways = List.of("reply", "forward", "reply-all", "forward-attached");
    List<Sent> sent = new ArrayList<>();
    for (int n = 0; n < wanted; n++) {
      Path file = corpus.get((int) ((long) n * corpus.size() / wanted));
      String way = ways.get(n % ways.size());
      long uid = ada.receives(Files.readAllBytes(file));
      MailPage page = compose(ada.path(uid) + "/" + way);
      String to = "eve-" + UUID.randomUUID() + "@" + ELSEWHERE;
      page.type("to", to).type("cc", "").type("text", "Grüße\n" + page.value("text"));
      Answer answer = page.press(client, "/send");
      assertThat(answer.status())
          .as("%s of %s: %s", way, file, answer.status() == 303 ? "" : answer.text())
          .isEqualTo(303);
      String of = way + " of " + file;
      sent.add(new Sent(of, to, page.value("subject"), page.value("text"), messageId(uid)));
    }
    Map<String, String> stored = stored(wanted);
    for (Sent one : sent) {
      assertArrived(one, stored);
    }
  }

  /** Returns the value of the original; empty if a field can't hold it. */
  private String messageId(long uid) {
    String raw = new String(client.get(ada.path(uid) + "/raw").bytes(), ISO_8859_1);
    String head = raw.split("\r?\n\r?\n", 2)[0];
    Matcher id =
        Pattern.compile("(?im)^Message-ID:[ \t]*(<[!-;=?-~]+@[!-;=?-~]+>)[ \t]*$").matcher(head);
    return id.find() ? id.group(1) : "";
  }

  private void assertArrived(Sent one, Map<String, String> stored) throws IOException {
    Path mail = arrived(one.to());
    String raw = content(mail);
    String header = raw.substring(0, raw.indexOf("\r\n\r\n") + 2);
    assertThat(raw).as(one.of()).endsWith(stored.get(field(header, "Message-ID")));
    if (one.of().startsWith("reply") && !one.parent().isEmpty()) {
      assertThat(field(header, "In-Reply-To")).as(one.of()).isEqualTo(one.parent());
      assertThat(field(header, "References")).as(one.of()).endsWith(one.parent());
    }
    ParsedByOthers python = ParsedByOthers.byPython(mail);
    ParsedByOthers mime4j = ParsedByOthers.byMime4j(mail);
    for (ParsedByOthers parsed : List.of(python, mime4j)) {
      assertThat(parsed.subject().strip()).as(one.of()).isEqualTo(one.subject().strip());
      assertThat(parsed.from()).as(one.of()).allMatch(from -> from.endsWith("<" + address() + ">"));
    }
    assertThat(ink(python.text())).as(one.of()).isEqualTo(ink(one.text()));
  }

  /** Waits until Sent has that number of mails; gives them as stored, by their Message-ID. */
  private Map<String, String> stored(int mails) {
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == mails);
    long folder = ada.folder(FolderRole.SENT).id();
    Map<String, String> stored = new HashMap<>();
    for (Item item :
        used.store().mail().items().first(ada.id(), folder, Order.NEWEST_FIRST, mails).rows()) {
      String path = "/mail/" + folder + "/" + item.uid() + "/raw";
      String raw = new String(client.get(path).bytes(), ISO_8859_1);
      stored.put(field(raw, "Message-ID"), raw);
    }
    return stored;
  }

  /** Removes line ends and quotation marks, which may differ; the rest must be the same. */
  private static String ink(String text) {
    return text.replaceAll("[\\s\\p{Z}\\p{C}>]+", "");
  }

  @Test
  void aPersonInABrowserWritesToElsewhere(@TempDir Path downloads) throws IOException {
    byte[] content = new byte[200_000];
    new Random(3).nextBytes(content);
    Path file = Files.write(downloads.resolve("Teekanne für zwei.jpg"), content);
    try (Browser browser = Browser.start(downloads, true)) {
      browser.signIn(service, ada);
      browser.find("#folders .new").click();
      browser.find("#to").sendKeys(eve);
      browser.find("#subject").sendKeys("Aus dem Browser: Tee");
      browser.find("#text").sendKeys("Grüße\nEve");
      browser.driver().findElement(By.id("files")).sendKeys(file.toString());
      browser.awaitText("#attachments .name", "Teekanne für zwei.jpg");
      browser.find("#send").click();
      browser.awaitText(".notice", "On its way");

      Path mail = arrived(eve);
      assertThat(content(mail)).endsWith(sent());
      for (ParsedByOthers parsed :
          List.of(ParsedByOthers.byPython(mail), ParsedByOthers.byMime4j(mail))) {
        assertThat(parsed.subject()).isEqualTo("Aus dem Browser: Tee");
        assertThat(parsed.text().strip()).isEqualTo("Grüße\nEve");
        assertThat(parsed.files())
            .containsExactly(
                new ParsedFile(
                    "Teekanne für zwei.jpg", "image/jpeg", ParsedByOthers.sha256(content)));
      }
    }
  }

  /** Postfix takes the mail, is refused where it takes it, and reports that to the writer. */
  @Test
  void theReportOfTheRelayIsUnderstood() {
    String nobody = "nobody@nowhere.example";
    send(compose("/compose").type("to", eve + ", " + nobody).type("subject", "Two"));
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == 1);
    String page = client.get(ada.path(FolderRole.SENT)).rows().get(0);

    Eventually.holds(() -> client.get(page).text().contains("did not reach everybody"));

    assertThat(client.get(page).page().select(".departure li").eachText())
        .anyMatch(line -> line.startsWith(eve + ": accepted"))
        .anyMatch(line -> line.startsWith(nobody + ": not delivered") && line.contains("550"));
    Client reader = used.signedIn(ada);
    assertThat(reader.get(ada.path(FolderRole.INBOX)).rows()).hasSize(1);
    assertThat(dovecot.mails(eve)).hasSize(1);
  }

  @Test
  void theConnectionMayBeginWithTls() throws IOException, AddressRefusedException {
    try (Postfix secure = new Postfix(List.of(), settings + "smtpd_tls_wrappermode = yes\n");
        TestDatabase own = TestDatabase.migrated();
        TestService by = service(own, "smtps", secure, PASSWORD)) {
      use(by);
      send(compose("/compose").type("to", eve).type("subject", "Secure").type("text", "x"));

      assertThat(content(arrived(eve))).contains("(using TLSv1.", "(Authenticated sender: " + USER);
    }
  }

  @Test
  void aWrongPasswordIsSaidAndTheMailWaits() throws AddressRefusedException {
    try (TestDatabase own = TestDatabase.migrated();
        TestService wrong = service(own, "smtp", postfix, "not the relay's")) {
      use(wrong);
      send(compose("/compose").type("to", eve).type("subject", "Wait").type("text", "x"));

      Eventually.holds(() -> !reply().isEmpty());
      assertThat(waiting().state()).isEqualTo(SendState.SCHEDULED);
      assertThat(reply()).contains("rejected the user or password");
      assertThat(dovecot.mails(eve)).isEmpty();
    }
  }

  private OutgoingRow waiting() {
    return used.store().outgoing().outbox().list(ada.id(), 1).get(0);
  }

  private String reply() {
    return waiting().recipients().get(0).reply();
  }
}
