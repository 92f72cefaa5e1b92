package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.mail.SearchQuery.Filter;
import com.zaxxer.hikari.HikariDataSource;
import db.migrations.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cost of frequent requests on a folder of some thousand items, in rows read and sorted as counted
 * by the server. The cost of interactive requests must not grow with the folder.
 */
@Tag("database")
class QueryCostTest {

  private static final int MAILS = 3_000;
  private static final int PAGE = 50;

  private static StoreFixture fixture;
  private static HikariDataSource single;
  private static Store store;
  private static long account;
  private static long inbox;

  /** All mails have the same sender, subject and size: ties as long as the folder. */
  @BeforeAll
  static void fill() {
    fixture = new StoreFixture();
    account = fixture.account();
    inbox = fixture.inbox(account);
    for (int batch = 0; batch < MAILS / MailWriter.MAX_BATCH; batch++) {
      List<NewMail> mails = new ArrayList<>();
      for (int i = 0; i < MailWriter.MAX_BATCH; i++) {
        int n = batch * MailWriter.MAX_BATCH + i;
        String rarity = n % 1_000 == 7 ? "rare" : "frequent";
        mails.add(
            mail("m" + n)
                .receivedAt(StoreFixture.NOW.minusSeconds(n / 100))
                .terms("all", rarity, "own" + n, n % 10 == 0 ? "tenth" : "other")
                .thread(n / 10)
                .build());
      }
      fixture.store.mail().mailWriter().add(account, inbox, mails);
    }
    // The server counts per connection, so all statements must use the same one.
    Database connection = fixture.database.connection();
    single = new Database(connection.url(), connection.user(), connection.password(), 1).open();
    store = Store.over(single, fixture.time);
  }

  @AfterAll
  static void close() {
    single.close();
    fixture.close();
  }

  /** Rows read and sorted for a request, and its statements. */
  private record Cost(long read, long sorted, long statements) {}

  private static Cost costOf(Runnable request) {
    Map<String, Long> before = status();
    request.run();
    Map<String, Long> after = status();
    long read =
        List.of("first", "key", "last", "next", "prev", "rnd", "rnd_next").stream()
            .map(way -> "Handler_read_" + way)
            .mapToLong(name -> after.get(name) - before.get(name))
            .sum();
    return new Cost(
        read,
        after.get("Sort_rows") - before.get("Sort_rows"),
        after.get("Questions") - before.get("Questions") - 1); // without this statement
  }

  private static Map<String, Long> status() {
    Map<String, Long> values = new TreeMap<>();
    try (Connection connection = single.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read_%' OR Variable_name IN"
                    + " ('Sort_rows', 'Questions')")) {
      while (rows.next()) {
        values.put(rows.getString(1), rows.getLong(2));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return values;
  }

  @ParameterizedTest
  @EnumSource(Sort.class)
  void readsThePageAloneFromAnyPlaceInAnyOrder(Sort sort) {
    for (boolean descending : new boolean[] {true, false}) {
      Order order = new Order(sort, descending);
      ItemPage page = store.mail().items().first(account, inbox, order, PAGE);
      for (int i = 0; i < 20; i++) {
        page = store.mail().items().after(account, inbox, order, page.next().orElseThrow(), PAGE);
      }
      PageKey last = page.next().orElseThrow();
      PageKey first = page.previous().orElseThrow();

      Cost firstPage = costOf(() -> store.mail().items().first(account, inbox, order, PAGE));
      Cost after = costOf(() -> store.mail().items().after(account, inbox, order, last, PAGE));
      Cost before = costOf(() -> store.mail().items().before(account, inbox, order, first, PAGE));

      for (Cost cost : List.of(firstPage, after, before)) {
        assertThat(cost.sorted()).as("%s, %s", order, cost).isZero();
        assertThat(cost.read()).as("%s, %s", order, cost).isLessThan(PAGE + 10);
      }
    }
  }

  @Test
  void readsOneMailToShowIt() {
    Cost cost = costOf(() -> store.mail().messages().get(account, inbox, 1_234));
    assertThat(cost.read()).isLessThan(5);
    assertThat(cost.sorted()).isZero();
  }

  @Test
  void readsOneConversation() {
    Cost cost = costOf(() -> store.mail().messages().thread(account, 77, PAGE));
    assertThat(cost.read()).isLessThan(30);
    assertThat(cost.sorted()).isZero();
  }

  @Test
  void readsThreeRowsAHitAtMostToSearchForATerm() {
    Cost cost = costOf(() -> search(Filter.NONE, "all"));
    assertThat(cost.read()).isLessThan(3 * 64 + PAGE);
    assertThat(cost.sorted()).isZero();
  }

  @Test
  void readsThePostingsOfTheRarestTermToSearchForSeveral() {
    assertThat(search(Filter.NONE, "all", "rare").rows()).hasSize(3);
    Cost cost = costOf(() -> search(Filter.NONE, "all", "rare"));
    // Detecting that "all" is frequent reads the rows up to the counting limit.
    assertThat(cost.read()).isLessThan(128 + 50);
    assertThat(cost.sorted()).isZero();
  }

  @Test
  void tellsTheRarerOfTwoFrequentTerms() {
    for (SearchResult page :
        List.of(search(Filter.NONE, "all", "tenth"), search(Filter.NONE, "tenth", "all"))) {
      assertThat(page.rows()).hasSize(PAGE);
    }
    Cost cost = costOf(() -> search(Filter.NONE, "all", "tenth"));
    // Two probes, a chunk of the rarer term, as many look-ups of the other, and the rows of the
    // hits.
    assertThat(cost.read()).isLessThan(2 * 130 + 4 * 64 + PAGE);
    assertThat(cost.sorted()).isZero();
  }

  @Test
  void readsTheNewestToFilterWithoutATerm() {
    Filter unread =
        Filter.NONE.in(inbox).marked(Optional.of(true), Optional.empty(), Optional.empty());
    Cost cost = costOf(() -> search(unread));
    assertThat(cost.read()).isLessThan(3 * 64 + PAGE);
    assertThat(cost.sorted()).isZero();
  }

  @Test
  void asksTwiceToSearchWhatASearchBeforeItHasSeen() {
    search(Filter.NONE, "all");
    Cost cost = costOf(() -> search(Filter.NONE, "all"));
    assertThat(cost.statements()).isEqualTo(2);
    assertThat(cost.read()).isLessThan(100);
  }

  private static SearchResult search(Filter filter, String... terms) {
    return store
        .mail()
        .search()
        .newest(
            account,
            new SearchQuery(List.of(terms), filter, SearchQuery.FROM_NEWEST, PAGE, 10_000));
  }

  @Test
  void readsNoMoreThanItMovesToRefile() {
    List<Long> uids = List.of(2_901L, 2_902L, 2_903L, 2_904L);
    long archive = fixture.folder(account, FolderRole.ARCHIVE);
    Cost cost = costOf(() -> store.mail().items().refile(account, inbox, uids, archive));
    assertThat(cost.read()).isLessThan(40);
    assertThat(cost.statements()).isEqualTo(7);
  }

  @Test
  void readsNoMoreThanItMarksToFlag() {
    List<Long> uids = List.of(2_801L, 2_802L, 2_803L, 2_804L);
    Cost cost =
        costOf(() -> store.mail().items().flag(account, inbox, uids, Set.of(Flag.SEEN), Set.of()));
    assertThat(cost.read()).isLessThan(40);
    assertThat(cost.statements()).isEqualTo(7);
  }

  @Test
  void readsNoMoreThanItMovesToDelete() {
    store.mail().items().delete(account, inbox, List.of(2_701L));
    Cost cost = costOf(() -> store.mail().items().delete(account, inbox, List.of(2_702L, 2_703L)));
    assertThat(cost.read()).isLessThan(30);
    assertThat(cost.statements()).isEqualTo(7);
  }

  @Test
  void readsNoMoreThanItsOwnRowsToDeleteAMailForGood() {
    deleteForGood(2_799L); // MySQL reads its dictionary on first use of a table
    Cost cost = deleteForGood(2_800L);
    assertThat(cost.read()).isLessThan(20);
    assertThat(cost.statements()).isEqualTo(11);
  }

  private static Cost deleteForGood(long uid) {
    long trash = fixture.folder(account, FolderRole.TRASH);
    Refiled refiled = store.mail().items().refile(account, inbox, List.of(uid), trash);
    return costOf(() -> store.mail().items().delete(account, trash, refiled.uids().values()));
  }

  @Test
  void looksUpDuplicatesByTheirHashes() {
    List<NewMail> again = List.of(mail("m5").build(), mail("m6").build());
    Cost cost = costOf(() -> store.mail().mailWriter().add(account, inbox, again));
    assertThat(cost.read()).isLessThan(40);
  }
}
