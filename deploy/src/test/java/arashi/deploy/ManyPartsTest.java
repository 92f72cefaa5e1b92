package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.FolderRole;
import db.migrations.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import seda.kernel.Clock;

/** Mails and forms of very many small files: what they cost in statements. */
class ManyPartsTest {
  /** Statements of a request, however many files it has. */
  private static final int FEW = 60;

  private static TestDatabase database;
  private PausableDatabase recorded;
  private TestService service;
  private TestUser user;
  private Client client;

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
    recorded = new PausableDatabase(database.dataSource());
    service = TestService.over(recorded.dataSource(), Map.of(), Clock.system());
    user = service.user();
    client = service.signedIn(user);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private List<String> statementsOf(Runnable request) {
    return recorded.statementsDuring(request);
  }

  private static List<String> writes(List<String> statements) {
    return statements.stream().filter(sql -> sql.matches("(?is)(insert|update|delete).*")).toList();
  }

  @ParameterizedTest
  @EnumSource(ManyParts.class)
  void aForwardTakesInAllFilesWithTheFirstSave(ManyParts kind) {
    long uid = user.receives(kind.raw());
    String forward = user.path(uid) + "/forward";
    List<MailPage> page = new ArrayList<>();

    List<String> shown = statementsOf(() -> page.add(MailPage.of(client.getPatiently(forward))));
    List<String> files = page.get(0).values("file");
    assertThat(files).hasSizeGreaterThan(400);
    assertThat(shown).hasSizeLessThan(FEW);
    assertThat(writes(shown)).isEmpty();

    List<Answer> saved = new ArrayList<>();
    List<String> taken = statementsOf(() -> saved.add(page.get(0).press(client, "/drafts")));
    assertThat(saved.get(0).status()).isEqualTo(303);
    assertThat(writes(taken)).isNotEmpty();
    assertThat(taken).hasSizeLessThan(2 * FEW);
    MailPage draft = MailPage.of(client.follow(saved.get(0)));
    assertThat(draft.values("file")).as("the form stays the same").isEqualTo(files);

    List<String> again = statementsOf(() -> page.get(0).press(client, "/drafts"));
    assertThat(again).noneMatch(sql -> sql.contains("blob_data"));
  }

  @ParameterizedTest
  @EnumSource(ManyParts.class)
  void theFilesArriveThoughTheOriginalIsDeletedForGoodBeforeTheFirstSave(ManyParts kind) {
    TestUser reader = service.user();
    long uid = user.receives(kind.raw());
    MailPage page = MailPage.of(client.getPatiently(user.path(uid) + "/forward"));
    for (FolderRole role : List.of(FolderRole.INBOX, FolderRole.TRASH)) {
      String folder = user.path(role);
      String item = client.get(folder).page().select(".rows [name=uid]").attr("value");
      assertThat(item).isNotEmpty();
      client.act(folder + "/delete", Client.field("uid", item));
    }
    assertThat(client.get(user.path(uid)).status()).isEqualTo(404);

    page.type("to", reader.name()).type("subject", "Kept").press(client, "/drafts");

    long draft = service.store().outgoing().drafts().list(user.id()).get(0).id();
    MailPage saved = MailPage.of(client.get("/compose?draft=" + draft));
    assertThat(saved.values("file")).isEqualTo(page.values("file"));
    assertThat(
            service.store().outgoing().drafts().find(user.id(), draft).orElseThrow().attachments())
        .hasSize(page.values("file").size());
  }

  @Test
  void nineHundredFilesAreAttachedInFewStatements() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int n = 0; n < 900; n++) {
      files.put(n + ".txt", ("file " + n).getBytes(StandardCharsets.UTF_8));
    }
    MailPage page = MailPage.of(client.get("/compose"));
    List<Answer> answer = new ArrayList<>();

    List<String> statements = statementsOf(() -> answer.add(page.attach(client, files)));

    assertThat(answer.get(0).status()).isEqualTo(303);
    assertThat(MailPage.of(client.follow(answer.get(0))).values("file")).hasSize(900);
    assertThat(statements).hasSizeLessThan(FEW + 60);
  }
}
