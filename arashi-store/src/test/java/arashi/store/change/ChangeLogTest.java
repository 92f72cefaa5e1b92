package arashi.store.change;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.StoreFixture;
import arashi.store.change.Change.Added;
import arashi.store.change.Change.Changed;
import arashi.store.change.Change.FolderChanged;
import arashi.store.change.Change.Moved;
import arashi.store.change.Change.Removed;
import arashi.store.mail.Flag;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Items;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class ChangeLogTest {

  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final ChangeLog log = fixture.store.mail().changes();
  private static final Items items = fixture.store.mail().items();
  private long account;
  private long inbox;
  private long trash;
  private long begin;

  @BeforeEach
  void newAccount() {
    account = fixture.account();
    inbox = fixture.inbox(account);
    trash = fixture.folder(account, FolderRole.TRASH);
    begin = log.modSeq(account).orElseThrow();
  }

  private List<Change> changes() {
    return log.since(account, begin, 1_000).orElseThrow().entries().stream()
        .flatMap(entry -> entry.changes().stream())
        .toList();
  }

  @Test
  void tellsWhatBecameOfAMail() throws Exception {
    fixture.add(account, inbox, mail("one").build(), mail("two").flags(Flag.SEEN).build());
    Item one = items.get(account, inbox, 1).orElseThrow();
    Item two = items.get(account, inbox, 2).orElseThrow();
    items.flag(account, inbox, List.of(1L, 2L), Set.of(Flag.SEEN), Set.of());
    items.delete(account, inbox, List.of(1L));
    items.refile(account, trash, List.of(1L), inbox);
    items.delete(account, inbox, List.of(3L));
    items.delete(account, trash, List.of(2L));
    Folder made = fixture.store.mail().folders().create(account, Folder.TOP, "Made");

    long m = one.message();
    assertThat(changes())
        .containsExactly(
            new Added(inbox, 1, m, 0),
            new Added(inbox, 2, two.message(), 1),
            new Changed(inbox, 1, m, 1),
            new Moved(inbox, 1, trash, 1, m, 1),
            new Moved(trash, 1, inbox, 3, m, 1),
            new Moved(inbox, 3, trash, 2, m, 1),
            new Removed(trash, 2, m),
            new FolderChanged(made.id()));
  }

  @Test
  void givesItemsAndFoldersTheNumberOfTheirLastChange() {
    fixture.add(account, inbox, mail("one").build(), mail("two").build());
    items.flag(account, inbox, List.of(2L), Set.of(Flag.FLAGGED), Set.of());
    items.delete(account, inbox, List.of(2L));
    long now = log.modSeq(account).orElseThrow();

    assertThat(now).isEqualTo(begin + 3);
    assertThat(items.get(account, inbox, 1).orElseThrow().modSeq()).isEqualTo(begin + 1);
    assertThat(items.get(account, trash, 1).orElseThrow().modSeq()).isEqualTo(now);
    assertThat(fixture.store.mail().folders().byId(account, inbox).orElseThrow().modSeq())
        .isEqualTo(now);
    assertThat(fixture.store.mail().folders().byId(account, trash).orElseThrow().modSeq())
        .isEqualTo(now);
  }

  @Test
  void writesOneRowATransactionAndNoneIfNothingChanges() throws SQLException {
    long rows = fixture.count("change_log", account);
    fixture.add(account, inbox, StoreFixture.mails("m", 20));
    List<Long> uids = List.of(1L, 2L, 3L, 4L);
    items.flag(account, inbox, uids, Set.of(Flag.SEEN), Set.of());
    assertThat(fixture.count("change_log", account)).isEqualTo(rows + 2);
    long before = log.modSeq(account).orElseThrow();

    fixture.add(account, inbox, StoreFixture.mails("m", 20));
    items.flag(account, inbox, uids, Set.of(Flag.SEEN), Set.of());
    items.refile(account, inbox, uids, inbox);
    items.refile(account, inbox, List.of(99L), trash);
    items.delete(account, trash, List.of(99L));

    assertThat(log.modSeq(account)).contains(before);
    assertThat(fixture.count("change_log", account)).isEqualTo(rows + 2);
  }

  @Test
  void readsAsManyAsWantedAndSaysThatThereAreMore() {
    for (int i = 0; i < 5; i++) {
      fixture.add(account, inbox, mail("m" + i).build());
    }
    ChangeLog.Since first = log.since(account, begin, 3).orElseThrow();
    assertThat(first.entries())
        .extracting(ChangeLog.Entry::modSeq)
        .containsExactly(begin + 1, begin + 2, begin + 3);
    assertThat(first.more()).isTrue();
    ChangeLog.Since rest = log.since(account, begin + 3, 3).orElseThrow();
    assertThat(rest.entries()).hasSize(2);
    assertThat(rest.more()).isFalse();
    assertThat(rest.modSeq()).isEqualTo(begin + 5);
    ChangeLog.Since none = log.since(account, begin + 5, 3).orElseThrow();
    assertThat(none.entries()).isEmpty();
    assertThat(none.more()).isFalse();
    assertThat(log.since(999_999, 0, 3)).as("an account that is not there").isEmpty();
  }

  @Test
  void keepsTheNewestRowsAndSaysSinceWhen() throws SQLException {
    for (int i = 0; i < 10; i++) {
      fixture.add(account, inbox, mail("m" + i).build());
    }
    int steps = 1;
    while (log.trim(account, 4, 3)) {
      steps++;
    }

    assertThat(steps).isGreaterThan(1);
    assertThat(fixture.count("change_log", account)).isEqualTo(4);
    assertThat(log.since(account, begin + 6, 100).orElseThrow().entries()).hasSize(4);
    assertThat(log.since(account, begin + 5, 100)).as("before the floor").isEmpty();
    assertThat(log.trim(account, 4, 3)).isFalse();
    assertThat(fixture.count("change_log", account)).isEqualTo(4);
  }
}
