package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.account.NameTakenException;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("database")
class SearchPageTest {
  private static TestService service;
  private static Client client;

  @BeforeAll
  static void receive() {
    service = TestService.shared();
    TestUser user = service.user();
    user.receives(
        List.of(
            Mails.plain(0, "Ada Lovelace <ada@example.org>", "Kettle", "The water boils quickly."),
            Mails.plain(
                3_000, "Ben <ben@example.net>", "Invoice 4711", "Ada wants the kettle paid."),
            Mails.plain(
                6_000,
                "<chen@example.com>",
                "\u5929\u6c17\u4e88\u5831",
                "\u660e\u65e5\u306f\u5d50\u304c\u6765\u307e\u3059\u3002"),
            Mails.plain(
                9_000, "Dora <dora@example.org>", "Caf\u00e9 M\u00fcller", "x".repeat(3_000)),
            Mails.withFile(
                12_000,
                "The plan",
                "Content-Type: application/pdf\r\n"
                    + "Content-Disposition: attachment; filename=floorplan.pdf",
                new byte[] {1})));
    client = service.signedIn(user);
    client.get(client.get("/search?q=4711").rows().get(0)); // one of them is read
  }

  private static List<String> found(String query) {
    Answer answer = client.get("/search?q=" + Client.encode(query));
    assertThat(answer.status()).isEqualTo(200);
    return answer.subjects();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kettle | Invoice 4711, Kettle",
        "KETTLE boils | Kettle",
        "from:ada | The plan, Kettle",
        "from:ada@example.org | The plan, Kettle",
        "from:lovelace | Kettle",
        "to:reader subject:kettle | Kettle",
        "subject:kettle | Kettle",
        "subject:invoice kettle | Invoice 4711",
        "\"water boils\" | Kettle",
        "\"BOILS quickly\" kettle | Kettle",
        "\"boils water\" | ''",
        "\"the water\" \"boils slowly\" | ''",
        "from:\"ada lovelace\" | Kettle",
        "subject:\"ada lovelace\" | ''",
        "\"\u4e88\u5831\" | \u5929\u6c17\u4e88\u5831",
        "\"\u5d50\u304c\u6765\" | \u5929\u6c17\u4e88\u5831",
        "4711 | Invoice 4711",
        "天気 | 天気予報",
        "嵐 | 天気予報",
        "subject:予報 | 天気予報",
        "müller | Café Müller",
        "has:attachment | The plan",
        "floorplan | The plan",
        "before:2024-03-02 | Kettle",
        "after:2024-03-09 | The plan",
        "after:2024-03-02 before:2024-03-04 | Invoice 4711",
        "is:read | Invoice 4711",
        "is:unread subject:kettle | Kettle",
        "larger:2k | Café Müller",
        "smaller:1k from:lovelace | Kettle",
        "in:inbox kettle | Invoice 4711, Kettle",
        "in:trash kettle | ''",
        "kettle nosuchword | ''"
      })
  void findsBy(String query, String subjects) {
    assertThat(found(query))
        .isEqualTo(subjects.isEmpty() ? List.of() : List.of(subjects.split(", ")));
  }

  @Test
  void findsTextHoweverItsAccentsAreWritten() {
    TestUser reader = service.user();
    reader.receives(
        Mails.plain(0, "Zoe\u0308 <z@example.org>", "Cafe\u0301", "Le re\u0301sume\u0301 arrive."));
    Client own = service.signedIn(reader);
    for (String query : List.of("résumé", "\"résumé arrive\"", "from:zoë", "subject:café")) {
      assertThat(own.get("/search?q=" + Client.encode(query)).rows()).as(query).hasSize(1);
    }
  }

  @Test
  void saysThatSomeMailIsNotFoundByAllOfItsWords() {
    TestUser reader = service.user();
    Client own = service.signedIn(reader);
    reader.receives(Mails.plain(0, "Ada <ada@example.org>", "Kettle", "It boils."));
    assertThat(own.get("/search?q=kettle").page().select(".hint")).isEmpty();
    String novel = "word ".repeat(120_000) + "lastword";
    long uid = reader.receives(Mails.plain(1, "Ada <ada@example.org>", "Novel", novel));

    Answer nothing = own.get("/search?q=lastword");
    assertThat(nothing.rows()).isEmpty();
    assertThat(nothing.page().select(".hint").text())
        .contains("too large to be found by all of their words");
    assertThat(own.get(nothing.page().select(".hint a").attr("href")).subjects())
        .containsExactly("Novel");
    assertThat(own.get(reader.path(uid)).page().select("article .hint").text())
        .contains("not all of its words find it");
  }

  @Test
  void readsABoundedNumberOfTextsForAPhraseAndOffersToContinue() {
    try (TestService bounded = TestService.with(Map.of("mail.search.phrase-mails", 3))) {
      TestUser reader = bounded.user();
      List<byte[]> mails = new ArrayList<>();
      mails.add(Mails.plain(0, "Ada <ada@example.org>", "Oldest", "The water boils."));
      for (int n = 1; n <= 7; n++) {
        mails.add(Mails.plain(n, "Ada <ada@example.org>", "Apart", "It boils the water, " + n));
      }
      reader.receives(mails);
      Client own = bounded.signedIn(reader);
      Answer page = own.get("/search?q=%22water+boils%22");
      int pages = 1;
      while (page.rows().isEmpty()) {
        page = own.get(page.page().select("a.older").attr("href"));
        pages++;
      }
      assertThat(page.subjects()).containsExactly("Oldest");
      assertThat(pages).isEqualTo(3); // of 3, 3 and 2 texts
    }
  }

  @Test
  void findsFoldersByPathAndByNameInEitherLanguage() throws NameTakenException {
    TestUser reader = service.user();
    long lists = reader.store().mail().folders().create(reader.id(), Folder.TOP, "Lists").id();
    Folder linux = reader.store().mail().folders().create(reader.id(), lists, "Li\u00f1ux");
    reader.store().mail().folders().create(reader.id(), Folder.TOP, "Li\u00f1ux");
    List<Long> uids =
        reader.receives(
            List.of(
                Mails.plain(0, "Ada <ada@example.org>", "Kettle", "It boils."),
                Mails.plain(1, "Ada <ada@example.org>", "Patch", "It boots.")));
    Client own = service.signedIn(reader);
    own.post(
        reader.path(FolderRole.INBOX) + "/refile",
        List.of(
            Client.field("csrf", own.csrf()),
            Client.field("uid", uids.get(1)),
            Client.field("to", linux.id())));

    assertThat(in(own, "lists/lin\u0303ux")).containsExactly("Patch");
    assertThat(in(own, "Li\u00f1ux")).isEmpty(); // the one at the top
    assertThat(in(own, "posteingang")).containsExactly("Kettle");
    assertThat(in(own, "inbox")).containsExactly("Kettle");
    assertThat(in(own, "Lists/Kernel")).isEmpty();
    assertThat(own.get("/search?q=in:%22Lists/Kernel%22").page().select(".notice.error").text())
        .contains("There is no folder “Lists/Kernel”");
  }

  /** Requests the page in German. */
  private static List<String> in(Client own, String folder) {
    String query = "in:\"" + folder + "\" from:ada";
    return own.get("/search?q=" + Client.encode(query), "Accept-Language", "de").subjects();
  }

  @Test
  void leadsToTheMessage() {
    String row = client.get("/search?q=4711").rows().get(0);

    assertThat(client.get(row).page().select("#subject").text()).isEqualTo("Invoice 4711");
  }

  @Test
  void findsSmallerMail() {
    assertThat(found("smaller:2k")).doesNotContain("Café Müller").hasSize(4);
  }

  @Test
  void findsAPhraseBehindManyMailsThatHaveItsWordsApart() {
    TestUser reader = service.user();
    List<byte[]> mails = new ArrayList<>();
    mails.add(Mails.plain(0, "Ada <ada@example.org>", "Right", "A storm warning was issued."));
    for (int i = 1; i < 120; i++) {
      mails.add(Mails.plain(i, "Ada <ada@example.org>", "Wrong " + i, "Warning: no storm."));
    }
    reader.receives(mails);

    Answer answer = service.signedIn(reader).get("/search?q=%22storm+warning%22");

    assertThat(answer.subjects()).containsExactly("Right");
  }

  @Test
  void goesOnUntilEverythingIsFound() {
    TestUser reader = service.user();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < 130; i++) {
      mails.add(Mails.plain(i, "Ada <ada@example.org>", "Storm " + i, "thunder"));
    }
    reader.receives(mails);
    Client own = service.signedIn(reader);
    List<String> subjects = new ArrayList<>();

    String path = "/search?q=thunder";
    for (int pages = 0; !path.isEmpty() && pages < 10; pages++) {
      Answer answer = own.get(path);
      assertThat(answer.status()).as(path).isEqualTo(200);
      subjects.addAll(answer.subjects());
      path = answer.page().select(".pages a[rel=next]").attr("href");
    }

    assertThat(subjects)
        .hasSize(130)
        .doesNotHaveDuplicates()
        .startsWith("Storm 129")
        .endsWith("Storm 0");
  }

  @Test
  void saysThatNothingWasFound() {
    assertThat(client.get("/search?q=nosuchword").page().select("main").text())
        .contains("Nothing found");
  }

  @Test
  void aHitOfAVeryLongQueryOpensInItsFolder() {
    TestUser reader = service.user();
    reader.receives(Mails.plain(0, "<chen@example.com>", "\u5929\u6c17", "\u5d50\u304c"));
    Client own = service.signedIn(reader);
    Answer found = own.get("/search?q=" + Client.encode("\u5d50 ".repeat(400)));
    assertThat(found.rows()).hasSize(1);
    assertThat(own.get(found.rows().get(0)).status()).isEqualTo(200);
  }
}
