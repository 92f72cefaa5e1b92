package arashi.store.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import arashi.store.change.Change;
import arashi.store.change.ChangeLog.Entry;
import arashi.store.index.IndexLimits;
import arashi.store.index.SearchIndex;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class AccountTxTest {
  private static StoreFixture fixture;
  private static MailTransactions mail;

  @BeforeAll
  static void open() {
    fixture = new StoreFixture();
    mail =
        new MailTransactions(
            fixture.transactions,
            new SearchIndex(fixture.time, new Random(1), IndexLimits.DEFAULT));
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private static List<Entry> log(long account, long after) {
    return fixture.store.mail().changes().since(account, after, 100).orElseThrow().entries();
  }

  @Test
  void severalAccountsAreLockedInAscendingOrder() {
    long first = fixture.account();
    long second = fixture.account();
    assertThatThrownBy(
            () ->
                mail.write(
                    tx -> {
                      tx.account(second).lock();
                      return tx.account(first).lock();
                    }))
        .isInstanceOf(IllegalStateException.class);
    mail.write(
        tx -> {
          tx.account(first).lock();
          tx.account(second).lock();
          return tx.account(first).lock(); // it is locked already
        });
  }

  @Test
  void aChangeWritesItsLogAndANumberEvenIfNoCounterChanged() throws Exception {
    long account = fixture.account();
    long inbox = fixture.inbox(account);
    long before = fixture.store.mail().changes().modSeq(account).orElseThrow();
    Change change = new Change.Changed(inbox, 1, 2, 3);

    mail.write(
        tx ->
            tx.account(account)
                .change(
                    List.of(inbox),
                    one -> {
                      one.note(change);
                      return null;
                    }));

    assertThat(log(account, before)).containsExactly(new Entry(before + 1, List.of(change)));
    assertThat(fixture.store.mail().changes().modSeq(account)).hasValue(before + 1);
  }

  @Test
  void onlyAccountsWhoseIndexEntriesChangedAreTold() {
    long account = fixture.account();
    long inbox = fixture.inbox(account);
    PreparedMail prepared =
        fixture.store.mail().mailWriter().prepare(StoreFixture.mail("told").build());
    MailTx added =
        mail.write(
            tx -> {
              tx.putBlobs(List.of(prepared));
              tx.account(account).insert(prepared, Optional.empty()).file(inbox);
              return tx;
            });
    assertThat(added.reindexed()).containsExactly(account);

    MailTx flagged =
        mail.write(
            tx -> {
              tx.account(account).flag(inbox, List.of(1L), Set.of(Flag.SEEN), Set.of());
              return tx;
            });
    assertThat(flagged.reindexed()).isEmpty();
  }
}
