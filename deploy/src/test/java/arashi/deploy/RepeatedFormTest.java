package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.compose.Draft;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.FolderRole;
import arashi.store.outbox.OutgoingRow;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The form of a mail that is sent again, because its first answer was lost: the same form is the
 * same mail, a corrected one is neither dropped nor taken for another window's.
 */
class RepeatedFormTest {
  private static Writers writers;

  private TestUser ada;
  private TestUser grace;
  private Client client;
  private MailPage form;

  @BeforeAll
  static void start() {
    writers = Writers.start();
  }

  @AfterAll
  static void stop() {
    writers.close();
  }

  @BeforeEach
  void write() throws AddressRefusedException {
    ada = writers.add();
    grace = writers.add();
    client = writers.service().signedIn(ada);
    form =
        MailPage.of(client.get("/compose"))
            .type("to", Writers.address(grace))
            .type("subject", "Kettle")
            .type("text", "It boils at 90.");
  }

  private Answer send() {
    return form.press(client, "/send");
  }

  private void awaitArrivals(int mails) {
    Eventually.holds(() -> grace.counters(FolderRole.INBOX).total() == mails);
  }

  private List<String> drafts() {
    return Writers.drafts(ada).stream().map(Draft::text).toList();
  }

  private void assertCorrectionIsKept(Answer answer) {
    assertThat(answer.status()).isEqualTo(409);
    assertThat(answer.page().select(".hint").text()).contains("has left as it was before");
    String sent = answer.page().select(".hint a[target=_blank]").attr("href");
    Eventually.holds( // it moves to Sent meanwhile
        () -> client.follow(client.get(sent)).text().contains("It boils at 90."));
    assertThat(MailPage.of(answer).value("text")).isEqualTo("It boils at 100.");
    assertThat(drafts()).containsExactly("It boils at 100.");
  }

  @Test
  void aCorrectedMailIsKeptAsADraftWhileTheFirstWaits() {
    assertThat(send().status()).isEqualTo(303);
    form.type("text", "It boils at 100.");

    assertCorrectionIsKept(send());
    assertCorrectionIsKept(send());
    awaitArrivals(1);
  }

  @Test
  void aCorrectedMailIsKeptAsADraftWhenTheFirstHasLeft() {
    assertThat(send().status()).isEqualTo(303);
    awaitArrivals(1);
    form.type("text", "It boils at 100.");

    Answer answer = send();

    assertCorrectionIsKept(answer);
    assertThat(MailPage.of(answer).press(client, "/send").status()).isEqualTo(303);
    awaitArrivals(2);
    assertThat(send().status()).as("the correction was sent meanwhile").isEqualTo(303);
    assertThat(drafts()).isEmpty();
    assertThat(ada.store().outgoing().outbox().list(ada.id(), 9)).hasSize(2);
  }

  @Test
  void theSameMailIsSentOnce() {
    assertThat(send().status()).isEqualTo(303);
    assertThat(client.follow(send()).page().select(".notice").text()).contains("On its way");
    awaitArrivals(1);
    Eventually.holds(
        () ->
            client
                .follow(send())
                .page()
                .select(".notice")
                .text()
                .contains("was sent already; it was not sent again"));
    assertThat(ada.store().outgoing().outbox().list(ada.id(), 9)).hasSize(1);
  }

  @Test
  void aNewTimeCountsForAMailThatWaits() {
    assertThat(sendIn(30).status()).isEqualTo(303);
    OutgoingRow before = ada.store().outgoing().outbox().list(ada.id(), 1).get(0);

    assertThat(sendIn(60).status()).isEqualTo(303);

    OutgoingRow after = ada.store().outgoing().outbox().list(ada.id(), 1).get(0);
    assertThat(ChronoUnit.DAYS.between(before.nextAttemptAt(), after.nextAttemptAt()))
        .isBetween(29L, 31L);
    assertThat(send().status()).isEqualTo(303);
    awaitArrivals(1);
  }

  private Answer sendIn(int days) {
    LocalDateTime at =
        LocalDateTime.now(ZoneId.systemDefault()).plusDays(days).truncatedTo(ChronoUnit.MINUTES);
    List<Client.Field> fields = new ArrayList<>(form.fields());
    fields.removeIf(one -> one.name().equals("send-at"));
    fields.add(field("send-at", at));
    fields.add(field("later", "1"));
    return client.post("/send", fields);
  }

  @Test
  void aWindowWithALostSaveAnswerIsNotASecondWindow() {
    assertThat(form.press(client, "/drafts").status()).isEqualTo(303);

    form.type("text", "It boils at 100.");
    assertThat(form.press(client, "/drafts").status()).isEqualTo(303);
    form.type("text", "It boils at 100, here.");
    assertThat(send().status()).isEqualTo(303);

    awaitArrivals(1);
    assertThat(drafts()).isEmpty();
    long sent = grace.folder(FolderRole.INBOX).uidNext() - 1;
    assertThat(writers.service().signedIn(grace).get(grace.path(sent)).text())
        .contains("It boils at 100, here.");
  }

  @Test
  void anotherWindowIsAnotherWindow() {
    String page = form.press(client, "/drafts").header("Location");
    MailPage other = MailPage.of(client.get(page)).type("text", "The other window's.");
    form.type("text", "It boils at 100.");
    assertThat(form.press(client, "/drafts").status()).isEqualTo(303);

    Answer refused = other.press(client, "/drafts");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.page().select(".hint").text()).contains("Another window");
    assertThat(drafts()).containsExactly("It boils at 100.");
    MailPage later = MailPage.of(client.get(page)).type("text", "Later.");
    assertThat(later.press(client, "/drafts").status()).isEqualTo(303);
    form.type("text", "It boils at 110.");
    assertThat(form.press(client, "/drafts").status()).isEqualTo(409);
    assertThat(drafts()).containsExactly("Later.");
  }

  @Test
  void aScriptThatDidNotLearnOfItsSaveCountsItsEdits() {
    String[] json = {"Accept", "application/json"};
    assertThat(form.press(client, "/drafts", json).status()).isEqualTo(200);
    form.type("text", "It boils at 100.");
    assertThat(form.press(client, "/drafts", json).status()).isEqualTo(409);

    Answer counted = form.type("edits", "1").press(client, "/drafts", json);

    assertThat(counted.text()).contains("\"version\":2");
    assertThat(drafts()).containsExactly("It boils at 100.");
  }

  @Test
  void anEarlierSaveThatArrivesLateOverwritesNothing() {
    form.type("edits", "2").type("text", "It boils at 100.");
    assertThat(form.press(client, "/drafts").status()).isEqualTo(303);

    form.type("edits", "1").type("text", "It boils at 9");

    assertThat(form.press(client, "/drafts").status()).isEqualTo(409);
    assertThat(drafts()).containsExactly("It boils at 100.");
  }
}
