package arashi.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.delivery.mailbox.MailboxRules;
import arashi.delivery.mailbox.StoreMailboxes;
import arashi.mime.address.MailAddress;
import arashi.outbox.LocalHandover.LocalRecipient;
import arashi.store.mail.FolderRole;
import arashi.store.outbox.DeliveryReport;
import arashi.store.outbox.DeliveryReport.Kind;
import arashi.store.outbox.OutgoingRow.RecipientRow;
import arashi.store.outbox.SendState;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of other servers about a mail that the relay accepted (RFC 3464). */
class ReportsOfOthersTest {
  private static final String DAN = "dan@elsewhere.test";
  private static final String EVE = "eve+1=x@elsewhere.test";

  private OutboxFixture fixture;
  private LocalHandover local;
  private long id;
  private String envelopeId;

  @BeforeEach
  void send() throws IOException {
    fixture = new OutboxFixture();
    local =
        new LocalHandover(
            new StoreMailboxes(
                fixture.store, fixture.intake, MailboxRules.DEFAULT, OutboxFixture.HOST),
            OutboxFixture.HOST);
    id = fixture.submit("reported", DAN, EVE);
    fixture.sendAll(fixture.sender(fixture.store));
    envelopeId =
        fixture.relay.commands.stream()
            .filter(line -> line.startsWith("MAIL FROM:"))
            .map(line -> line.replaceFirst(".* ENVID=(\\S+).*", "$1"))
            .findFirst()
            .orElseThrow();
    assertThat(fixture.states(id)).containsOnly(SendState.SENT);
  }

  @AfterEach
  void close() throws Exception {
    fixture.stored.assertConsistent(fixture.ada);
    fixture.close();
  }

  private static String status(String envelope, String action, String recipient) {
    return "Reporting-MTA: dns; mx.elsewhere.test\r\nOriginal-Envelope-Id: "
        + envelope
        + "\r\n\r\nOriginal-Recipient: rfc822;"
        + recipient
        + "\r\nFinal-Recipient: rfc822; other@inside.test\r\nAction: "
        + action
        + "\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 No\r\n such user\r\n";
  }

  private static String mail(String type, String status) {
    return "From: MAILER-DAEMON@elsewhere.test\r\nSubject: Undelivered\r\n"
        + "Content-Type: "
        + type
        + "; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nSorry.\r\n--b\r\n"
        + "Content-Type: message/delivery-status\r\n\r\n"
        + status
        + "\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nSubject: A letter\r\n--b--\r\n";
  }

  private static String report(String envelope, String action, String recipient) {
    return mail("multipart/report", status(envelope, action, recipient));
  }

  private void arrives(String sender, String to, String mail) {
    RecipientRow row = fixture.row(id).recipients().get(0); // any: the address decides
    LocalRecipient recipient = new LocalRecipient(row, MailAddress.parse(to).orElseThrow());
    assertThat(
            local.deliver(
                7, sender, List.of(recipient), mail.getBytes(UTF_8), fixture.stored.time.instant()))
        .extracting(one -> one.answer().kind())
        .containsExactly(Relay.Kind.ACCEPTED);
  }

  private Optional<DeliveryReport> report(int n) {
    return fixture.row(id).recipients().get(n).report();
  }

  private void assertNothingChanged() {
    assertThat(fixture.row(id).recipients())
        .extracting(RecipientRow::report)
        .containsOnly(Optional.empty());
    assertThat(fixture.states(id)).containsOnly(SendState.SENT);
  }

  @Test
  void marksTheRecipientThatItIsAbout() {
    arrives("", OutboxFixture.ADA, report(envelopeId, "failed", "eve+2B1+3Dx@elsewhere.test"));

    assertThat(report(0)).isEmpty();
    assertThat(report(1)).contains(new DeliveryReport(EVE, Kind.FAILED, "550 5.1.1 No such user"));
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX)).hasSize(1);
    assertThat(fixture.items(fixture.ada, FolderRole.SENT)).hasSize(1);
  }

  @Test
  void aFinalReportReplacesADelayAndStays() {
    arrives("", OutboxFixture.ADA, report(envelopeId, "delayed", DAN));
    assertThat(report(0)).map(DeliveryReport::kind).contains(Kind.DELAYED);
    arrives("", OutboxFixture.ADA, report(envelopeId, "delivered", DAN));
    assertThat(report(0)).map(DeliveryReport::kind).contains(Kind.DELIVERED);
    arrives("", OutboxFixture.ADA, report(envelopeId, "failed", DAN));
    arrives("", OutboxFixture.ADA, report(envelopeId, "delayed", DAN));
    assertThat(report(0)).map(DeliveryReport::kind).contains(Kind.DELIVERED);
  }

  @Test
  void aReportWithoutTheOriginalRecipientNamesTheFinalOne() {
    String status =
        status(envelopeId, "failed", DAN)
            .replaceFirst("Original-Recipient: .*\r\n", "")
            .replace("other@inside.test", "DAN@Elsewhere.test");
    arrives("", OutboxFixture.ADA, mail("multipart/report", status));
    assertThat(report(0)).map(DeliveryReport::kind).contains(Kind.FAILED);
  }

  @Test
  void aMailWithASenderIsNotAReport() {
    arrives("eve@elsewhere.test", OutboxFixture.ADA, report(envelopeId, "failed", DAN));
    assertNothingChanged();
  }

  @Test
  void aReportToAnotherAccountSaysNothingOfThisOne() {
    arrives("", OutboxFixture.BOB, report(envelopeId, "failed", DAN));
    assertNothingChanged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "0.00000000000000000000000000000000", "ffffffffffffffff.", "\u0000"})
  void aForgedIdChangesNothing(String forged) {
    arrives("", OutboxFixture.ADA, report(forged, "failed", DAN));
    String ofThisMail = envelopeId.substring(0, envelopeId.indexOf('.') + 1);
    arrives("", OutboxFixture.ADA, report(ofThisMail + "0".repeat(32), "failed", DAN));
    arrives("", OutboxFixture.ADA, report(ofThisMail + forged, "failed", DAN));
    assertNothingChanged();
  }

  @ParameterizedTest
  @ValueSource(strings = {"relayed", "expanded", "", "no such thing"})
  void otherActionsChangeNothing(String action) {
    arrives("", OutboxFixture.ADA, report(envelopeId, action, DAN));
    assertNothingChanged();
  }

  @Test
  void neitherStrangersNorOtherKindsOfMailChangeAnything() {
    arrives("", OutboxFixture.ADA, report(envelopeId, "failed", "fay@elsewhere.test"));
    arrives("", OutboxFixture.ADA, mail("multipart/mixed", status(envelopeId, "failed", DAN)));
    arrives("", OutboxFixture.ADA, status(envelopeId, "failed", DAN));
    String nested =
        "Subject: forwarded\r\nContent-Type: message/rfc822\r\n\r\n"
            + report(envelopeId, "failed", DAN);
    arrives("", OutboxFixture.ADA, nested);
    assertNothingChanged();
  }

  /** Returns a report like those of servers without ENVID. */
  private static String enclosing(String type, String messageId) {
    return mail(
            "multipart/report",
            status("x", "failed", DAN).replaceFirst("Original-Envelope-Id: .*\r\n", ""))
        .replace(
            "text/rfc822-headers\r\n\r\n",
            type + "\r\n\r\nMessage-ID:\r\n <" + messageId + ">\r\n");
  }

  private static String messageId() {
    return Integer.toHexString("reported".hashCode()) + "@example.org";
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/rfc822-headers", "message/rfc822", "message/global"})
  void aReportWithoutTheEnvelopeIdIsKnownByTheMailThatItEncloses(String type) {
    arrives("", OutboxFixture.ADA, enclosing(type, messageId()));
    assertThat(report(0)).map(DeliveryReport::kind).contains(Kind.FAILED);
    assertThat(report(1)).isEmpty();
  }

  /** The Message-ID is no secret: any recipient could forge a report about the others. */
  @Test
  void aReportWithoutTheEnvelopeIdDoesNotProveDelivery() {
    String report = enclosing("message/rfc822", messageId());
    arrives("", OutboxFixture.ADA, report.replace("Action: failed", "Action: delivered"));
    assertNothingChanged();
  }

  @Test
  void anEnclosedMailThatTheAccountHasNotSentChangesNothing() {
    arrives("", OutboxFixture.ADA, enclosing("message/rfc822", "other@example.org"));
    arrives("", OutboxFixture.BOB, enclosing("message/rfc822", messageId()));
    arrives("dan@elsewhere.test", OutboxFixture.ADA, enclosing("message/rfc822", messageId()));
    String forged = envelopeId.substring(0, envelopeId.indexOf('.') + 1) + "0".repeat(32);
    arrives(
        "",
        OutboxFixture.ADA,
        enclosing("message/rfc822", messageId())
            .replace(
                "\r\n\r\nOriginal-R",
                "\r\nOriginal-Envelope-Id: " + forged + "\r\n\r\nOriginal-R"));
    assertNothingChanged();
    assertThat(fixture.items(fixture.ada, FolderRole.INBOX)).hasSize(3); // stored as ordinary mails
  }

  @Test
  void aReportOfAnyLengthIsRead() {
    StringBuilder status = new StringBuilder(status(envelopeId, "failed", "fay@elsewhere.test"));
    for (int n = 0; n < 20_000; n++) {
      status
          .append("\r\nFinal-Recipient: rfc822;n")
          .append(n)
          .append("@x.test\r\nAction: failed\r\n");
    }
    arrives("", OutboxFixture.ADA, mail("multipart/report", status.toString()));
    arrives("", OutboxFixture.ADA, mail("multipart/report", "x".repeat(1 << 20)));
    assertNothingChanged();
    String gap = "\r\n".repeat(100_000);
    arrives(
        "",
        OutboxFixture.ADA,
        mail("multipart/report", status(envelopeId, "delayed", DAN) + gap + "x"));
    assertThat(report(0)).map(DeliveryReport::kind).contains(Kind.DELAYED);
    arrives("", OutboxFixture.ADA, report(envelopeId, "failed", DAN));
    assertThat(report(0)).map(DeliveryReport::kind).contains(Kind.FAILED);
  }
}
