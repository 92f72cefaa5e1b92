package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.address.AddressList;
import arashi.mime.address.Mailbox;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.identity.IdentityRow;
import arashi.store.mail.FolderRole;
import com.typesafe.config.ConfigFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom a person writes to, as whom, and by which list: without scripts. */
class CorrespondenceTest {
  private static final String DOMAIN = "correspondence.example";

  private static TestService service;

  private TestUser ada;
  private TestUser grace;
  private Client client;

  @BeforeAll
  static void start() {
    service = TestService.with(Map.of("mail.outbox.hold", "1 s", "mail.outbox.poll", "50 ms"));
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
    give(user, address(user));
    return user;
  }

  private static void give(TestUser user, String address) throws AddressRefusedException {
    service
        .store()
        .people()
        .addressEdit()
        .give(user.id(), Address.parse(address), Tombstone.IGNORE);
  }

  private static String address(TestUser user) {
    return user.name() + "@" + DOMAIN;
  }

  private MailPage compose(String path) {
    return MailPage.of(client.get(path));
  }

  private MailPage begun(String subject) {
    return compose("/compose")
        .type("to", "Grace Hopper <" + address(grace) + ">")
        .type("subject", subject)
        .type("text", "Text of " + subject);
  }

  // ---- lists of one's own mail

  private String people(String path) {
    return String.join("\n", client.get(path).page().select(".rows .from").eachText());
  }

  @Test
  void listsOfOnesOwnMailShowTheRecipients() {
    begun("Zebra").press(client, "/drafts");
    Eventually.holds(() -> ada.counters(FolderRole.DRAFTS).total() == 1);
    assertThat(people(ada.path(FolderRole.DRAFTS))).isEqualTo("To: Grace Hopper");

    begun("Yak").type("cc", address(ada)).press(client, "/send");
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == 1);
    assertThat(people(ada.path(FolderRole.SENT))).isEqualTo("To: Grace Hopper");
    Eventually.holds(() -> ada.counters(FolderRole.INBOX).total() == 1);
    assertThat(people(ada.path(FolderRole.INBOX)))
        .as("the copy that was received")
        .isEqualTo(address(ada));
    assertThat(people("/search?q=yak+in:sent")).isEqualTo("To: Grace Hopper");
  }

  @Test
  void theOutboxShowsTheRecipientsAndADraftWithoutSaysSo() {
    try (TestService patient = TestService.with(Map.of("mail.outbox.hold", "1 h"))) {
      client = patient.signedIn(ada);
      begun("Waits").press(client, "/send");
      assertThat(people(ada.path(FolderRole.OUTBOX))).isEqualTo("To: Grace Hopper");
      begun("Unsaid").type("to", "").press(client, "/drafts");
      Eventually.holds(() -> ada.counters(FolderRole.DRAFTS).total() == 1);
      assertThat(people(ada.path(FolderRole.DRAFTS))).isEqualTo("(no recipients)");
    }
  }

  // ---- mailing lists

  private static byte[] listMail(String fields) {
    return Mails.utf8(
        "From: Noor <noor@example.org>\r\nTo: Boats <boats@lists.example>\r\nSubject: Ferry\r\n"
            + fields
            + "Message-ID: <ferry@example.org>\r\n\r\nWhen?\r\n");
  }

  private List<String> ways(long uid) {
    return client.get(ada.path(uid)).page().select("footer.more a").eachAttr("href").stream()
        .filter(href -> href.startsWith(ada.path(uid) + "/"))
        .map(href -> href.substring(href.lastIndexOf('/') + 1))
        .toList();
  }

  @Test
  void aReplyToTheListIsOfferedWhereTheListTakesOne() {
    long toList = ada.receives(listMail("List-Post: <mailto:boats@lists.example>\r\n"));
    long closed = ada.receives(listMail("List-Post: NO\r\nList-Id: <boats.lists.example>\r\n"));
    long plain = ada.receives(listMail(""));

    assertThat(ways(toList)).contains("reply-list").doesNotContain("unsubscribe");
    assertThat(compose(ada.path(toList) + "/reply-list").value("to"))
        .isEqualTo("Boats <boats@lists.example>");
    assertThat(ways(closed)).doesNotContain("reply-list");
    assertThat(ways(plain)).doesNotContain("reply-list").contains("edit");
  }

  @Test
  void oneLeavesAListByMailFromTheAddressThatIsSubscribed() throws AddressRefusedException {
    String other = "other-" + address(ada);
    give(ada, other);
    long uid =
        ada.receives(
            listMail(
                "Delivered-To: "
                    + other
                    + "\r\nList-Unsubscribe: <https://lists.example/u?x=1>,\r\n"
                    + " <mailto:boats-leave@lists.example?subject=leave%2042>\r\n"));
    assertThat(ways(uid)).contains("unsubscribe");

    MailPage page = compose(ada.path(uid) + "/unsubscribe");

    assertThat(page.value("to")).isEqualTo("boats-leave@lists.example");
    assertThat(page.value("subject")).isEqualTo("leave 42");
    assertThat(page.value("from")).isEqualTo(other);
    long web = ada.receives(listMail("List-Unsubscribe: <https://lists.example/u?x=1>\r\n"));
    assertThat(ways(web)).doesNotContain("unsubscribe");
    assertThat(client.get(ada.path(web) + "/unsubscribe").status()).isEqualTo(404);
  }

  // ---- own addresses

  @Test
  void anOwnAliasIsNotAnotherRecipient() throws AddressRefusedException {
    Address alias = Address.parse("alias-" + address(ada));
    Address both = Address.parse("both-" + address(ada));
    var addresses = service.store().people().addressEdit();
    addresses.addAlias(alias, List.of(Address.parse(address(ada))), Tombstone.IGNORE);
    addresses.addAlias(
        both,
        List.of(Address.parse(address(ada)), Address.parse(address(grace))),
        Tombstone.IGNORE);
    long uid =
        ada.receives(
            Mails.utf8(
                ("From: noor@example.org\r\nTo: " + both + ", " + alias + "\r\nCc: ")
                    + (address(grace) + "\r\nSubject: Ferry\r\n\r\nWhen?\r\n")));

    MailPage page = compose(ada.path(uid) + "/reply-all");

    assertThat(page.value("to")).isEqualTo("noor@example.org, " + both);
    assertThat(page.value("cc")).isEqualTo(address(grace));
    assertThat(page.value("from")).isEqualTo(alias.toString());
    page.type("to", address(grace)).press(client, "/send");
    assertThat(arrived().text()).contains("From: " + alias + "\r\n");
  }

  @Test
  void blindCopiesReturnWhenTheMailIsEditedAgain() {
    begun("Zebra").type("bcc", address(ada)).press(client, "/send");
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == 1);
    String sent = client.get(ada.path(FolderRole.SENT)).rows().get(0);

    assertThat(compose(sent.replaceFirst("[?#].*", "") + "/edit").value("bcc"))
        .isEqualTo(address(ada));
    assertThat(arrived().text()).doesNotContain(address(ada) + ",").doesNotContain("Bcc");
  }

  // ---- redirection

  private Answer arrived() {
    Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == 1);
    Client reader = service.signedIn(grace);
    Answer page = reader.get(reader.get(grace.path(FolderRole.INBOX)).rows().get(0));
    return reader.get(page.page().selectFirst("a[href$=/raw]").attr("href"));
  }

  @Test
  void aMailGoesOnAsItIs() {
    byte[] raw = listMail("X-Odd:  two  blanks\r\nDKIM-Signature: v=1; b=abc\r\n");
    long uid = ada.receives(raw);
    assertThat(ways(uid)).contains("redirect");
    MailPage page = compose(ada.path(uid) + "/redirect");
    assertThat(page.page().select("textarea#text, #subject, #files")).isEmpty();
    assertThat(page.page().select(".redirects").text()).contains("as it is");

    Answer saved = page.type("to", "Grace <" + address(grace) + ">").press(client, "/drafts");
    Eventually.holds(() -> ada.counters(FolderRole.DRAFTS).total() == 1);
    assertThat(people(ada.path(FolderRole.DRAFTS))).isEqualTo("To: Grace");
    MailPage again = MailPage.of(client.follow(saved));
    assertThat(again.press(client, "/send").status()).isEqualTo(303);

    String received = arrived().text();
    assertThat(received)
        .endsWith(new String(raw, StandardCharsets.UTF_8))
        .contains("Resent-From: " + address(ada) + "\r\n")
        .contains("Resent-To: Grace <" + address(grace) + ">\r\n")
        .containsPattern("Resent-Date: .*\r\n")
        .containsPattern("Resent-Message-ID: <.+@" + DOMAIN + ">\r\n");
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == 1);
    assertThat(people(ada.path(FolderRole.SENT))).isEqualTo("To: Grace");
    assertThat(client.get(ada.path(uid)).page().select(".done").text()).contains("Forwarded");
  }

  @Test
  void aForeignMailIsResentOnlyIfItArrived() {
    byte[] forged = Mails.utf8("From: " + address(grace) + "\r\nSubject: Forged\r\n\r\nx\r\n");
    long uid = ada.receives(listMail(""));
    MailPage upload = MailPage.of(client.follow(begun("x").attach(client, "a.eml", forged)));
    String file = upload.value("file").replace("application/octet-stream", "message/rfc822");

    MailPage page =
        compose(ada.path(uid) + "/redirect").type("to", address(grace)).type("file", file);
    Answer refused = page.press(client, "/send");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(MailPage.of(refused).complaints()).contains("no longer here");
    assertThat(grace.counters(FolderRole.INBOX).total()).isZero();
  }

  @Test
  void aMailThatMustNotLeaveUnchangedReturnsWithTheReason() {
    long uid = ada.receives(listMail("X-Long: " + "x".repeat(2_000) + "\r\n"));

    Answer refused =
        compose(ada.path(uid) + "/redirect").type("to", address(grace)).press(client, "/send");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(MailPage.of(refused).complaints()).contains("Forward it as an attachment");
    assertThat(MailPage.of(refused).value("to")).isEqualTo(address(grace));
  }

  // ---- signatures

  private String secondIdentity() throws AddressRefusedException {
    String office = "office-" + address(ada);
    give(ada, office);
    var identities = service.store().people().identities();
    identities.set(ada.id(), new IdentityRow(address(ada), "Ada", "Ada at home", "", true));
    identities.set(ada.id(), new IdentityRow(office, "Ada", "A. Lovelace\nOffice", "", false));
    return office;
  }

  @Test
  void anotherSenderBringsItsSignature() throws AddressRefusedException {
    String office = secondIdentity();
    MailPage page = compose("/compose");
    assertThat(page.value("text")).endsWith("\n\n-- \nAda at home");

    Answer saved =
        page.type("from", office)
            .type("text", "Dear Grace,\n" + page.value("text"))
            .press(client, "/drafts");
    MailPage office1 = MailPage.of(client.follow(saved));

    assertThat(office1.value("from")).isEqualTo(office);
    assertThat(office1.value("text")).isEqualTo("Dear Grace,\n\n\n-- \nA. Lovelace\nOffice");
    Answer back = office1.type("from", address(ada)).press(client, "/drafts");
    assertThat(MailPage.of(client.follow(back)).value("text"))
        .isEqualTo("Dear Grace,\n\n\n-- \nAda at home");
  }

  @Test
  void aSignatureThatAPersonHasChangedStays() throws AddressRefusedException {
    String office = secondIdentity();
    MailPage page = compose("/compose");
    String own = page.value("text").replace("at home", "at sea");

    Answer saved = page.type("from", office).type("text", own).press(client, "/drafts");

    assertThat(MailPage.of(client.follow(saved)).value("text")).isEqualTo(own);
  }

  @Test
  void whatIsSentAtOnceHasTheSignatureOfItsSender() throws AddressRefusedException {
    String office = secondIdentity();
    MailPage page = compose("/compose");

    page.type("from", office).type("to", address(grace)).press(client, "/send");

    Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == 1);
    Client reader = service.signedIn(grace);
    Answer arrived = reader.get(reader.get(grace.path(FolderRole.INBOX)).rows().get(0));
    assertThat(arrived.page().select("#message .text").text())
        .contains("A. Lovelace")
        .doesNotContain("at home");
  }

  // ---- completion

  private String complete(Client by, String typed) {
    Answer answer = by.get("/complete?q=" + Client.encode(typed));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    return answer.text();
  }

  @Test
  void addressesCompleteFromWhatWasSentAndReceived() {
    begun("Learnt").press(client, "/send");
    Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == 1);

    assertThat(complete(client, "hop"))
        .contains("\"typed\":\"Grace Hopper <" + address(grace) + ">\"")
        .contains("\"name\":\"Grace Hopper\"");
    assertThat(complete(client, address(grace).substring(0, address(grace).length() - 3)))
        .contains(address(grace));
    assertThat(complete(service.signedIn(grace), ada.name()))
        .as("whose mail she got")
        .contains(address(ada));
    assertThat(complete(client, "nobodyatall")).isEqualTo("[]");
    assertThat(complete(client, "")).isEqualTo("[]");
    assertThat(complete(service.signedIn(service.user()), "hop")).isEqualTo("[]");
    assertThat(client.get("/complete?q=" + "x".repeat(400)).status()).isEqualTo(400);
  }

  @Test
  void aNameIsTypedSoThatItIsReadAgain() {
    ada.receives(Mails.plain(1, "\"Smith, \\\"Jo\\\" <&>\" <jo@far.example>", "Odd name", "Text"));

    String json = complete(client, "smith");

    String typed =
        ConfigFactory.parseString("people = " + json)
            .getConfigList("people")
            .get(0)
            .getString("typed");
    assertThat(AddressList.parse(typed).wrong()).isEmpty();
    assertThat(AddressList.parse(typed).mailboxes())
        .extracting(Mailbox::address)
        .containsExactly("jo@far.example");
  }

  // ---- small things

  @Test
  void aStarOnAnOpenMailStaysOnThatMail() {
    long uid = ada.receives("One", "Two").get(0);
    String path = ada.path(uid) + "?sort=subject";
    Element star = client.get(path).page().selectFirst("button[form=star]");
    Element form = client.get(path).page().selectFirst("form#star");

    Answer starred = client.submit(form, Client.field(star.attr("name"), star.attr("value")));

    assertThat(starred.header("Location")).isEqualTo(path);
    assertThat(client.follow(starred).page().select("button[form=star]").attr("name"))
        .isEqualTo("clear");
  }

  @Test
  void undoSaysThatItIsRestored() {
    long uid = ada.receives("One", "Two").get(0);
    Answer gone =
        client.follow(client.act(ada.path(FolderRole.INBOX) + "/delete", Client.field("uid", uid)));

    Answer back = client.follow(client.submit(gone.page().selectFirst(".notice form")));

    assertThat(back.page().select(".notice p").text()).isEqualTo("Restored.");
  }

  @Test
  void signingInLeadsToTheInbox() {
    Answer answer = service.client().signIn(ada.name(), TestUser.PASSWORD);

    assertThat(answer.header("Location")).isEqualTo(ada.path(FolderRole.INBOX));
  }
}
