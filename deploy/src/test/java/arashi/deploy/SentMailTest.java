package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.view.ThreadKey;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.FolderRole;
import arashi.store.outbox.DeliveryReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A mail in the folder Sent: its blind copies, what became of it, and answers to it. */
@Tag("database")
class SentMailTest {
  private static final String DOMAIN = "sent.example";

  @AutoClose private static final TestService service = started();

  private TestUser ada;
  private TestUser grace;
  private TestUser kay;
  private Client client;

  private static TestService started() {
    TestService service =
        TestService.with(
            Map.of("mail.outbox.hold", "1 s", "mail.outbox.poll", "50 ms", "mail.zone", "UTC"));
    service.store().people().addressEdit().addDomain(DOMAIN);
    return service;
  }

  @BeforeEach
  void signIn() throws AddressRefusedException {
    ada = user();
    grace = user();
    kay = user();
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

  private Answer send(MailPage page) {
    assertThat(page.press(client, "/send").status()).isEqualTo(303);
    Eventually.holds(() -> ada.counters(FolderRole.SENT).total() == 1);
    return client.get(client.get(ada.path(FolderRole.SENT)).rows().get(0));
  }

  private Answer sentToTwo(String field) {
    return send(
        MailPage.of(client.get("/compose"))
            .type("to", address(grace))
            .type(field, address(kay))
            .type("subject", "Kettle")
            .type("text", "It boils."));
  }

  @Test
  void aBlindCopyIsShownToItsWriterAlone() {
    Answer sent = sentToTwo("bcc");

    assertThat(sent.page().select(".envelope").text()).contains("bcc " + address(kay));
    for (TestUser one : List.of(grace, kay)) {
      Client reader = service.signedIn(one);
      Eventually.holds(() -> one.counters(FolderRole.INBOX).total() == 1);
      Answer arrived = reader.get(reader.get(one.path(FolderRole.INBOX)).rows().get(0));
      assertThat(arrived.page().select(".envelope").text()).doesNotContain("bcc");
      boolean isBlind = one.id() == kay.id(); // her own address is on her pages
      assertThat(arrived.text()).doesNotContain(isBlind ? "bcc" : address(kay));
    }
  }

  /** A mail that another program has put into Sent names them in its header. */
  @Test
  void aBlindCopyOfAnotherProgramIsShown() {
    byte[] mail =
        ("From: "
                + address(ada)
                + "\r\nTo: x@far.example\r\nBcc: Kai <kai@far.example>\r\n"
                + "Subject: Boat\r\n\r\nNine.\r\n")
            .getBytes(StandardCharsets.UTF_8);
    long uid = ada.receives(mail);
    assertThat(client.get(ada.path(uid)).page().select(".envelope").text()).contains("bcc Kai");
  }

  @Test
  void aMailThatSomeDidNotGetIsEditedForThemAlone() {
    Answer sent = sentToTwo("cc");
    String path = sent.page().select("a[href$=/raw]").attr("href");
    Matcher id = Pattern.compile("Message-ID: (<.+>)").matcher(client.get(path).text());
    assertThat(id.find()).isTrue();
    String edit = path.replaceFirst("/raw$", "/edit");

    MailPage all = MailPage.of(client.get(edit));
    assertThat(all.value("to")).isEqualTo(address(grace));
    assertThat(all.value("cc")).isEqualTo(address(kay));

    DeliveryReport failed =
        new DeliveryReport(address(kay), DeliveryReport.Kind.FAILED, "550 5.1.1 Unknown");
    int marked =
        service
            .store()
            .outgoing()
            .departures()
            .report(ada.id(), "", Optional.of(ThreadKey.hash(id.group(1))), List.of(failed));
    assertThat(marked).isEqualTo(1);
    Answer told = client.get(path.replaceFirst("/raw$", ""));
    assertThat(told.page().select(".departure").text()).contains(address(kay), "5.1.1 Unknown");
    MailPage some = MailPage.of(client.get(edit));
    assertThat(some.value("to")).isEmpty();
    assertThat(some.value("cc")).isEqualTo(address(kay));
    assertThat(some.value("subject")).isEqualTo("Kettle");
    assertThat(some.page().select(".notice").text()).contains("the others have it already");
  }

  @Test
  void anAnswerToAMailOfOnesOtherAddressGoesThere() throws AddressRefusedException {
    String desk = "desk-" + address(ada);
    give(ada, desk);
    long uid =
        ada.receives(
            ("From: " + address(ada) + "\r\nTo: " + desk + "\r\nSubject: Note\r\n\r\nRemember.\r\n")
                .getBytes(StandardCharsets.UTF_8));
    MailPage reply = MailPage.of(client.get(ada.path(uid) + "/reply"));
    assertThat(reply.value("to")).isEqualTo(address(ada));
    assertThat(reply.value("from")).isEqualTo(desk);
  }
}
