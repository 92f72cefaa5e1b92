package arashi.request.search;

import static arashi.front.ServiceFixture.html;
import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.ServiceFixture;
import arashi.front.ServiceFixture.Browser;
import arashi.mime.term.QueryParser;
import arashi.store.StoreFixture;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import seda.netio.http.HttpResponse;

/** Pages of hits. */
@Tag("database")
class SearchHandlerTest {
  private static final int HITS = 4;
  private static final int SORTED_HITS = 6;

  @AutoClose
  private static final ServiceFixture service =
      new ServiceFixture(
          front ->
              List.of(new SearchMessages(front, new SearchLimits(HITS, SORTED_HITS, 100, 10))));

  private long account;
  private long inbox;
  private Browser browser;

  @BeforeEach
  void signIn() {
    account = service.stored.account();
    inbox = service.stored.inbox(account);
    browser = service.signedIn(account);
  }

  @AfterEach
  void searchFarAgain() {
    service.quality(SearchMessages.TYPE, 1);
  }

  /** Mails m0 to m(count-1) with the word storm, the first of which is the newest and smallest. */
  private void fill(int count) {
    List<NewMail> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      mails.add(storm(i).build());
    }
    service.stored.add(account, inbox, mails);
  }

  private static StoreFixture.MailBuilder storm(int i) {
    return mail("m" + i)
        .subject("m" + i)
        .terms("storm")
        .receivedAt(StoreFixture.NOW.minusSeconds(i))
        .padding(i);
  }

  private Document search(String query) {
    return follow("/search?q=" + query);
  }

  private Document follow(String address) {
    HttpResponse answer = browser.get(address);
    assertThat(answer.status()).as(address).isEqualTo(200);
    return html(answer);
  }

  private static List<String> subjects(Document page) {
    return page.select(".rows .subject").eachText();
  }

  /** Returns the target of the link to another page of sorted results, or null. */
  private static String address(Document page, String rel) {
    Element link = page.selectFirst("#list nav.pages a[rel=" + rel + "]");
    return link == null ? null : link.attr("href");
  }

  /** Returns the target of the link to older results, or null. */
  private static String continued(Document page) {
    return page.select("#list nav.pages a.older").stream()
        .map(link -> link.attr("href"))
        .filter(link -> link.contains("before="))
        .findFirst()
        .orElse(null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/search", "/search?q=", "/search?q=%20"})
  void explainsItselfIfNothingIsAskedFor(String address) {
    fill(1);
    Document page = follow(address);

    assertThat(page.select(".rows")).isEmpty();
    assertThat(page.select("details.operators").hasAttr("open"))
        .isEqualTo(!address.endsWith("%20"));
  }

  @Test
  void findsTheNewestFirst() {
    fill(3);
    service.stored.add(account, inbox, mail("calm").terms("calm").build());

    Document page = search("storm");

    assertThat(subjects(page)).containsExactly("m0", "m1", "m2");
    assertThat(continued(page)).isNull();
    assertThat(search("calm+storm").select(".rows")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "5, 2", "9, 3"})
  void leadsFurtherBackUntilAllIsFoundOnce(int mails, int pages) {
    fill(mails);
    List<String> found = new ArrayList<>();
    int shown = 0;
    String next = "/search?q=storm";
    while (next != null) {
      Document page = follow(next);
      assertThat(page.select(".rows li").size()).isBetween(1, HITS);
      found.addAll(subjects(page));
      next = continued(page);
      shown++;
    }
    assertThat(found).hasSize(mails).doesNotHaveDuplicates().startsWith("m0");
    assertThat(shown).isEqualTo(pages);
  }

  @Test
  void sortsWhatItHasFoundAndPagesThroughThat() {
    fill(SORTED_HITS + 1);

    Document first = search("storm&sort=size");
    assertThat(subjects(first)).as("m6 is older").containsExactly("m5", "m4", "m3", "m2");
    assertThat(address(first, "prev")).isNull();

    Document second = follow(address(first, "next"));
    assertThat(subjects(second)).containsExactly("m1", "m0");
    assertThat(subjects(follow(address(second, "prev")))).isEqualTo(subjects(first));

    assertThat(address(second, "next")).isEqualTo(continued(second));
    assertThat(subjects(follow(continued(second)))).containsExactly("m6");
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "7", "2147483648", "9223372036854775807"})
  void showsNoRowsBehindTheLast(String from) {
    fill(SORTED_HITS);

    Document page = search("storm&sort=size&from=" + from);

    assertThat(subjects(page)).isEmpty();
    assertThat(address(page, "next")).isNull();
    assertThat(subjects(follow(address(page, "prev")))).containsExactly("m3", "m2", "m1", "m0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "before=-1",
        "before=x",
        "before=1.5",
        "before=9223372036854775808",
        "from=-1",
        "from=x",
        "from=1e3",
        "sort=relevance",
        "dir=sideways"
      })
  void refusesAPageThatThereIsNot(String parameter) {
    assertThat(browser.get("/search?q=storm&" + parameter).status()).isEqualTo(400);
  }

  @Test
  void findsNothingBeforeTheOldest() {
    fill(1);

    assertThat(subjects(search("storm&before=0"))).isEmpty();
    assertThat(subjects(search("storm&before=" + Long.MAX_VALUE))).containsExactly("m0");
  }

  @Test
  void refusesAQueryThatIsTooLong() {
    assertThat(browser.get("/search?q=" + "a".repeat(1_000)).status()).isEqualTo(200);
    assertThat(browser.get("/search?q=" + "a".repeat(1_001)).status()).isEqualTo(400);
  }

  @Test
  void findsNoMailOfAnotherAccount() {
    long other = service.stored.account();
    service.stored.add(other, service.stored.inbox(other), storm(0).build());

    assertThat(subjects(search("storm"))).isEmpty();
    assertThat(subjects(search("is:unread"))).isEmpty();
  }

  @Test
  void looksOnlyIntoTheFolderThatIsNamed() {
    fill(1);
    long trash = service.stored.folder(account, FolderRole.TRASH);
    service.stored.add(account, trash, storm(1).build());

    Document page = search("storm+in:TRASH");
    assertThat(subjects(page)).containsExactly("m1");
    assertThat(page.select(".rows .in").text()).isEqualTo("Trash");
    assertThat(page.select(".notice")).isEmpty();
  }

  /** The exact name comes first, whatever the order of the folders. */
  @Test
  void findsFoldersInOtherSpellings() throws Exception {
    for (String name : List.of("Arzte", "Ärzte", "Οδός")) {
      long folder = service.stored.store.mail().folders().create(account, 0, name).id();
      service.stored.add(account, folder, storm(1).subject(name).build());
    }

    assertThat(subjects(search("storm+in:%C3%84RZTE"))).containsExactly("Ärzte");
    assertThat(subjects(search("storm+in:arzte"))).containsExactly("Arzte");
    assertThat(subjects(search("storm+in:%CE%BF%CE%B4%CE%BF%CF%83"))).containsExactly("Οδός");
  }

  @Test
  void saysThatThereIsNoSuchFolder() {
    fill(1);

    Document page = search("storm+in:nowhere");

    assertThat(subjects(page)).isEmpty();
    assertThat(page.select(".notice").text()).contains("There is no folder “nowhere”");
  }

  @Test
  void saysWhatItDidNotUnderstand() {
    fill(1);

    Document page = search("is:purple+larger:x");

    assertThat(page.select(".notice").text())
        .contains("is: knows unread", "larger: takes a size like");
  }

  @Test
  void findsByMarksAlone() {
    fill(2);
    service.stored.add(account, inbox, storm(2).flags(Flag.FLAGGED).build());

    assertThat(subjects(search("is:flagged"))).containsExactly("m2");
    assertThat(subjects(search("is:unflagged"))).containsExactly("m0", "m1");
  }

  @Test
  void looksLessFarUnderLoadAndAllTheWayOnRequest() {
    fill(19);
    service.stored.add(account, inbox, storm(20).flags(Flag.FLAGGED).build());
    assertThat(subjects(search("storm+is:flagged"))).containsExactly("m20");

    service.quality(SearchMessages.TYPE, 0.05);

    Document page = search("storm+is:flagged");
    assertThat(subjects(page)).isEmpty();
    assertThat(continued(page)).as("goes on from there").isNotNull();
    String full = page.select("#list .hint a").attr("href");
    assertThat(subjects(follow(full))).containsExactly("m20");
  }

  @Test
  void namesItsQualityInAHeader() {
    assertThat(browser.get("/search?q=storm").header("Arashi-Quality")).isEqualTo("1.00");

    service.quality(SearchMessages.TYPE, 0.73);

    assertThat(browser.get("/search?q=storm").header("Arashi-Quality")).isEqualTo("0.73");
    assertThat(browser.get("/search?q=storm&full=1").header("Arashi-Quality"))
        .as("asked for everything")
        .isEqualTo("1.00");
  }

  @Test
  void saysThatMailsMayBeMissedWhoseWordsAreNotAllKnown() {
    fill(1);
    String hint = "a[href=/search?q=is%3Apartial]";
    assertThat(search("storm").select(hint)).isEmpty();

    service.stored.add(account, inbox, mail("large").terms(QueryParser.PARTIAL).build());

    assertThat(search("storm").select(hint)).hasSize(1);
    assertThat(search("is:unread").select(hint)).as("not asked for by words").isEmpty();
  }

  @Test
  void leadsFromAMessageBackToItsResults() {
    fill(1);

    String link = search("storm&sort=size").select(".rows a").attr("href");

    assertThat(link).isEqualTo("/mail/" + inbox + "/1?found=q%3Dstorm%26sort%3Dsize");
  }

  @Test
  void showsTheQueryAsText() {
    Document page = search("%3Cscript%3Ealert(1)%3C/script%3E");

    assertThat(page.select("script:not([src])")).isEmpty();
    assertThat(page.selectFirst("#q").attr("value")).isEqualTo("<script>alert(1)</script>");
  }

  @Test
  void takesNoPost() {
    HttpResponse answer = browser.post("/search", "q=storm");

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
  }
}
