package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.Envelope;
import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.delivery.Recipient;
import arashi.delivery.mailbox.JunkRules;
import arashi.delivery.mailbox.MailboxRules;
import arashi.delivery.mailbox.StoreMailboxes;
import arashi.ingest.Intake;
import arashi.mime.address.MailAddress;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

/** One click on Unsubscribe (RFC 8058). */
class UnsubscribeTest {
  private final ImageHost elsewhere = new ImageHost();
  private final TestService service = TestService.shared();
  private final TestUser user = service.user();
  private final Client client = service.signedIn(user);

  @AfterEach
  void stop() {
    elsewhere.close();
  }

  private byte[] newsletter(String unsubscribe, String results) {
    return Mails.utf8(
        "Authentication-Results: mx.example.org; dkim="
            + results
            + "\r\nDKIM-Signature: v=1; d=shop.example; b=Zm9v; bh=YmFy;\r\n"
            + " h=from:list-unsubscribe:list-unsubscribe-post\r\n"
            + "From: Shop <news@shop.example>\r\nSubject: News\r\nList-Unsubscribe: "
            + unsubscribe
            + "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\nTeapots.\r\n");
  }

  private Answer deliver(boolean trusted, byte[] raw) {
    MailboxRules usual = MailboxRules.DEFAULT;
    MailboxRules rules =
        new MailboxRules(
            usual.once(),
            usual.restorable(),
            usual.maxHops(),
            usual.quotas(),
            new JunkRules(true, "mx.example.org"));
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(TermLimits.DEFAULT),
            Clock.system());
    StoreMailboxes mailboxes =
        new StoreMailboxes(service.store(), intake, rules, "mail.example.org");
    Envelope envelope =
        new Envelope(Protocol.LMTP, "192.0.2.1", "mx", false, trusted, Optional.empty(), false, 0);
    Recipient recipient =
        new Recipient(
            new MailAddress(user.name(), "example.org"),
            List.of(new Recipient.Mailbox(user.id(), Optional.empty())));
    IncomingMail mail =
        new IncomingMail(
            "Q9", envelope, List.of(recipient), raw, Instant.parse("2026-11-02T09:00:00Z"));
    mailboxes.store(List.of(mailboxes.prepare(mail, true)));
    return client.get(user.path(1));
  }

  private String https() {
    return elsewhere.url("/u").replace("http:", "https:");
  }

  private static Element button(Answer page) {
    return page.page().selectFirst("footer form[action$=/unsubscribe]");
  }

  @Test
  void isOfferedWhereATrustedServerVouchesForIt() {
    Answer page =
        deliver(true, newsletter("<https://shop.example/u>", "pass header.d=shop.example"));

    assertThat(button(page).text()).isEqualTo("Unsubscribe");
    assertThat(client.get(user.path(1) + "/raw").text())
        .containsSubsequence("Received: from mx", "X-Arashi-One-Click: vouched", "From: Shop");
  }

  @Test
  void isNotOfferedInMailOfStrangers() {
    byte[] mail = newsletter("<https://shop.example/u>", "pass header.d=shop.example");

    assertThat(button(deliver(false, mail))).isNull();
    assertThat(client.act(user.path(1) + "/unsubscribe").status()).isEqualTo(404);
  }

  @Test
  void isNotOfferedWithoutASignatureThatHolds() {
    byte[] mail = newsletter("<https://shop.example/u>", "fail header.d=shop.example");

    assertThat(button(deliver(true, mail))).isNull();
  }

  @Test
  void isNotOfferedWithoutAnAddressByTls() {
    byte[] mail =
        newsletter(
            "<mailto:u@shop.example>, <http://shop.example/u>", "pass header.d=shop.example");

    Answer page = deliver(true, mail);

    assertThat(button(page)).isNull();
    assertThat(page.page().select("footer a[href$=/unsubscribe]").text())
        .isEqualTo("Unsubscribe by mail");
  }

  @Test
  void isNotOfferedForAFieldThatTheMailBringsAlong() {
    byte[] mail =
        Mails.utf8(
            String.join(
                "\r\n",
                "X-Arashi-One-Click: vouched",
                "From: Shop <news@shop.example>",
                "List-Unsubscribe: <https://shop.example/u>",
                "",
                "Teapots."));

    assertThat(button(deliver(true, mail))).isNull();
  }

  @Test
  void takesTheSameGuardedWayAndShowsTheOutcome() {
    Answer page = deliver(true, newsletter("<" + https() + ">", "pass header.d=shop.example"));

    Answer told = client.submit(button(page));

    assertThat(told.status()).isEqualTo(502);
    assertThat(told.page().select("main").text()).contains("not confirmed");
    assertThat(elsewhere.asked()).as("this machine is not public").isEmpty();
    assertThat(client.post(user.path(1) + "/unsubscribe", List.of()).status()).isEqualTo(403);
  }

  @Test
  void isNotOfferedWhereNothingIsFetched() {
    deliver(true, newsletter("<https://shop.example/u>", "pass header.d=shop.example"));
    try (TestService off = TestService.with(Map.of("mail.remote.enabled", false))) {
      assertThat(button(off.signedIn(user).get(user.path(1)))).isNull();
    }
  }
}
