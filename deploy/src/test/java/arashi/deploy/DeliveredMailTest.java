package arashi.deploy;

import static arashi.deploy.Client.field;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.delivery.Recipient;
import arashi.delivery.mailbox.MailboxRules;
import arashi.delivery.mailbox.StoreMailboxes;
import arashi.ingest.Intake;
import arashi.mime.address.MailAddress;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

/** Delivered mail on pages. */
@Tag("database")
class DeliveredMailTest {
  private static final Instant RECEIVED = Instant.parse("2026-11-02T09:00:00Z");

  private final TestService service = TestService.shared();
  private final TestUser user = service.user();

  private void deliver(byte[] raw) {
    deliver(raw, true);
  }

  private void deliver(byte[] raw, boolean indexed) {
    MailAddress address = new MailAddress(user.name(), "example.org");
    MailAddress sender = new MailAddress("eve", "example.net");
    Envelope envelope =
        new Envelope(Protocol.LMTP, "192.0.2.1", "mx", false, true, Optional.of(sender), false, 0);
    Recipient recipient =
        new Recipient(address, List.of(new Recipient.Mailbox(user.id(), Optional.empty())));
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(TermLimits.DEFAULT),
            Clock.system());
    StoreMailboxes mailboxes =
        new StoreMailboxes(service.store(), intake, MailboxRules.DEFAULT, "mail.example.org");
    IncomingMail mail = new IncomingMail("Q7", envelope, List.of(recipient), raw, RECEIVED);
    assertThat(mailboxes.store(List.of(mailboxes.prepare(mail, indexed))).get(0))
        .allSatisfy(reply -> assertThat(reply.accepted()).isTrue());
  }

  @Test
  void theOriginalBeginsWithTheFieldsOfItsDelivery() {
    byte[] raw = Mails.plain(1, "Eve <eve@example.net>", "Kettle", "It boils.");
    deliver(raw);
    Client client = service.signedIn(user);

    String original = client.get(user.path(1) + "/raw").text();

    assertThat(original)
        .startsWith(
            "Return-Path: <eve@example.net>\r\nDelivered-To: " + user.name() + "@example.org\r\n")
        .contains("id Q7")
        .endsWith("\r\n" + new String(raw, UTF_8));
    assertThat(client.get(user.path(1) + "?headers=full").page().text())
        .contains("Return-Path", "Delivered-To", "by mail.example.org");
  }

  @Test
  void theServiceFindsTheTermsOfMailThatCameWithoutThem() {
    deliver(Mails.plain(1, "Eve <eve@example.net>", "Kettle", "It whistles."), false);
    Client client = service.signedIn(user);

    Eventually.holds(
        () -> client.get("/search?q=whistles").page().select(".rows li").text().contains("Kettle"));
  }

  @Test
  void whatWasDeletedForGoodComesBackByAButtonInTrash() {
    deliver(Mails.plain(1, "Eve <eve@example.net>", "Kettle", "It boils."));
    Client client = service.signedIn(user);
    String trash = user.path(FolderRole.TRASH);
    long inbox = user.folder(FolderRole.INBOX).id();
    service
        .store()
        .mail()
        .items()
        .flag(user.id(), inbox, List.of(1L), Set.of(Flag.FORWARDED), Set.of());
    client.act(user.path(FolderRole.INBOX) + "/delete", field("uid", 1));
    client.act(trash + "/delete", field("uid", 1));
    assertThat(client.get(trash).page().select(".rows li")).isEmpty();
    assertThat(client.get(trash).page().select("form[action$=/restore]")).hasSize(1);
    assertThat(client.get(user.path(FolderRole.INBOX)).page().select("form[action$=/restore]"))
        .isEmpty();

    Answer told = client.follow(client.act(trash + "/restore"));

    assertThat(told.page().select(".notice").text()).contains("Restored");
    assertThat(told.page().select(".rows li").text()).contains("Kettle");
    assertThat(told.page().select(".rows .i-forward")).as("marked as before").hasSize(1);
    assertThat(client.get(trash + "/2/raw").text()).startsWith("Return-Path: <eve@example.net>");
    Answer again = client.follow(client.act(trash + "/restore"));
    assertThat(again.page().select(".notice").text()).contains("nothing to restore");
  }

  @Test
  void someOfWhatWasDeletedForGoodComesBack() {
    for (String subject : List.of("Kettle", "Boat", "Ferry")) {
      deliver(Mails.plain(1, "Eve <eve@example.net>", subject, "About the " + subject));
    }
    Client client = service.signedIn(user);
    String trash = user.path(FolderRole.TRASH);
    for (int uid = 1; uid <= 3; uid++) {
      client.act(user.path(FolderRole.INBOX) + "/delete", field("uid", uid));
      client.act(trash + "/delete", field("uid", uid));
    }
    String link = client.get(trash).page().select("form[action$=/restore] a").attr("href");
    MailPage page = MailPage.of(client.get(link), "form[action$=/restore]");
    assertThat(page.page().select(".sessions b").eachText())
        .containsExactlyInAnyOrder("Kettle", "Boat", "Ferry");
    assertThat(page.page().select(".sessions p").text()).contains("Eve · deleted");
    String boat = page.page().select("li:contains(Boat) input").attr("value");

    Answer none = client.follow(client.act(trash + "/restore", field("which", "selected")));
    assertThat(none.page().select(".rows li")).as("nothing was selected").isEmpty();
    Answer told =
        client.follow(
            client.act(trash + "/restore", field("which", "selected"), field("message", boat)));

    assertThat(told.page().select(".notice").text()).contains("Restored");
    assertThat(told.page().select(".rows .subject").eachText()).containsExactly("Boat");
    assertThat(client.get(link).page().select(".sessions b").eachText())
        .containsExactlyInAnyOrder("Kettle", "Ferry");
    Answer again =
        client.follow(
            client.act(trash + "/restore", field("which", "selected"), field("message", boat)));
    assertThat(again.page().select(".notice").text()).contains("nothing to restore");
    assertThat(client.get(link + "?before=x").status()).isEqualTo(400);
    Client other = service.signedIn(service.user());
    assertThat(other.get(link).page().text()).contains("Nothing that was deleted");
    other.act(trash + "/restore", field("which", "selected"), field("message", boat));
    client.act(trash + "/restore", field("which", "all"));
    assertThat(client.get(trash).page().select(".rows li")).hasSize(3);
    assertThat(client.get(link).page().text()).contains("Nothing that was deleted");
  }

  @Test
  void aListSaysHowFullTheMailboxIs() {
    byte[] raw = Mails.plain(1, "Eve <eve@example.net>", "Kettle", "x".repeat(900));
    deliver(raw);
    try (TestService limited = TestService.with(Map.of("mail.delivery.quota.soft", 0.5))) {
      assertThat(list(limited)).doesNotContain("full");
      service.store().people().accounts().setQuota(user.id(), raw.length * 10L / 6);
      assertThat(list(limited)).contains("60 % full");
      service.store().people().accounts().setQuota(user.id(), raw.length);
      assertThat(list(limited)).contains("is full, and new mail is refused");
    }
  }

  /** A session of its own, because nodes remember what they know of one for a while. */
  private String list(TestService node) {
    return node.signedIn(user).get(user.path(FolderRole.INBOX)).page().select(".notice").text();
  }
}
