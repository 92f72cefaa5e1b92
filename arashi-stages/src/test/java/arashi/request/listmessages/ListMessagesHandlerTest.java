package arashi.request.listmessages;

import static arashi.front.ServiceFixture.html;
import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.front.ServiceFixture;
import arashi.front.ServiceFixture.Browser;
import arashi.store.StoreFixture;
import arashi.store.account.NameTakenException;
import arashi.store.delivery.Quotas;
import arashi.store.mail.Flag;
import arashi.store.mail.NewMail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import seda.netio.http.HttpRequest;
import seda.netio.http.HttpResponse;

/** Pages of a folder. */
@Tag("database")
class ListMessagesHandlerTest {
  private static final int PAGE = 4;

  /** Bytes of a mail of the fixture without padding. */
  private static final int SMALLEST = 64;

  private static final Quotas QUOTAS = new Quotas(1_000, Map.of(), 0.8, false);

  @AutoClose
  private static final ServiceFixture service =
      new ServiceFixture(front -> List.of(new ListMessages(front, new ListLimits(PAGE), QUOTAS)));

  private long account;
  private long inbox;
  private Browser browser;

  @BeforeEach
  void signIn() {
    account = service.stored.account();
    inbox = service.stored.inbox(account);
    browser = service.signedIn(account);
  }

  /** Mails m0 to m(count-1), the first of which is the newest, the least and the last by name. */
  private void fill(int count) {
    List<NewMail> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      mails.add(
          mail("m" + i)
              .subject("m" + i)
              .from("sender " + (99 - i))
              .receivedAt(StoreFixture.NOW.minusSeconds(i))
              .padding(i)
              .build());
    }
    service.stored.add(account, inbox, mails);
  }

  private Document list(String query) {
    HttpResponse answer = browser.get("/mail/" + inbox + query);
    assertThat(answer.status()).isEqualTo(200);
    return html(answer);
  }

  private static List<String> subjects(Document page) {
    return page.select(".rows .subject").eachText();
  }

  private static String address(Document page, String rel) {
    Element link = page.selectFirst("#list a[rel=" + rel + "]");
    return link == null ? null : link.attr("href");
  }

  private Document follow(String address) {
    return html(browser.get(address));
  }

  @Test
  void showsAnEmptyFolder() {
    Document page = list("");

    assertThat(subjects(page)).isEmpty();
    assertThat(address(page, "next")).isNull();
    assertThat(address(page, "prev")).isNull();
    assertThat(page.select(".notice")).isEmpty();
  }

  @Test
  void offersNoFurtherPageOfAFolderThatFitsOne() {
    fill(PAGE);
    Document page = list("");

    assertThat(subjects(page)).containsExactly("m0", "m1", "m2", "m3");
    assertThat(address(page, "next")).isNull();
    assertThat(address(page, "prev")).isNull();
  }

  @Test
  void leadsToTheLastPageAndBack() {
    fill(2 * PAGE + 1);

    Document second = follow(address(list(""), "next"));
    assertThat(subjects(second)).containsExactly("m4", "m5", "m6", "m7");
    Document last = follow(address(second, "next"));
    assertThat(subjects(last)).containsExactly("m8");
    assertThat(address(last, "next")).isNull();

    assertThat(subjects(follow(address(last, "prev")))).isEqualTo(subjects(second));
    Document first = follow(address(second, "prev"));
    assertThat(subjects(first)).containsExactly("m0", "m1", "m2", "m3");
    assertThat(address(first, "prev")).isNull();
  }

  /** A page begins at a place and not after a number of rows. */
  @Test
  void skipsAndRepeatsNothingWhenMailComesAndGoes() {
    fill(2 * PAGE);
    String next = address(list(""), "next");

    service.stored.add(
        account, inbox, mail("new").subject("new").receivedAt(StoreFixture.NOW).build());
    service.stored.store.mail().items().delete(account, inbox, List.of(1L));

    assertThat(subjects(follow(next))).containsExactly("m4", "m5", "m6", "m7");
  }

  @ParameterizedTest
  @CsvSource({
    "?sort=date, m0",
    "?dir=asc, m5",
    "?sort=size, m5",
    "?sort=size&dir=asc, m0",
    "?sort=sender, m5",
    "?sort=sender&dir=desc, m0",
    "?sort=subject, m0"
  })
  void isInTheOrderAskedForAndStaysInIt(String query, String first) {
    fill(PAGE + 2);
    Document page = list(query);
    assertThat(subjects(page)).hasSize(PAGE).startsWith(first);

    Document next = follow(address(page, "next"));
    assertThat(subjects(next)).hasSize(2).doesNotContainAnyElementsOf(subjects(page));
    assertThat(subjects(follow(address(next, "prev")))).isEqualTo(subjects(page));
  }

  @Test
  void marksWhatIsUnreadAndStarred() {
    service.stored.add(account, inbox, mail("a").flags(Flag.FLAGGED).build());
    service.stored.add(account, inbox, mail("b").flags(Flag.SEEN).build());

    Document page = list("?dir=asc");
    assertThat(page.select(".rows a.unread")).hasSize(1);
    assertThat(page.select(".rows a.unread .i-starred")).hasSize(1);
    assertThat(page.select(".rows .i-starred")).hasSize(1);
    assertThat(page.title()).startsWith("Inbox (1)");
  }

  @ParameterizedTest
  @CsvSource({"0.7, 1, true", "0.69, 0, true", "0.4, 0, true", "0.39, 0, false"})
  void showsLessUnderLoadAndAllOfItOnRequest(double quality, int previews, boolean counted) {
    service.stored.add(account, inbox, mail("text of it").build());
    service.quality(ListMessages.TYPE, quality);

    Document page = list("?dir=asc");
    assertThat(page.select(".rows .preview")).hasSize(previews);
    assertThat(page.title().startsWith("Inbox (1)")).isEqualTo(counted);

    String full = page.select("#list .hint a").attr("href");
    assertThat(full).isEqualTo(previews == 1 ? "" : "/mail/" + inbox + "?dir=asc&full=1");
    assertThat(list("?full=1").select(".rows .preview")).hasSize(1);
    assertThat(list("?full=1").title()).startsWith("Inbox (1)");
  }

  @AfterEach
  void showEverythingAgain() {
    service.quality(ListMessages.TYPE, 1);
  }

  @Test
  void showsWhatMailSaysAsText() {
    String attack = "<script>alert(1)</script>";
    service.stored.add(account, inbox, mail(attack).subject(attack).from(attack).build());

    Document page = list("");

    assertThat(page.select(".rows script")).isEmpty();
    assertThat(subjects(page)).containsExactly(attack);
  }

  @ParameterizedTest
  @CsvSource({"799, ''", "800, '80 %'", "999, '99 %'", "1000, 'full'"})
  void saysWhenTheMailboxIsNearlyFull(int bytes, String words) {
    service.stored.add(account, inbox, mail("large").padding(bytes - SMALLEST).build());

    String notice = list("").select(".notice").text();

    assertThat(notice.isEmpty()).isEqualTo(words.isEmpty());
    assertThat(notice).contains(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?after=-1",
        "?before=-1",
        "?after=x",
        "?sort=page",
        "?dir=up",
        "?sort=size&after=ZAAAAAE"
      })
  void refusesAPageThatThereIsNot(String query) {
    assertThat(browser.get("/mail/" + inbox + query).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99", "-1", "x", "", "1.0", "99999999999999999999"})
  void findsNoFolderThatIsNotThere(String folder) {
    assertThat(browser.get("/mail/" + folder).status()).isEqualTo(404);
  }

  @Test
  void findsNoFolderOfAnotherAccount() throws NameTakenException {
    long other = service.stored.account();
    long hers = service.stored.store.mail().folders().create(other, 0, "hers").id();
    service.stored.add(other, hers, mail("secret").subject("secret").build());

    HttpResponse answer = browser.get("/mail/" + hers);

    assertThat(answer.status()).isEqualTo(404);
    assertThat(html(answer).text()).doesNotContain("secret");
  }

  @Test
  void showsOnlyMailOfTheAccountInAFolderOfTheSameNumber() {
    long other = service.stored.account();
    service.stored.add(other, service.stored.inbox(other), mail("hers").subject("hers").build());
    assertThat(service.stored.inbox(other)).isEqualTo(inbox);
    fill(1);

    assertThat(subjects(list(""))).containsExactly("m0");
  }

  @Test
  void answersHeadAndRefusesPost() {
    HttpResponse head = browser.send(HttpRequest.of("HEAD", "/mail/" + inbox));
    assertThat(head.status()).isEqualTo(200);

    HttpResponse post = browser.post("/mail/" + inbox, "uid=1");
    assertThat(post.status()).isEqualTo(405);
    assertThat(post.header("Allow")).isEqualTo("GET, HEAD");
  }

  @Test
  void mayNotBeCached() {
    assertThat(browser.get("/mail/" + inbox).header("Cache-Control")).isEqualTo("no-store");
  }
}
