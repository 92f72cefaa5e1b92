package arashi.store.mail;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("database")
class ItemsTest {

  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Items items = fixture.store.mail().items();
  private long account;
  private long inbox;
  private long archive;
  private long trash;

  @BeforeEach
  void newAccount() {
    account = fixture.account();
    inbox = fixture.inbox(account);
    archive = fixture.folder(account, FolderRole.ARCHIVE);
    trash = fixture.folder(account, FolderRole.TRASH);
  }

  @ParameterizedTest
  @CsvSource({
    "DATE,true", "DATE,false", "SENDER,true", "SENDER,false",
    "SUBJECT,true", "SUBJECT,false", "SIZE,true", "SIZE,false"
  })
  void visitsEachOfAThousandItemsOnceInOrderThereAndBack(Sort sort, boolean descending)
      throws SQLException {
    fixture.store.mail().mailWriter().add(account, inbox, StoreFixture.mails("a", 500));
    fixture.store.mail().mailWriter().add(account, inbox, StoreFixture.mails("b", 500));
    Order order = new Order(sort, descending);
    String direction = descending ? " DESC" : "";
    List<Long> expected =
        fixture
            .rows(
                "SELECT uid FROM item i WHERE account = %d AND folder = %d ORDER BY %s%s, uid%s"
                    .formatted(account, inbox, sort.of("i"), direction, direction))
            .stream()
            .map(Long::valueOf)
            .toList();

    List<Long> there = new ArrayList<>();
    ItemPage page = items.first(account, inbox, order, 37);
    assertThat(page.previous()).isEmpty();
    while (true) {
      page.rows().forEach(item -> there.add(item.uid()));
      if (page.next().isEmpty()) {
        break;
      }
      PageKey key = PageKey.decode(page.next().get().encode());
      page = items.after(account, inbox, order, key, 37);
    }
    assertThat(there).isEqualTo(expected);

    List<Long> back = new ArrayList<>(reversed(page.rows()));
    while (page.previous().isPresent()) {
      page = items.before(account, inbox, order, page.previous().get(), 37);
      back.addAll(reversed(page.rows()));
    }
    Collections.reverse(back);
    assertThat(back).isEqualTo(expected);
  }

  private static List<Long> reversed(List<Item> rows) {
    List<Long> uids = new ArrayList<>(rows.stream().map(Item::uid).toList());
    Collections.reverse(uids);
    return uids;
  }

  @Test
  void pagesToOlderMailWithoutGapOrRepeatWhileNewMailArrives() {
    List<Long> old = fixture.add(account, inbox, StoreFixture.mails("old", 60));
    List<Long> seen = new ArrayList<>();
    ItemPage page = items.first(account, inbox, Order.NEWEST_FIRST, 7);
    int arrived = 0;
    while (true) {
      page.rows().forEach(item -> seen.add(item.uid()));
      if (page.next().isEmpty()) {
        break;
      }
      fixture.add(
          account,
          inbox,
          mail("new" + arrived++).receivedAt(StoreFixture.NOW.plusSeconds(9)).build());
      page = items.after(account, inbox, Order.NEWEST_FIRST, page.next().get(), 7);
    }
    assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(old);
  }

  @Test
  void offersTheWayBackFromAPageWhoseRowsAreGone() {
    List<Long> uids = fixture.add(account, inbox, StoreFixture.mails("m", 4));
    ItemPage first = items.first(account, inbox, Order.NEWEST_FIRST, 2);
    List<Long> shown = first.rows().stream().map(Item::uid).toList();
    items.refile(
        account, inbox, uids.stream().filter(uid -> !shown.contains(uid)).toList(), archive);

    ItemPage second =
        items.after(account, inbox, Order.NEWEST_FIRST, first.next().orElseThrow(), 2);

    assertThat(second.rows()).isEmpty();
    assertThat(second.next()).isEmpty();
    assertThat(second.previous()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A",
        "!!!!",
        "ZAAAAAE",
        "eAAAAAEAAAAAAAAAAQ",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      })
  void refusesAMalformedPageKey(String text) {
    assertThatThrownBy(() -> PageKey.decode(text)).isInstanceOf(MalformedPageKeyException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "DATE,true", "DATE,false", "SENDER,true", "SENDER,false",
    "SUBJECT,true", "SUBJECT,false", "SIZE,true", "SIZE,false"
  })
  void seesBothSidesOfAPlaceAsTwoPagesWouldShowThem(Sort sort, boolean descending) {
    fixture.store.mail().mailWriter().add(account, inbox, StoreFixture.mails("a", 40));
    Order order = new Order(sort, descending);
    for (Item item : items.first(account, inbox, order, 40).rows()) {
      PageKey key = items.key(account, item, sort);
      Items.Around around = items.around(account, inbox, order, key, 5, 7);
      assertThat(around.before()).isEqualTo(items.before(account, inbox, order, key, 5));
      assertThat(around.after()).isEqualTo(items.after(account, inbox, order, key, 7));
      assertThat(around.before().rows()).doesNotContain(item);
      assertThat(around.after().rows()).doesNotContain(item);
    }
  }

  @Test
  void refusesAPageKeyOfAnotherOrder() {
    PageKey key = PageKey.ofNumber(Sort.SIZE, 1, 1);
    assertThatThrownBy(() -> items.after(account, inbox, Order.NEWEST_FIRST, key, 5))
        .isInstanceOf(MalformedPageKeyException.class);
  }

  @Test
  void countsAFlagOnlyWhereItChanges() throws SQLException {
    List<Long> uids =
        fixture.add(account, inbox, mail("read").flags(Flag.SEEN).build(), mail("unread").build());
    long absent = 77;

    Items.Flagged flagged =
        items.flag(
            account, inbox, List.of(uids.get(0), uids.get(1), absent), Set.of(Flag.SEEN), Set.of());

    assertThat(flagged).isEqualTo(new Items.Flagged(Set.of(uids.get(1)), Set.of(absent)));
    assertThat(fixture.store.mail().folders().byId(account, inbox).orElseThrow().unread()).isZero();
    assertThat(items.get(account, inbox, uids.get(1)).orElseThrow().flags())
        .containsExactly(Flag.SEEN);
    fixture.assertConsistent(account);
  }

  @Test
  void refilesInOrderUnderNewUidsAndBack() throws SQLException {
    List<Long> uids = fixture.add(account, inbox, StoreFixture.mails("m", 5));
    List<Long> some = List.of(uids.get(4), uids.get(1), uids.get(2));

    Refiled refiled = items.refile(account, inbox, some, archive);

    assertThat(refiled.folder()).isEqualTo(archive);
    assertThat(refiled.unknown()).isEmpty();
    assertThat(refiled.uids().keySet()).containsExactly(uids.get(1), uids.get(2), uids.get(4));
    assertThat(refiled.uids().values()).containsExactly(1L, 2L, 3L);
    assertThat(items.get(account, archive, 3).orElseThrow().preview()).isEqualTo("m4");
    fixture.assertConsistent(account);

    items.refile(account, archive, refiled.uids().values(), inbox);
    assertThat(items.first(account, inbox, Order.NEWEST_FIRST, 9).rows())
        .extracting(Item::preview)
        .containsExactlyInAnyOrder("m0", "m1", "m2", "m3", "m4");
    fixture.assertConsistent(account);
  }

  @Test
  void refilesAsManyAsACallMayName() throws SQLException {
    List<Long> uids = fixture.add(account, inbox, StoreFixture.mails("m", Items.MAX_UIDS));
    assertThat(items.refile(account, inbox, uids, archive).uids()).hasSize(Items.MAX_UIDS);
    fixture.assertConsistent(account);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                items.refile(
                    account,
                    inbox,
                    LongStream.rangeClosed(0, Items.MAX_UIDS).boxed().toList(),
                    archive));
  }

  @Test
  void changesNothingByARefileIntoTheSameFolder() throws SQLException {
    List<Long> uids = fixture.add(account, inbox, mail("m").build());
    Folder before = fixture.store.mail().folders().byId(account, inbox).orElseThrow();

    Refiled refiled = items.refile(account, inbox, uids, inbox);

    assertThat(refiled.uids())
        .containsExactlyEntriesOf(new java.util.TreeMap<>(java.util.Map.of(1L, 1L)));
    assertThat(fixture.store.mail().folders().byId(account, inbox)).contains(before);
  }

  @Test
  void refusesAFolderThatIsNotThere() {
    assertThatThrownBy(() -> items.refile(account, inbox, List.of(1L), 99))
        .isInstanceOf(NoSuchFolderException.class);
  }

  @Test
  void deletesToTrashAndFromTrashForever() throws SQLException {
    List<Long> uids = fixture.add(account, inbox, mail("m").terms("hello", "world").build());

    Deleted.ToTrash toTrash = (Deleted.ToTrash) items.delete(account, inbox, uids);
    assertThat(toTrash.refiled().folder()).isEqualTo(trash);
    assertThat(fixture.store.mail().search().newest(account, SearchTest.query("world")).rows())
        .hasSize(1);

    Deleted forever = items.delete(account, trash, List.of(1L, 2L));
    assertThat(forever).isEqualTo(new Deleted.Forever(Set.of(1L), Set.of(2L)));
    for (String table : List.of("item", "message")) {
      assertThat(fixture.count(table, account)).as(table).isZero();
    }
    assertThat(fixture.store.mail().search().newest(account, SearchTest.query("world")).rows())
        .isEmpty();
    fixture.assertConsistent(account);
  }

  @Test
  void neverTouchesAnotherAccountsItems() throws SQLException {
    List<Long> uids = fixture.add(account, inbox, mail("mine").thread(5).terms("mine").build());
    long other = fixture.account();

    assertThat(items.get(other, inbox, uids.get(0))).isEmpty();
    assertThat(fixture.store.mail().messages().get(other, inbox, uids.get(0))).isEmpty();
    assertThat(fixture.store.mail().messages().thread(other, 5, 10)).isEmpty();
    assertThat(items.first(other, inbox, Order.NEWEST_FIRST, 10).rows()).isEmpty();
    assertThat(items.flag(other, inbox, uids, Set.of(Flag.SEEN), Set.of()).unknown())
        .containsExactlyElementsOf(uids);
    assertThat(items.refile(other, inbox, uids, archive).uids()).isEmpty();
    assertThat(items.delete(other, inbox, uids).unknown()).containsExactlyElementsOf(uids);
    assertThat(items.delete(other, trash, uids).unknown()).containsExactlyElementsOf(uids);
    assertThat(items.get(account, inbox, uids.get(0))).isPresent();
    fixture.assertConsistent(account);
    fixture.assertConsistent(other);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void keepsCountersRightThroughAnySequenceOfChanges(long seed) throws SQLException {
    Random random = new Random(seed);
    long[] folders = {inbox, archive, trash};
    for (int step = 0; step < 60; step++) {
      long folder = folders[random.nextInt(folders.length)];
      long to = folders[random.nextInt(folders.length)];
      List<Long> uids = random.longs(random.nextInt(1, 20), 1, 60).boxed().distinct().toList();
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          int from = random.nextInt(200);
          fixture.add(
              account,
              folder,
              IntStream.range(from, from + random.nextInt(1, 15))
                  .mapToObj(i -> mail("m" + i).terms("t" + i % 7).padding(i % 10).build())
                  .toList());
        }
        case 2 -> items.flag(account, folder, uids, randomFlags(random), randomFlags(random));
        case 3 -> items.refile(account, folder, uids, to);
        default -> items.delete(account, folder, uids);
      }
    }
    fixture.assertConsistent(account);
  }

  private static Set<Flag> randomFlags(Random random) {
    return Flag.ofBits(random.nextInt(16));
  }

  @Test
  void losesAndDoublesNothingWhenTheSameItemsAreRefiledAtOnce() throws Exception {
    List<Long> uids = fixture.add(account, inbox, StoreFixture.mails("m", 100));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> rounds = new ArrayList<>();
      for (long[] way : new long[][] {{inbox, archive}, {archive, inbox}}) {
        rounds.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    List<Long> there =
                        items.first(account, way[0], Order.NEWEST_FIRST, 50).rows().stream()
                            .map(Item::uid)
                            .toList();
                    items.refile(account, way[0], there, way[1]);
                    items.refile(account, way[0], there, way[1]);
                  }
                }));
      }
      for (Future<?> round : rounds) {
        round.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Set<String> previews = new TreeSet<>();
    for (long folder : new long[] {inbox, archive}) {
      items
          .first(account, folder, Order.NEWEST_FIRST, 200)
          .rows()
          .forEach(item -> assertThat(previews.add(item.preview())).isTrue());
    }
    assertThat(previews).hasSize(uids.size());
    fixture.assertConsistent(account);
  }

  @Test
  void showsAMessageWithWhatTheMimeLayerPrepared() {
    List<Long> uids =
        fixture.add(
            account, inbox, mail("shown").thread(9).build(), mail("reply").thread(9).build());
    items.refile(account, inbox, uids.subList(1, 2), archive);

    Message message =
        fixture.store.mail().messages().get(account, inbox, uids.get(0)).orElseThrow();
    assertThat(message.display()).asString().isEqualTo("display of shown");
    assertThat(message.sha256()).isEqualTo(Sha256.of(mail("shown").build().raw()));
    assertThat(message.thread()).isEqualTo(9);
    assertThat(fixture.store.mail().messages().thread(account, 9, 10))
        .extracting(Item::folder)
        .containsExactlyInAnyOrder(inbox, archive);
    assertThat(Optional.of(message.item())).isEqualTo(items.get(account, inbox, uids.get(0)));
  }
}
