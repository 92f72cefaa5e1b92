package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.request.complete.Complete;
import arashi.request.listmessages.ListMessages;
import arashi.request.search.SearchMessages;
import arashi.request.showmessage.ShowMessage;
import arashi.store.mail.FolderRole;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import arashi.store.policy.PolicyEdit;
import arashi.target.RequestType;
import db.migrations.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.Clock;

/** Each step by which pages leave something out, that it is said, and that all is to be had. */
class DegradationTest {
  /** Rank of the class of the test's user. */
  private static final int STANDARD = 1;

  private static final int MAILS = 60;
  private static final String HINT = ".hint";

  private static TestDatabase database;
  private static PausableDatabase gate;
  private static TestService service;
  private static TestUser user;
  private static Client client;

  private String inbox;
  private String withHtml;

  @BeforeAll
  static void receive() {
    database = TestDatabase.migrated();
    gate = new PausableDatabase(database.dataSource());
    service =
        TestService.over(
            gate.dataSource(),
            Map.of(
                "mail.store-threads", 1,
                "mail.session.cache-time", "1 h",
                "mail.search.scanned-rows", 50,
                "mail.search.hits", 10,
                "mail.compose.completion-rows", 50),
            Clock.system());
    user = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      String word = i < 5 ? "seldom" : "often";
      mails.add(Mails.plain(i, "a@example.org", "Subject " + i, "common " + word + " words"));
    }
    user.receives(mails);
    user.receives(Mails.html(MAILS, "With HTML", "<p>Some <b>bold</b> text</p>"));
    client = service.signedIn(user);
  }

  @AfterAll
  static void stop() {
    service.close();
    database.close();
  }

  @BeforeEach
  void everything() {
    for (RequestType type :
        List.of(ListMessages.TYPE, ShowMessage.TYPE, SearchMessages.TYPE, Complete.TYPE)) {
      service
          .store()
          .service()
          .policies()
          .change(user.id(), new PolicyEdit().stage(type.name(), StageSetting.DEFAULT));
    }
    service
        .store()
        .service()
        .policies()
        .change(
            user.id(), new PolicyEdit().target("standard", "list messages", OptionalInt.of(1_000)));
    service.applyPolicy();
    inbox = user.path(FolderRole.INBOX);
    withHtml = user.path(MAILS + 1L);
  }

  private static void set(String request, StageSetting setting) {
    service
        .store()
        .service()
        .policies()
        .change(user.id(), new PolicyEdit().stage(request, setting));
    service.applyPolicy();
  }

  private static void fix(RequestType type, double quality) {
    set(type.name(), new StageSetting(Controller.DEADLINE, OptionalDouble.of(quality)));
  }

  private static Answer get(String path, String... headers) {
    Answer answer = client.get(path, headers);
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }

  private static String full(Answer answer) {
    return answer.page().select(HINT + " a").attr("href");
  }

  @Test
  void aCompletionReadsFewerRowsAtReducedQuality() {
    TestUser other = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      mails.add(Mails.plain(i, "Kim <kim20@many.example>", "Often " + i, "x"));
    }
    for (int i = 0; i < 40; i++) {
      String from = "Kim <kim%02d@many.example>".formatted(i);
      mails.add(Mails.plain(10 + i, from, "Once " + i, "x"));
    }
    other.receives(mails);
    Client writer = service.signedIn(other);
    assertThat(writer.get("/complete?q=kim").text()).contains("kim20@many.example");

    fix(Complete.TYPE, 0.1);

    String reduced = writer.get("/complete?q=kim").text();
    assertThat(reduced).contains("kim04@many.example").doesNotContain("kim20@many.example");
  }

  @Test
  void aListAtFullQualityHasAllAndSaysNothing() {
    Answer list = get(inbox);
    assertThat(list.page().select(HINT)).isEmpty();
    assertThat(list.page().select("#list .preview")).hasSize(50);
    assertThat(list.page().select("#folders .count")).isNotEmpty();
  }

  @Test
  void aListFirstDropsItsPreviews() {
    fix(ListMessages.TYPE, 0.69);
    Answer list = get(inbox);
    assertThat(list.page().select(HINT).text()).contains("no previews").doesNotContain("counted");
    assertThat(list.subjects()).hasSize(50);
    assertThat(list.page().select("#list .preview")).isEmpty();
    assertThat(list.page().select("#folders .count")).isNotEmpty();
  }

  @Test
  void aListThenDropsTheCountsAndTheirStatement() {
    get(inbox); // since when this node knows the folders
    fix(ListMessages.TYPE, 0.39);
    List<Answer> answers = new ArrayList<>();
    List<String> statements = gate.statementsDuring(() -> answers.add(get(inbox)));
    assertThat(statements).hasSize(1).noneMatch(sql -> sql.contains("FROM folder"));
    Answer list = answers.get(0);
    assertThat(list.page().select(HINT).text()).contains("no previews").contains("not counted");
    assertThat(list.page().select("#folders a[href^=/mail/]")).isNotEmpty();
    assertThat(list.page().select("#folders .count")).isEmpty();
    assertThat(list.title()).doesNotContain("(");

    fix(ListMessages.TYPE, 1);
    assertThat(gate.statementsDuring(() -> get(inbox))).hasSize(2);
  }

  @Test
  void aReducedListShowsAFolderThatIsYoungerThanWhatIsKnown() {
    get(inbox);
    fix(ListMessages.TYPE, 0.1);
    long young = user.addFolder("Young").id();
    assertThat(get("/mail/" + young).page().select("#list-title").text()).isEqualTo("Young");
  }

  @ParameterizedTest
  @CsvSource({"0.69", "0.1"})
  void theWholeListIsToBeHadFromTheReducedOne(double quality) {
    fix(ListMessages.TYPE, quality);
    String path = inbox + "?sort=subject";
    String full = full(get(path));
    assertThat(full).isEqualTo(path + "&full=1");
    Answer whole = get(full);
    assertThat(whole.page().select(HINT)).isEmpty();
    assertThat(whole.page().select("#list .preview")).hasSize(50);
    assertThat(whole.page().select("#folders .count")).isNotEmpty();
  }

  @Test
  void aMessageFirstComesWithoutItsListAndConversation() {
    fix(ShowMessage.TYPE, 0.69);
    Answer message = get(withHtml);
    assertThat(message.page().select(HINT).text()).contains("alone");
    assertThat(message.page().select("#list")).isEmpty();
    assertThat(message.page().select("#subject").text()).isEqualTo("With HTML");
    assertThat(message.page().select("iframe.html")).hasSize(1);
    assertThat(message.page().select(".tools .up").attr("href")).isEqualTo(inbox);

    Answer whole = get(full(message));
    assertThat(whole.page().select(HINT)).isEmpty();
    assertThat(whole.page().select("#list .rows li")).isNotEmpty();
  }

  @Test
  void aMessageThenComesAsPlainTextAndAsHtmlOnRequest() {
    fix(ShowMessage.TYPE, 0.39);
    get(withHtml); // by which it is read
    List<Answer> answers = new ArrayList<>();
    assertThat(gate.statementsDuring(() -> answers.add(get(withHtml)))).hasSize(1);
    Answer message = answers.get(0);
    assertThat(message.page().select(HINT).text()).contains("plain text first");
    assertThat(message.page().select("iframe")).isEmpty();
    assertThat(message.page().select(".text").text()).contains("Some bold text");

    Answer html = get(message.page().select(".more a").first().attr("href"));
    assertThat(html.page().select("iframe.html")).hasSize(1);
    assertThat(html.page().select("#list")).isEmpty();
    assertThat(get(full(message)).page().select("iframe.html")).hasSize(1);
  }

  @Test
  void aSearchLooksAtARecentWindowSaysSoAndGoesOn() {
    assertThat(get("/search?q=seldom").subjects()).hasSize(5);
    fix(SearchMessages.TYPE, 0.1);
    Answer search = get("/search?q=larger:1M");
    assertThat(search.page().select(HINT).text()).contains("only recent mail was searched");
    assertThat(search.page().select("#list .head").text()).contains("searched back to");
    assertThat(search.page().select("a[rel=next]").attr("href")).contains("before=");
    assertThat(full(search)).isEqualTo("/search?q=larger:1M&full=1");

    Answer further = get(search.page().select("a[rel=next]").attr("href"));
    assertThat(further.page().select("a[rel=next]").attr("href"))
        .isNotEqualTo(search.page().select("a[rel=next]").attr("href"));
    assertThat(get(full(search)).page().select(HINT)).isEmpty();
  }

  @Test
  void aSearchThatFindsAllInItsWindowSaysNothing() {
    fix(SearchMessages.TYPE, 0.5);
    assertThat(get("/search?q=seldom").page().select(HINT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "list messages, 0.69, keine Textanfänge",
    "list messages, 0.3, nicht gezählt",
    "show message, 0.69, steht diese Nachricht allein",
    "show message, 0.3, zuerst der reine Text",
    "search, 0.1, nur neuere Post"
  })
  void eachStepIsSaidInTheReadersLanguage(String request, double quality, String words) {
    set(request, new StageSetting(Controller.DEADLINE, OptionalDouble.of(quality)));
    String path =
        switch (request) {
          case "show message" -> user.path(1);
          case "search" -> "/search?q=larger:1M";
          default -> inbox;
        };
    Answer answer = get(path, "Accept-Language", "de");
    assertThat(answer.page().select(HINT).text()).contains(words).contains("Alles zeigen");
  }

  @Test
  void theControllerLeavesOutWhatAQueueMakesTooMuchAndBringsItBack() {
    service
        .store()
        .service()
        .policies()
        .change(user.id(), new PolicyEdit().target("standard", "list messages", OptionalInt.of(1)));
    set(
        ListMessages.TYPE.name(),
        new StageSetting(Controller.NONE, OptionalDouble.empty())); // so that all may queue
    get(inbox);
    gate.close();
    try (Background background = new Background()) {
      for (int i = 0; i < 40; i++) {
        background.start(() -> client.get(inbox));
      }
      Eventually.holds(
          () -> service.controlled(ListMessages.TYPE).stage().quality().value(STANDARD) < 0.4);
      gate.open();
      assertThat(background.answers())
          .anyMatch(answer -> answer.page().select(HINT).text().contains("no previews"));
    } finally {
      gate.open();
    }
    Eventually.holds(
        () -> service.controlled(ListMessages.TYPE).stage().quality().value(STANDARD) == 1);
    assertThat(get(inbox).page().select("#list .preview")).hasSize(50);
    service.awaitAllEnded();
  }
}
