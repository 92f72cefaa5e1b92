package arashi.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.mail.Added;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.NewMail;
import arashi.store.mail.Refiled;
import arashi.store.mail.Remaking;
import arashi.store.mail.SearchQuery;
import arashi.store.mail.SearchQuery.Filter;
import arashi.store.mail.SearchResult;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** An account with a list of its mails as the model for its searches. */
final class ModelledAccount {
  /** A word of maximum length. */
  private static final String LONG_WORD = "é".repeat(32);

  /** Words from the most frequent to the rarest. */
  static final List<String> WORDS =
      List.of("all", "half", "third", "tenth", "rare", "rarer", "f:half", "f:" + LONG_WORD);

  private static final double[] SHARES = {1, 0.5, 0.33, 0.1, 0.02, 0.005, 0.4, 0.05};
  private static final int PARSER = 7;
  private static final Duration LEASE = SearchIndexTest.LEASE;
  private static final long DAY = 86_400;

  final long account;
  final long inbox;
  private final long trash;
  private final Random random;
  private final List<Mail> mails = new ArrayList<>();
  private int named;
  private List<Mail> intended = List.of();

  /** A mail of the account. */
  record Mail(long uid, long message, Instant receivedAt, Set<String> terms, NewMail mail) {}

  ModelledAccount(StoreFixture fixture, Random random) {
    this.account = fixture.account();
    this.inbox = fixture.inbox(account);
    this.trash = fixture.folder(account, FolderRole.TRASH);
    this.random = random;
  }

  NewMail newMail() {
    return StoreFixture.mail("mail " + account + " " + named++)
        .receivedAt(StoreFixture.NOW.minusSeconds(random.nextLong(100 * DAY)))
        .terms(newTerms().toArray(String[]::new))
        .build();
  }

  private Set<String> newTerms() {
    Set<String> terms = new TreeSet<>();
    for (int i = 0; i < SHARES.length; i++) {
      if (random.nextDouble() < SHARES[i]) {
        terms.add(WORDS.get(i));
      }
    }
    if (terms.contains("f:" + LONG_WORD)) {
      terms.add(LONG_WORD); // like all field terms
    }
    int own = random.nextInt(20);
    for (int i = 0; i < own; i++) {
      terms.add("w" + (int) (300 * Math.pow(random.nextDouble(), 2)));
    }
    return terms;
  }

  /** Schedules all mails for parsing; {@link #remake} then processes them. */
  void mark(Store store) {
    store.upkeep().remaking().mark(OptionalLong.of(account));
  }

  /**
   * Gives the next mails other terms, like a newer parser.
   *
   * @param owner number of the process
   * @return false if nothing is left, or another process owns the account
   */
  boolean remake(Store store, long owner, int count) {
    Optional<Remaking.Run> run = store.upkeep().remaking().claim(account, PARSER, owner, LEASE);
    if (run.isEmpty()) {
      return false;
    }
    Remaking.Page page = store.upkeep().remaking().page(run.get(), count);
    List<Remaking.Remade> remade = new ArrayList<>();
    List<Mail> changed = new ArrayList<>();
    for (Remaking.OldMail old : page.mails()) {
      Mail mail = mail(old.message());
      NewMail other = mail.mail().withTerms(newTerms());
      remade.add(new Remaking.Remade(mail.message(), store.mail().mailWriter().prepare(other)));
      changed.add(new Mail(mail.uid(), mail.message(), mail.receivedAt(), terms(other), other));
    }
    intended = changed;
    store.upkeep().remaking().write(run.get(), remade, page.reached(), LEASE);
    take();
    return true;
  }

  /** Updates the model: the last {@link #remake} has been written. */
  void take() {
    for (Mail each : intended) {
      mails.set(mails.indexOf(mail(each.message())), each);
    }
    intended = List.of();
  }

  /**
   * Updates the model after the last {@link #remake} was killed: its write is complete or absent.
   */
  void takeIfWritten(StoreFixture fixture, long reachedBefore) throws SQLException {
    if (remadeFrom(fixture) != reachedBefore) {
      take();
    }
    intended = List.of();
  }

  long remadeFrom(StoreFixture fixture) throws SQLException {
    return Long.parseLong(
        fixture.rows("SELECT remade_from FROM account WHERE id = " + account).get(0));
  }

  private Mail mail(long message) {
    return mails.stream().filter(mail -> mail.message() == message).findFirst().orElseThrow();
  }

  /** Adds new mails, or one that existed before. */
  void add(Store store, int count) {
    List<NewMail> batch = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      batch.add(newMail());
    }
    add(store, batch);
  }

  void add(Store store, List<NewMail> batch) {
    List<Added> added = store.mail().mailWriter().add(account, inbox, batch);
    for (int i = 0; i < batch.size(); i++) {
      if (added.get(i) instanceof Added.New fresh) {
        NewMail mail = batch.get(i);
        mails.add(new Mail(fresh.uid(), fresh.message(), mail.receivedAt(), terms(mail), mail));
      }
    }
    mails.sort(Comparator.comparingLong(Mail::message).reversed());
  }

  private static Set<String> terms(NewMail mail) {
    return new TreeSet<>(mail.terms());
  }

  /** Permanently deletes some mails. Returns them. */
  List<NewMail> delete(Store store, int count) {
    List<Mail> gone = new ArrayList<>();
    for (int i = 0; i < count && !mails.isEmpty(); i++) {
      gone.add(mails.remove(random.nextInt(mails.size())));
    }
    if (!gone.isEmpty()) {
      Refiled refiled =
          store.mail().items().refile(account, inbox, gone.stream().map(Mail::uid).toList(), trash);
      store.mail().items().delete(account, trash, refiled.uids().values());
    }
    return gone.stream().map(Mail::mail).toList();
  }

  /** Pages through a random search and compares the hits with the model. */
  void checkRandomSearch(Store store) {
    List<String> terms = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      terms.add(random.nextInt(4) == 0 ? "w" + random.nextInt(300) : word());
    }
    Optional<Instant> from = someTimes();
    Optional<Instant> until = someTimes();
    int limit = 1 + random.nextInt(60);
    int budget = 1 + random.nextInt(random.nextBoolean() ? 20 : 5_000);
    check(store, terms, from, until, limit, budget);
  }

  /** Searches each word to the end. */
  void checkAll(Store store) {
    for (String word : WORDS) {
      check(store, List.of(word), Optional.empty(), Optional.empty(), 1_000, 100_000);
    }
    check(store, List.of("all", "rare"), Optional.empty(), Optional.empty(), 7, 100_000);
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private Optional<Instant> someTimes() {
    return random.nextInt(4) > 0
        ? Optional.empty()
        : Optional.of(StoreFixture.NOW.minusSeconds(random.nextLong(100 * DAY)));
  }

  private void check(
      Store store,
      List<String> terms,
      Optional<Instant> from,
      Optional<Instant> until,
      int limit,
      int budget) {
    List<Long> found = new ArrayList<>();
    SearchQuery query =
        new SearchQuery(
            terms, Filter.NONE.received(from, until), SearchQuery.FROM_NEWEST, limit, budget);
    boolean complete = false;
    long before = SearchQuery.FROM_NEWEST;
    while (!complete) {
      SearchResult page = store.mail().search().newest(account, query.before(before));
      page.rows().stream().map(Item::message).forEach(found::add);
      assertThat(page.rows().size()).isLessThanOrEqualTo(limit);
      assertThat(page.complete() || page.reached() < before).as("it gets on").isTrue();
      before = page.reached();
      complete = page.complete();
    }
    List<Long> expected = scan(terms, from, until);
    List<Long> missing = new ArrayList<>(expected);
    missing.removeAll(found);
    List<Long> more = new ArrayList<>(found);
    more.removeAll(expected);
    assertThat(found)
        .as("%s from %s until %s: %s missing, %s more", terms, from, until, missing, more)
        .isEqualTo(expected);
  }

  /** Returns the mails that have all terms, newest first. */
  List<Long> scan(List<String> terms) {
    return scan(terms, Optional.empty(), Optional.empty());
  }

  private List<Long> scan(List<String> terms, Optional<Instant> from, Optional<Instant> until) {
    return mails.stream()
        .filter(mail -> mail.terms().containsAll(terms))
        .filter(mail -> from.isEmpty() || !mail.receivedAt().isBefore(from.get()))
        .filter(mail -> until.isEmpty() || mail.receivedAt().isBefore(until.get()))
        .map(Mail::message)
        .toList();
  }
}
