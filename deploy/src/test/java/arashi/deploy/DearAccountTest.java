package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import arashi.store.policy.PolicyEdit;
import db.migrations.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.Clock;

/** One account's dear requests beside another's list: the first hold half of the store threads. */
class DearAccountTest {
  private static final int THREADS = 6;

  /** Part of the statement by which a forward reads its mail; a list has no such statement. */
  private static final String READS_THE_MAIL = "m.sha256, m.thread, m.display";

  private static TestDatabase database;
  private PausableDatabase gate;
  private TestService service;
  private TestUser heavy;
  private Client client;
  private Client other;
  private String otherInbox;
  private final Background background = new Background();

  @BeforeAll
  static void makeDatabase() {
    database = TestDatabase.migrated();
  }

  @AfterAll
  static void dropDatabase() {
    database.close();
  }

  @BeforeEach
  void start() {
    gate = new PausableDatabase(database.dataSource());
    service =
        TestService.over(
            gate.dataSource(),
            Map.of(
                "mail.store-threads", THREADS,
                "mail.session.cache-time", "10 m",
                "mail.account.patience", "10 m"),
            Clock.system());
    heavy = service.user();
    // without a target they wait for the gate, and are not shed
    service
        .store()
        .service()
        .policies()
        .change(heavy.id(), new PolicyEdit().target("standard", "compose", OptionalInt.empty()));
    service.applyPolicy();
    TestUser light = service.user();
    client = service.signedIn(heavy);
    other = service.signedIn(light);
    otherInbox = light.path(FolderRole.INBOX);
    assertThat(other.get(otherInbox).status()).isEqualTo(200);
  }

  @AfterEach
  void stop() {
    gate.open();
    background.answers();
    background.close();
    service.awaitAllEnded();
    service.close();
  }

  @ParameterizedTest
  @EnumSource(ManyParts.class)
  void anotherAccountsListIsAnsweredBesideTwelveForwards(ManyParts kind) {
    String forward = heavy.path(heavy.receives(kind.raw())) + "/forward";
    assertThat(client.getPatiently(forward).status()).isEqualTo(200);
    gate.closeFor(READS_THE_MAIL);
    for (int i = 0; i < 2 * THREADS; i++) {
      background.start(() -> client.get(forward));
    }
    Eventually.holds(() -> gate.waiting() == THREADS / 2);

    for (int i = 0; i < 20; i++) {
      assertThat(other.get(otherInbox).status()).isEqualTo(200);
      assertThat(gate.waiting()).as("threads of the one account").isEqualTo(THREADS / 2);
    }
    gate.open();
    List<Answer> answers = background.answers();
    assertThat(answers).hasSize(2 * THREADS).extracting(Answer::status).containsOnly(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void aNavigationByAnotherSiteDoesNotReachTheStore(String site) {
    String mail = heavy.path(heavy.receives(ManyParts.MIME.raw()));
    String inbox = heavy.path(FolderRole.INBOX);
    int list = gate.statementsDuring(() -> client.get(inbox)).size();
    for (String way :
        List.of("reply", "forward", "edit", "redirect", "raw", "attachments.zip", "part/1")) {
      String path = mail + "/" + way;
      Answer[] answer = new Answer[1];

      List<String> statements =
          gate.statementsDuring(() -> answer[0] = client.get(path, "Sec-Fetch-Site", site));

      assertThat(statements).as(path).hasSizeLessThanOrEqualTo(list);
      assertThat(statements).as(path).noneMatch(sql -> sql.contains(READS_THE_MAIL));
      assertThat(answer[0].status()).isEqualTo(403);
      assertThat(answer[0].page().select("section.card a.button").attr("href")).isEqualTo(path);
      assertThat(client.get(path, "Sec-Fetch-Site", "same-origin").status()).isNotEqualTo(403);
    }
  }

  @Test
  void aLinkOfAnotherSiteOpensALetterAndAForm() {
    String mail = heavy.path(heavy.receives("Kettle").get(0));
    for (String path : List.of(mail, "/compose?mailto=a@example.org", "/mail")) {
      assertThat(client.get(path, "Sec-Fetch-Site", "cross-site").status()).isLessThan(400);
    }
  }
}
