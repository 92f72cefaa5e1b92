package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import arashi.store.StoreFixture;
import arashi.store.mail.SearchQuery.Filter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class SearchTest {

  private static final int MAILS = 1_500;

  private static StoreFixture fixture;
  private static long account;
  private static long inbox;
  private static long archive;

  /**
   * Each mail is a minute newer than the next: "all" in each, "third" in a third, "rare" in two.
   */
  @BeforeAll
  static void fill() {
    fixture = new StoreFixture();
    account = fixture.account();
    inbox = fixture.inbox(account);
    archive = fixture.folder(account, FolderRole.ARCHIVE);
    List<NewMail> mails = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      List<String> terms = new ArrayList<>(List.of("all"));
      if (i % 3 == 0) {
        terms.add("third");
      }
      if (i == 700 || i == 1_400) {
        terms.add("rare");
      }
      StoreFixture.MailBuilder mail =
          mail("m" + i).receivedAt(at(i)).terms(terms.toArray(String[]::new)).padding(i);
      if (i % 100 == 50) {
        mail.attachment();
      }
      mail.flags(i % 10 == 0 ? new Flag[] {Flag.FLAGGED} : new Flag[] {Flag.SEEN});
      mails.add(mail.build());
    }
    for (int from = 0; from < MAILS; from += MailWriter.MAX_BATCH) {
      fixture
          .store
          .mail()
          .mailWriter()
          .add(account, inbox, mails.subList(from, from + MailWriter.MAX_BATCH));
    }
    fixture.store.mail().items().refile(account, inbox, List.of(1L, 4L), archive); // m0, m3
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private static Instant at(int i) {
    return StoreFixture.NOW.minus(Duration.ofMinutes(i));
  }

  static SearchQuery query(String... terms) {
    return new SearchQuery(List.of(terms), Filter.NONE, SearchQuery.FROM_NEWEST, 50, 100_000);
  }

  private static SearchResult search(
      Filter filter, long before, int limit, int budget, String... terms) {
    return fixture
        .store
        .mail()
        .search()
        .newest(account, new SearchQuery(List.of(terms), filter, before, limit, budget));
  }

  private static List<String> names(SearchResult page) {
    return page.rows().stream().map(Item::preview).toList();
  }

  @Test
  void findsTheNewestInAnyFolder() {
    SearchResult page = search(Filter.NONE, SearchQuery.FROM_NEWEST, 3, 1_000, "third");

    assertThat(names(page)).containsExactly("m0", "m3", "m6");
    assertThat(page.rows()).extracting(Item::folder).containsExactly(archive, archive, inbox);
    assertThat(page.complete()).isFalse();
    assertThat(page.reachedAt()).isEqualTo(at(6));
  }

  @Test
  void findsMailsThatHaveAllTerms() {
    SearchResult page = search(Filter.NONE, SearchQuery.FROM_NEWEST, 50, 1_000, "all", "rare");
    assertThat(names(page)).containsExactly("m700", "m1400");
    assertThat(page.complete()).isTrue();

    assertThat(names(search(Filter.NONE, SearchQuery.FROM_NEWEST, 50, 1_000, "third", "rare")))
        .isEmpty();
    assertThat(search(Filter.NONE, SearchQuery.FROM_NEWEST, 50, 1_000, "absent"))
        .returns(List.of(), SearchResult::rows)
        .returns(true, SearchResult::complete);
  }

  @Test
  void visitsEachHitOnceWhenContinuedFromWhereItReached() {
    List<String> seen = new ArrayList<>();
    long before = SearchQuery.FROM_NEWEST;
    SearchResult page;
    do {
      page = search(Filter.NONE, before, 70, 100, "all", "third");
      seen.addAll(names(page));
      before = page.reached();
    } while (!page.complete());
    assertThat(seen)
        .hasSize(MAILS / 3)
        .doesNotHaveDuplicates()
        .startsWith("m0", "m3")
        .endsWith("m1497");
  }

  @Test
  void stopsWhenTheBudgetIsUsedUpAndSaysHowFarItReached() {
    Filter large = Filter.NONE.sized(64 + 1_490, Long.MAX_VALUE);
    SearchResult page = search(large, SearchQuery.FROM_NEWEST, 50, 100, "all");
    assertThat(page.rows()).isEmpty();
    assertThat(page.complete()).isFalse();
    assertThat(page.reachedAt()).isEqualTo(at(99));

    List<String> seen = new ArrayList<>();
    while (!page.complete()) {
      page = search(large, page.reached(), 50, 100, "all");
      seen.addAll(names(page));
    }
    assertThat(seen).hasSize(9).startsWith("m1491").endsWith("m1499");
  }

  @Test
  void filtersWithoutAnyTerm() {
    Filter flagged =
        Filter.NONE.in(inbox).marked(Optional.of(true), Optional.of(true), Optional.empty());
    assertThat(names(search(flagged, SearchQuery.FROM_NEWEST, 3, 1_000)))
        .containsExactly("m10", "m20", "m30");
    Filter attachments =
        Filter.NONE
            .received(Optional.of(at(250)), Optional.of(at(49)))
            .marked(Optional.empty(), Optional.empty(), Optional.of(true));
    assertThat(names(search(attachments, SearchQuery.FROM_NEWEST, 50, 10_000)))
        .containsExactly("m50", "m150", "m250");
    assertThat(names(search(Filter.NONE.in(archive), SearchQuery.FROM_NEWEST, 50, 10_000)))
        .containsExactly("m0", "m3");
  }

  @Test
  void findsWhatWasReadAndWhatIsSmall() {
    Filter unread = Filter.NONE.marked(Optional.of(true), Optional.empty(), Optional.empty());
    Filter read = Filter.NONE.marked(Optional.of(false), Optional.empty(), Optional.empty());
    List<String> both =
        new ArrayList<>(names(search(unread, SearchQuery.FROM_NEWEST, 1_000, 50_000)));
    both.addAll(names(search(read, SearchQuery.FROM_NEWEST, 1_000, 50_000)));
    assertThat(both).doesNotHaveDuplicates().hasSizeGreaterThan(1_000);

    Filter small = Filter.NONE.sized(-1, 64 + 3);
    assertThat(names(search(small, SearchQuery.FROM_NEWEST, 50, 50_000)))
        .containsExactly("m0", "m1", "m2");
  }

  @Test
  void takesDatesThatNoMailCanHave() {
    Filter ever = Filter.NONE.received(Optional.of(Instant.MIN), Optional.of(Instant.MAX));
    assertThat(names(search(ever, SearchQuery.FROM_NEWEST, 1, 100, "all"))).containsExactly("m0");
  }

  @Test
  void findsNothingOfAnotherAccount() {
    long other = fixture.account();
    assertThat(fixture.store.mail().search().newest(other, query("all")).rows()).isEmpty();
    assertThat(fixture.store.mail().search().newest(other, query()).rows()).isEmpty();
  }

  @Test
  void refusesMoreTermsThanItReads() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new SearchQuery(
                    Collections.nCopies(SearchQuery.MAX_TERMS + 1, "x"),
                    Filter.NONE,
                    SearchQuery.FROM_NEWEST,
                    1,
                    1));
  }
}
