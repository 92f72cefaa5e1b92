package arashi.request.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.ParsedQuery;
import arashi.mime.term.QueryParser;
import arashi.mime.term.TermExtractor;
import arashi.store.StoreFixture;
import arashi.store.mail.Item;
import arashi.store.mail.NewMail;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import arashi.store.mail.SearchResult;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

class PhraseSearchTest {
  private static final int MAILS = 100;
  private static final int HITS = 5;
  private static final int ALL_TEXTS = 1_000;

  private static StoreFixture fixture;
  private static long account;

  /** Only the oldest mail has the phrase; in the others its words are apart. */
  @BeforeAll
  static void fill() {
    fixture = new StoreFixture();
    account = fixture.account();
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT),
            new TermExtractor(TermLimits.DEFAULT),
            Clock.system());
    List<NewMail> mails = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      String text = i == MAILS - 1 ? "A storm warning." : "Warning " + i + ": no storm.";
      byte[] raw = ("Subject: weather " + i + "\n\n" + text + "\n").getBytes(UTF_8);
      MailFlags none = new MailFlags(false, false, false);
      mails.add(intake.take(raw, Optional.of(StoreFixture.NOW.minusSeconds(60L * i)), none).mail());
    }
    fixture.add(account, fixture.inbox(account), mails);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private static SearchResult search(int budget, int texts) {
    ParsedQuery typed =
        QueryParser.parse("\"storm warning\"", ZoneOffset.UTC, SearchQuery.MAX_TERMS);
    SearchQuery query =
        new SearchQuery(typed.terms(), Filter.NONE, SearchQuery.FROM_NEWEST, HITS, budget);
    return new PhraseSearch(fixture.store, typed.phrases(), texts).newest(account, query);
  }

  @Test
  void goesOnInRoundsUntilItIsFound() {
    SearchResult found = search(ALL_TEXTS, ALL_TEXTS);

    assertThat(found.rows()).extracting(Item::subject).containsExactly("weather " + (MAILS - 1));
    assertThat(found.complete()).isTrue();
    assertThat(found.looked()).isGreaterThanOrEqualTo(MAILS);
  }

  @Test
  void keepsToTheBudgetOverAllRounds() {
    int budget = 30;
    SearchResult found = search(budget, ALL_TEXTS);

    assertThat(found.rows()).isEmpty();
    assertThat(found.complete()).isFalse();
    assertThat(found.looked()).isBetween(budget, budget + HITS);
  }

  @Test
  void readsAsManyTextsAsItMay() {
    SearchResult found = search(ALL_TEXTS, 20);

    assertThat(found.rows()).isEmpty();
    assertThat(found.complete()).isFalse();
    assertThat(found.reachedAt()).isEqualTo(StoreFixture.NOW.minusSeconds(60 * 19));
  }
}
