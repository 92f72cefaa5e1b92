package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.identity.IdentityRow;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.outbox.OutgoingRow;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mail from the first letter to the mailbox of its reader, without scripts. */
@Tag("database")
class ComposeTest {
  private static final String DOMAIN = "compose.example";

  private static TestService service;

  private TestUser ada;
  private TestUser grace;
  private Client client;

  @BeforeAll
  static void start() {
    service =
        TestService.with(
            Map.of("mail.outbox.hold", "1 s", "mail.outbox.poll", "50 ms", "mail.zone", "UTC"));
    service.store().people().addressEdit().addDomain(DOMAIN);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void signIn() throws AddressRefusedException {
    ada = user();
    grace = user();
    client = service.signedIn(ada);
  }

  private static TestUser user() throws AddressRefusedException {
    TestUser user = service.user();
    Address address = Address.parse(address(user));
    service.store().people().addressEdit().give(user.id(), address, Tombstone.IGNORE);
    return user;
  }

  private static String address(TestUser user) {
    return user.name() + "@" + DOMAIN;
  }

  private MailPage compose(String path) {
    return MailPage.of(client.get(path));
  }

  private MailPage begun(String subject, String text) {
    return compose("/compose")
        .type("to", "Grace <" + address(grace) + ">")
        .type("subject", subject)
        .type("text", text);
  }

  /** The page of the only mail in a folder, once it is there. */
  private static Answer onlyMail(TestUser user, Client reader, FolderRole role) {
    Eventually.holds(() -> user.counters(role).total() == 1);
    return reader.get(reader.get(user.path(role)).rows().get(0));
  }

  /** Mails in the folder Outbox, which comes with the first one. */
  private static long waiting(TestUser user) {
    return user.store()
        .mail()
        .folders()
        .byRole(user.id(), FolderRole.OUTBOX)
        .map(Folder::total)
        .orElse(0L);
  }

  private static void assertDelivered(TestUser user, int mails) {
    Eventually.holds(() -> user.counters(FolderRole.INBOX).total() >= mails);
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(mails);
  }

  @Test
  void aMailIsWrittenSavedSentAndRead() {
    MailPage page = begun("Grüße", "Der Kessel kocht.\r\nBis bald.");
    assertThat(page.value("from")).isEqualTo(address(ada));

    Answer saved = page.press(client, "/drafts");
    assertThat(saved.status()).isEqualTo(303);
    MailPage again = MailPage.of(client.follow(saved));
    assertThat(again.page().select(".notice").text()).contains("Saved in Drafts");
    assertThat(again.value("text")).isEqualTo("Der Kessel kocht.\nBis bald.");
    assertThat(again.value("to")).isEqualTo("Grace <" + address(grace) + ">");

    Answer sent = again.press(client, "/send");
    assertThat(sent.status()).isEqualTo(303);
    Answer after = client.follow(sent);
    assertThat(after.page().select(".notice").text()).contains("On its way");
    assertThat(after.page().select(".notice form").attr("action")).matches("/outbox/\\d+/undo");

    Client reader = service.signedIn(grace);
    Answer arrived = onlyMail(grace, reader, FolderRole.INBOX);
    assertThat(arrived.page().select("#subject").text()).isEqualTo("Grüße");
    assertThat(arrived.page().select("#message .text").text()).contains("Der Kessel kocht.");
    assertThat(arrived.page().select(".envelope .from").text()).contains(address(ada));
    Answer kept = onlyMail(ada, client, FolderRole.SENT);
    assertThat(kept.page().select("#subject").text()).isEqualTo("Grüße");
    assertThat(ada.counters(FolderRole.DRAFTS).total()).isZero();
    assertThat(waiting(ada)).isZero();
  }

  @Test
  void theSameFormTwiceIsOneMail() {
    MailPage page = begun("Once", "Only once.");

    Answer first = page.press(client, "/send");
    Answer second = page.press(client, "/send");

    assertThat(first.status()).isEqualTo(303);
    assertThat(second.status()).isEqualTo(303);
    assertDelivered(grace, 1);
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == 1);
    Answer late = client.follow(page.press(client, "/send"));
    assertThat(late.page().select(".notice").text()).contains("sent already");
    assertThat(ada.counters(FolderRole.DRAFTS).total()).isZero();
  }

  @Test
  void sendingIsUndoneWhileTheMailIsHeld() {
    try (TestService patient = TestService.with(Map.of("mail.outbox.hold", "1 h"))) {
      client = patient.signedIn(ada);
      Answer sent = client.follow(begun("Wait", "Not yet.").press(client, "/send"));
      Element undo = sent.page().selectFirst(".notice form");
      assertThat(waiting(ada)).isEqualTo(1);

      Answer undone = client.follow(client.submit(undo));

      MailPage page = MailPage.of(undone);
      assertThat(page.page().select(".notice").text()).contains("a draft again");
      assertThat(page.value("subject")).isEqualTo("Wait");
      assertThat(page.value("text")).contains("Not yet.");
      assertThat(grace.counters(FolderRole.INBOX).total()).isZero();
      Answer late = client.follow(client.submit(undo));
      assertThat(late.page().select(".notice").text()).contains("left already");
    }
  }

  private static String inDays(int days) {
    return LocalDateTime.now(ZoneOffset.UTC).plusDays(days).withSecond(0).withNano(0).toString();
  }

  private Answer sendLater(MailPage page, String sendAt) {
    List<Client.Field> fields = new ArrayList<>(page.type("send-at", sendAt).fields());
    fields.add(field("later", "1"));
    return client.post("/send", fields);
  }

  @Test
  void aMailThatIsToLeaveLaterWaitsIsChangedAndTakenBack() {
    String at = inDays(2);
    Answer sent = client.follow(sendLater(begun("Later", "In two days."), at));
    assertThat(sent.page().select(".notice").text()).contains("at the time that you chose");
    assertThat(sent.page().select(".notice form").attr("action")).matches("/outbox/\\d+/undo");
    OutgoingRow row = ada.store().outgoing().outbox().list(ada.id(), 1).get(0);
    assertThat(row.isForLater()).isTrue();
    assertThat(row.nextAttemptAt()).isEqualTo(LocalDateTime.parse(at).toInstant(ZoneOffset.UTC));

    Answer outbox = client.get(ada.path(FolderRole.OUTBOX));
    assertThat(outbox.subjects()).containsExactly("Later");
    assertThat(outbox.page().select(".rows .preview").text()).startsWith("To be sent");
    assertThat(outbox.page().select(".rows .preview time").attr("datetime"))
        .startsWith(row.nextAttemptAt().toString().substring(0, 16));
    Answer waiting = client.get(outbox.rows().get(0));
    assertThat(waiting.page().select(".departure p").text()).contains("waits for the time");
    Element change = waiting.page().selectFirst(".departure form[action$=/time]");
    assertThat(change.select("[name=send-at]").attr("value")).isEqualTo(at);

    Answer refused = client.follow(client.submit(change, field("send-at", inDays(-1))));
    assertThat(refused.page().select(".notice").text()).contains("not changed");
    String other = inDays(3);
    Answer changed = client.follow(client.submit(change, field("send-at", other)));
    assertThat(changed.page().select(".notice").text()).contains("time was changed");
    assertThat(ada.store().outgoing().outbox().list(ada.id(), 1).get(0).nextAttemptAt())
        .isEqualTo(LocalDateTime.parse(other).toInstant(ZoneOffset.UTC));

    Element undo = client.get(outbox.rows().get(0)).page().selectFirst("form[action$=/undo]");
    MailPage draft = MailPage.of(client.follow(client.submit(undo)));
    assertThat(draft.value("subject")).isEqualTo("Later");
    assertThat(grace.counters(FolderRole.INBOX).total()).isZero();
    assertThat(client.follow(client.submit(change)).page().select(".notice").text())
        .contains("left already");
  }

  /** Scripts show dates in the zone of the browser, which is not that of the service. */
  @Test
  void aTimeIsOfTheZoneThatTheFormSays() {
    String at = inDays(2);
    client.follow(sendLater(begun("Later", "x").type("send-zone", "Asia/Tokyo"), at));

    assertThat(ada.store().outgoing().outbox().list(ada.id(), 1).get(0).nextAttemptAt())
        .isEqualTo(LocalDateTime.parse(at).toInstant(ZoneOffset.ofHours(9)));
    Answer waiting = client.get(client.get(ada.path(FolderRole.OUTBOX)).rows().get(0));
    Element change = waiting.page().selectFirst(".departure form[action$=/time]");
    client.submit(change, field("send-at", at), field("send-zone", "Asia/Kolkata"));
    assertThat(ada.store().outgoing().outbox().list(ada.id(), 1).get(0).nextAttemptAt())
        .isEqualTo(LocalDateTime.parse(at).toInstant(ZoneOffset.ofHoursMinutes(5, 30)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "tomorrow", "2020-01-01T08:00", "9999-01-01T08:00", "2026-13-01T08:00"})
  void anInvalidTimeReturnsTheForm(String at) {
    Answer answer = sendLater(begun("Later", "Dear text."), at);

    assertThat(answer.status()).isEqualTo(422);
    MailPage kept = MailPage.of(answer);
    assertThat(kept.complaints()).contains("no time within the coming year");
    assertThat(kept.value("send-at")).isEqualTo(at);
    assertThat(kept.value("text")).isEqualTo("Dear text.");
    assertThat(waiting(ada)).isZero();
  }

  @Test
  void anotherAccountChangesNoTime() {
    client.follow(sendLater(begun("Later", "x"), inDays(2)));
    OutgoingRow row = ada.store().outgoing().outbox().list(ada.id(), 1).get(0);
    Client stranger = service.signedIn(grace);

    Answer answer = stranger.act("/outbox/" + row.id() + "/time", field("send-at", inDays(5)));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(ada.store().outgoing().outbox().list(ada.id(), 1).get(0).nextAttemptAt())
        .isEqualTo(row.nextAttemptAt());
  }

  @Test
  void anotherWindowSeesTheConflictAndKeepsItsText() {
    Answer saved = begun("Two windows", "First.").press(client, "/drafts");
    String draft = saved.header("Location");
    MailPage one = compose(draft);
    MailPage two = compose(draft);

    assertThat(one.type("text", "Of the one.").press(client, "/drafts").status()).isEqualTo(303);
    Answer told = two.type("text", "Of the other.").press(client, "/drafts");

    assertThat(told.status()).isEqualTo(409);
    MailPage kept = MailPage.of(told);
    assertThat(kept.value("text")).isEqualTo("Of the other.");
    assertThat(kept.page().select(".hint a").attr("href")).isEqualTo(draft);
    assertThat(compose(draft).value("text")).isEqualTo("Of the one.");
    Answer apart = kept.press(client, "/drafts");
    assertThat(apart.header("Location")).isNotEqualTo(draft);
    assertThat(compose(apart.header("Location")).value("text")).isEqualTo("Of the other.");
    assertThat(ada.store().outgoing().drafts().list(ada.id())).hasSize(2);
  }

  @Test
  void scriptsGetTheVersion() {
    MailPage page = begun("Autosave", "One.");
    String[] json = {"Accept", "application/json"};

    Answer first = page.press(client, "/drafts", json);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.header("Content-Type")).isEqualTo("application/json");
    assertThat(first.text()).matches("\\{\"draft\":\"\\d+\",\"version\":1\\}");
    String draft = first.text().replaceAll(".*\"draft\":\"(\\d+)\".*", "$1");
    page.type("draft", draft).type("version", "1").type("text", "Two.");
    assertThat(page.press(client, "/drafts", json).text())
        .isEqualTo("{\"draft\":\"" + draft + "\",\"version\":2}");

    Answer stale = page.type("text", "Three.").press(client, "/drafts", json);

    assertThat(stale.status()).isEqualTo(409);
    assertThat(compose("/compose?draft=" + draft).value("text")).isEqualTo("Two.");
  }

  @Test
  void filesGoAlongByteForByte() {
    byte[] file = new byte[3_000_000];
    new Random(5).nextBytes(file);
    byte[] awkward = Mails.utf8("\r\n------Boundary7f3\r\nContent-Type: x\r\n\r\n\n\r");

    Answer attached = begun("Files", "See there.").attach(client, "große Datei.bin", file);
    assertThat(attached.status()).isEqualTo(303);
    MailPage page = MailPage.of(client.follow(attached));
    assertThat(page.page().select("#attachments .name").eachText()).contains("große Datei.bin");
    assertThat(page.value("text")).isEqualTo("See there.");
    page = MailPage.of(client.follow(page.attach(client, "plan.eml", awkward)));
    assertThat(page.values("file")).hasSize(2);

    assertThat(page.press(client, "/send").status()).isEqualTo(303);

    Client reader = service.signedIn(grace);
    Answer arrived = onlyMail(grace, reader, FolderRole.INBOX);
    List<String> links = arrived.page().select(".attachments a").eachAttr("href");
    assertThat(arrived.page().select(".attachments .name").eachText())
        .containsExactly("große Datei.bin", "plan.eml");
    assertThat(Arrays.equals(reader.get(links.get(0)).bytes(), file)).isTrue();
    assertThat(reader.get(links.get(1)).bytes()).isEqualTo(awkward);
  }

  @Test
  void anUntickedFileStays() {
    byte[] file = {1, 2, 3};
    MailPage page = MailPage.of(client.follow(begun("None", "x").attach(client, "a.bin", file)));
    assertThat(page.values("file")).hasSize(1);

    page.untickFiles().press(client, "/send");

    Client reader = service.signedIn(grace);
    Answer arrived = onlyMail(grace, reader, FolderRole.INBOX);
    assertThat(arrived.page().select(".attachments a")).isEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsRefusedAndTheTextStays() {
    try (TestService small = TestService.with(Map.of("mail.compose.files-size", "100 KiB"))) {
      client = small.signedIn(ada);
      Answer refused = begun("Large", "My text.").attach(client, "a.bin", new byte[150_000]);

      assertThat(refused.status()).isEqualTo(413);
      MailPage page = MailPage.of(refused);
      assertThat(page.complaints()).contains("too large");
      assertThat(page.value("text")).isEqualTo("My text.");
      assertThat(page.values("file")).isEmpty();
      assertThat(compose("/compose?draft=" + page.value("draft")).value("text"))
          .isEqualTo("My text.");
    }
  }

  @Test
  void aFileThatWasChosenAndNotAttachedIsNotForgotten() {
    MailPage page = begun("Forgotten", "x");
    List<Client.Field> fields = new ArrayList<>(page.fields());
    fields.add(field("files", "holiday.jpg")); // what a form without its files sends of one

    Answer answer = client.post("/send", fields);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(MailPage.of(answer).complaints()).contains("holiday.jpg");
    assertThat(waiting(ada)).isZero();
  }

  @Test
  void aWrongAddressIsMarkedWhereItIs() {
    Answer answer =
        begun("Wrong", "Text that stays.")
            .type("to", address(grace) + ", grace@")
            .press(client, "/send");

    assertThat(answer.status()).isEqualTo(422);
    MailPage page = MailPage.of(answer);
    assertThat(page.page().select("#to").attr("aria-invalid")).isEqualTo("true");
    Element wrong = page.page().selectFirst("#to-wrong li");
    int start = Integer.parseInt(wrong.attr("data-start"));
    int end = Integer.parseInt(wrong.attr("data-end"));
    assertThat(page.value("to").substring(start, end)).isEqualTo("grace@");
    assertThat(page.value("text")).isEqualTo("Text that stays.");
    assertThat(grace.counters(FolderRole.INBOX).total()).isZero();
  }

  @Test
  void whatALinkFillsInIsSeenBeforeItIsSent() {
    String link = "mailto:" + address(grace) + "?bcc=" + address(ada) + "&body=Unseen";

    Answer answer = begun("Link", "Typed.").type("to", link).press(client, "/send");

    assertThat(answer.status()).isEqualTo(422);
    MailPage page = MailPage.of(answer);
    assertThat(page.complaints()).contains("link");
    assertThat(page.value("to")).isEqualTo(address(grace));
    assertThat(page.value("bcc")).isEqualTo(address(ada));
    assertThat(page.value("text")).isEqualTo("Unseen\nTyped.");
    assertThat(waiting(ada)).isZero();
    assertThat(page.press(client, "/send").status()).isEqualTo(303);
    assertThat(
            begun("Plain link", "x")
                .type("to", "mailto:" + address(grace))
                .press(client, "/send")
                .status())
        .isEqualTo(303);
  }

  @Test
  void whatCannotBeReachedIsSaidBeforeItIsTaken() {
    Answer answer =
        begun("Elsewhere", "x")
            .type("cc", "someone@elsewhere.example, nobody-here@" + DOMAIN)
            .press(client, "/send");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(MailPage.of(answer).page().select("#cc-wrong li").eachText())
        .hasSize(2)
        .anyMatch(text -> text.contains("mail.relay"))
        .anyMatch(text -> text.contains("not known here"));
    assertThat(waiting(ada)).isZero();
  }

  @Test
  void aMailNeedsARecipient() {
    Answer answer = begun("Nobody", "x").type("to", "").press(client, "/send");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(MailPage.of(answer).complaints()).contains("nobody");
  }

  @Test
  void aForeignSenderIsRefused() {
    Answer answer = begun("Forged", "x").type("from", address(grace)).press(client, "/send");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(MailPage.of(answer).complaints()).contains(address(grace));
    assertThat(waiting(ada)).isZero();
  }

  @Test
  void noFieldReachesTheHeader() {
    MailPage page =
        begun("Kettle\r\nBcc: " + address(ada) + "\r\nX-Evil: 1", "x")
            .type("to", address(grace) + "\r\nX-Evil: 2 <" + address(grace) + ">")
            .type("from", address(ada));

    Answer sent = page.press(client, "/send");

    if (sent.status() == 303) {
      Client reader = service.signedIn(grace);
      Answer arrived = onlyMail(grace, reader, FolderRole.INBOX);
      String raw = reader.get(arrived.page().select("a[href$=/raw]").attr("href")).text();
      assertThat(raw).doesNotContainPattern("(?m)^X-Evil").doesNotContainPattern("(?m)^Bcc");
    } else {
      assertThat(sent.status()).isEqualTo(422);
    }
    assertThat(ada.counters(FolderRole.INBOX).total()).isZero();
  }

  @Test
  void aReplyGoesToItsAuthorAndMarksTheMail() {
    String from = "Grace <" + address(grace) + ">";
    long uid = ada.receives(Mails.plain(1, from, "Kettle", "Does it boil?\r\n"));
    Answer mail = client.get(ada.path(uid));
    String reply = mail.page().select(".answers a").attr("href");
    assertThat(reply).isEqualTo(ada.path(uid) + "/reply");

    MailPage page = compose(reply);
    assertThat(page.value("to")).contains(address(grace));
    assertThat(page.value("subject")).isEqualTo("Re: Kettle");
    assertThat(page.value("text")).contains("> Does it boil?");
    Answer sent = page.type("text", "It does.\n" + page.value("text")).press(client, "/send");

    assertThat(sent.header("Location")).isEqualTo(ada.path(uid));
    Client reader = service.signedIn(grace);
    Answer arrived = onlyMail(grace, reader, FolderRole.INBOX);
    String raw = reader.get(arrived.page().select("a[href$=/raw]").attr("href")).text();
    assertThat(raw).containsPattern("In-Reply-To: <1\\.[0-9a-f]+@example.org>");
    Eventually.holds(
        () -> client.get(ada.path(FolderRole.INBOX)).text().contains("i i-reply\" role=\"img\""));
    assertThat(client.get(ada.path(uid)).page().select(".done").text()).contains("Answered");
  }

  @Test
  void aForwardCarriesTheFiles() {
    byte[] file = new byte[70_000];
    new Random(6).nextBytes(file);
    long uid =
        ada.receives(
            Mails.withFile(
                1,
                "The plan",
                "Content-Type: application/zip\r\n"
                    + "Content-Disposition: attachment; filename=plan.zip",
                file));

    MailPage page = compose(ada.path(uid) + "/forward");
    assertThat(page.value("to")).isEmpty();
    assertThat(page.value("text")).contains("See the file.");
    assertThat(page.page().select("#attachments .name").eachText()).contains("plan.zip");
    page.type("to", address(grace)).press(client, "/send");

    Client reader = service.signedIn(grace);
    Answer arrived = onlyMail(grace, reader, FolderRole.INBOX);
    String link = arrived.page().select(".attachments a").attr("href");
    assertThat(Arrays.equals(reader.get(link).bytes(), file)).isTrue();
    Eventually.holds(
        () -> client.get(ada.path(uid)).page().select(".done").text().contains("Forwarded"));
  }

  @Test
  void aForwardKeepsAFileOfAnOverlongType() {
    String type = "Content-Type: application/" + "x".repeat(230);
    long uid = ada.receives(Mails.withFile(1, "The plan", type, new byte[9]));

    Answer saved = compose(ada.path(uid) + "/forward").press(client, "/drafts");

    assertThat(saved.status()).isEqualTo(303);
    assertThat(MailPage.of(client.follow(saved)).values("file")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reply", "forward", "edit"})
  void anAnswerToALongMailCanBeSaved(String way) {
    String text = ("д".repeat(70) + "\r\n").repeat(3_000);
    long uid = ada.receives(Mails.plain(1, "Grace <" + address(grace) + ">", "Kettle", text));

    MailPage page = compose(ada.path(uid) + "/" + way);

    assertThat(page.complaints()).contains("too long");
    assertThat(page.press(client, "/drafts").status()).isEqualTo(303);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reply",
        "reply-all",
        "reply-list",
        "forward",
        "forward-attached",
        "redirect",
        "edit"
      })
  void everyAnswerBeginsAMail(String way) {
    long uid = ada.receives(Mails.plain(1, "Grace <" + address(grace) + ">", "Kettle", "Boils."));

    Answer answer = client.get(ada.path(uid) + "/" + way);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(MailPage.of(answer).value("subject")).contains("Kettle");
    assertThat(ada.store().outgoing().drafts().list(ada.id()))
        .as("nothing is saved by a GET")
        .isEmpty();
  }

  @Test
  void onlyWhatWasSelectedIsQuoted() {
    long uid =
        ada.receives(
            Mails.plain(1, "Grace <" + address(grace) + ">", "Kettle", "One.\r\nTwo.\r\n"));

    MailPage page = compose(ada.path(uid) + "/reply?quote=Two.");

    assertThat(page.value("text")).contains("> Two.").doesNotContain("One.");
  }

  @Test
  void aLinkFillsInTheForm() {
    MailPage page =
        compose(
            "/compose?mailto="
                + Client.encode("mailto:a@example.org?subject=Hi%20there&attach=/etc/passwd"));

    assertThat(page.value("to")).contains("a@example.org");
    assertThat(page.value("subject")).isEqualTo("Hi there");
    assertThat(page.values("file")).isEmpty();
    assertThat(compose("/compose?to=b@example.org&subject=x%0D%0Ay").value("subject"))
        .isEqualTo("x y");
  }

  @Test
  void theSignatureStandsBelowANewMail() {
    service
        .store()
        .people()
        .identities()
        .set(ada.id(), new IdentityRow(address(ada), "Ada", "Ada Lovelace\nLondon", "", true));

    MailPage page = compose("/compose");

    assertThat(page.value("text")).endsWith("-- \nAda Lovelace\nLondon");
    assertThat(page.page().select(".line").text()).contains("Ada <" + address(ada) + ">");
  }

  @Test
  void anItemOfDraftsOpensWhereItIsWritten() {
    begun("Haiku", "An old silent pond").press(client, "/drafts");
    Eventually.holds(() -> ada.counters(FolderRole.DRAFTS).total() == 1);
    Answer list = client.get(ada.path(FolderRole.DRAFTS));
    assertThat(list.subjects()).containsExactly("Haiku");

    MailPage page = MailPage.of(client.follow(client.get(list.rows().get(0))));

    assertThat(page.value("text")).isEqualTo("An old silent pond");
  }

  @Test
  void whatWasDiscardedComesBack() {
    Answer gone = client.follow(begun("Undo", "Dear text.").press(client, "/drafts/discard"));
    assertThat(gone.page().select(".notice").text()).contains("discarded");
    assertThat(ada.store().outgoing().drafts().list(ada.id())).isEmpty();

    Answer back = client.follow(client.submit(gone.page().selectFirst(".notice form")));

    assertThat(MailPage.of(back).value("text")).isEqualTo("Dear text.");
  }

  @Test
  void otherUsersHaveNeitherDraftsNorFilesNorMailOfOthers() {
    MailPage mine =
        MailPage.of(client.follow(begun("Mine", "x").attach(client, "a.bin", new byte[] {1})));
    String id = mine.value("draft");
    Client stranger = service.signedIn(grace);

    assertThat(stranger.get("/compose?draft=" + id).status()).isEqualTo(404);
    String csrf = stranger.csrf();
    assertThat(stranger.post("/drafts/" + id + "/restore", List.of(field("csrf", csrf))).status())
        .isEqualTo(404);
    MailPage theirs = MailPage.of(stranger.get("/compose"));
    List<Client.Field> fields = new ArrayList<>(theirs.type("to", address(grace)).fields());
    fields.add(field("file", mine.value("file")));
    Answer stolen = stranger.post("/send", fields);
    assertThat(stolen.status()).isEqualTo(422);
    assertThat(MailPage.of(stolen).complaints()).contains("a.bin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/drafts",
        "/drafts/discard",
        "/send",
        "/drafts/1/restore",
        "/outbox/1/undo",
        "/outbox/1/time"
      })
  void noFormOfAnotherSiteIsTaken(String path) {
    MailPage page = begun("Forged", "x");

    assertThat(page.press(client, path, "Sec-Fetch-Site", "cross-site").status()).isEqualTo(403);
    page.type("csrf", "wrong");
    assertThat(page.press(client, path).status()).isEqualTo(403);
    assertThat(page.attach(client, "a.bin", new byte[] {1}).status()).isEqualTo(403);
    assertThat(ada.store().outgoing().drafts().list(ada.id())).isEmpty();
  }

  @Test
  void aFormThatMakesNoSenseIsRefused() {
    MailPage page = begun("Odd", "x");

    assertThat(page.type("key", "../../etc").press(client, "/drafts").status()).isEqualTo(400);
    page = begun("Odd", "x").type("version", "-1");
    assertThat(page.press(client, "/drafts").status()).isEqualTo(400);
    String csrf = client.csrf();
    byte[] body = Mails.utf8("--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + csrf);
    assertThat(
            client
                .send("POST", "/drafts/attach", body, "Content-Type", "multipart/form-data")
                .status())
        .isIn(400, 403);
  }

  @ParameterizedTest(name = "{0} MB")
  @ValueSource(ints = {26, 30, 100})
  void filesThatAreTooLargeAreRefusedAndTheFormComesBackWhole(int megabytes) {
    String at = inDays(2);
    MailPage page = begun("Large", "Dear text.").type("send-at", at).type("cc", "b@example.org");

    Answer answer = page.attach(client, "film.mov", new byte[megabytes * 1_000_000]);

    assertThat(answer.status()).isEqualTo(413);
    MailPage kept = MailPage.of(answer);
    assertThat(kept.complaints()).contains("25 MB");
    assertThat(kept.value("text")).isEqualTo("Dear text.");
    assertThat(kept.value("subject")).isEqualTo("Large");
    assertThat(kept.value("to")).contains(address(grace));
    assertThat(kept.value("cc")).isEqualTo("b@example.org");
    assertThat(kept.value("send-at")).isEqualTo(at);
    assertThat(kept.values("file")).isEmpty();
    assertThat(ada.store().outgoing().drafts().list(ada.id())).as("it is saved, too").hasSize(1);
    assertThat(kept.press(client, "/drafts").status()).isEqualTo(303);
  }

  @Test
  void anExcessivelyLargeRequestEndsAtItsHead() {
    String answer =
        RawHttp.exchange(
            service.address(),
            "POST /drafts/attach HTTP/1.1",
            "Host: localhost",
            "Content-Length: 2000000000",
            "Content-Type: multipart/form-data; boundary=b");

    assertThat(answer).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void tenThousandPartsAreTooMany() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      body.append("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx\r\n");
    }
    body.append("--b--\r\n");

    Answer answer =
        client.send(
            "POST",
            "/drafts/attach",
            Mails.utf8(body.toString()),
            "Content-Type",
            "multipart/form-data; boundary=b");

    assertThat(answer.status()).isEqualTo(413);
  }

  @Test
  void aSessionThatEndedGoesOnAfterTheLogin() {
    try (TestService forgetful = TestService.with(Map.of("mail.session.cache-time", "0 s"))) {
      client = forgetful.signedIn(ada);
      MailPage page = begun("Resumed", "Typed before the session ended.");
      service
          .store()
          .people()
          .sessions()
          .list(ada.id())
          .forEach(session -> service.store().people().sessions().delete(session.tokenHash()));

      Answer asked = page.press(client, "/drafts", "Origin", client.origin());
      assertThat(asked.status()).isEqualTo(403);
      Answer resumed =
          client.submit(
              asked.page().selectFirst("form[action=/login]"),
              field("name", ada.name()),
              field("password", TestUser.PASSWORD));
      Element form = resumed.page().selectFirst("[data-resume] form");
      Answer saved = client.submit(form);

      assertThat(MailPage.of(client.follow(saved)).value("text"))
          .isEqualTo("Typed before the session ended.");
    }
  }
}
