package arashi.store.mail;

import static arashi.store.StoreFixture.NOW;
import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import arashi.store.StoreFixture;
import arashi.store.mail.Correspondents.Correspondent;
import arashi.store.mail.Parties.Person;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("database")
class CorrespondentsTest {
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Correspondents correspondents = fixture.store.people().correspondents();
  private static final Person GRACE = person("Grace", "grace@navy.example");
  private static final Person BO = person("", "bo@far.example");
  private long account;

  @BeforeEach
  void newAccount() {
    account = fixture.account();
  }

  private static Person person(String name, String address) {
    List<String> words = new ArrayList<>(List.of(address));
    words.addAll(List.of((name + " " + address).toLowerCase(Locale.ROOT).strip().split("[ @.]+")));
    return new Person(address, name, words);
  }

  private static NewMail from(Person author, String text, int daysAgo, Person... to) {
    return mail(text)
        .receivedAt(NOW.minus(Duration.ofDays(daysAgo)))
        .parties(new Parties(Optional.of(author), List.of(to), "", ""))
        .build();
  }

  private List<Correspondent> find(String beginning, int rows) {
    return List.copyOf(correspondents.find(account, beginning, rows));
  }

  private void add(FolderRole role, NewMail... mails) {
    fixture.add(account, fixture.folder(account, role), mails);
  }

  @Test
  void knowsWhoWroteAndWhomWasWrittenTo() {
    add(FolderRole.INBOX, from(GRACE, "one", 3, BO), from(GRACE, "two", 1));
    add(FolderRole.SENT, from(BO, "three", 2, GRACE));

    assertThat(find("gra", 10))
        .containsExactly(
            new Correspondent("grace@navy.example", "Grace", 1, 2, NOW.minus(Duration.ofDays(1))));
    assertThat(find("bo", 10)).as("whose mail others got").hasSize(1);
  }

  @Test
  void learnsNothingFromJunkAndDrafts() {
    add(FolderRole.JUNK, from(GRACE, "junk", 1));
    add(FolderRole.DRAFTS, from(BO, "draft", 1, GRACE));
    assertThat(find("gra", 10)).isEmpty();
  }

  @Test
  void keepsTheLatestNameAndNeverForgetsOne() {
    add(FolderRole.INBOX, from(person("Grace Hopper", GRACE.address()), "new", 1));
    add(FolderRole.INBOX, from(GRACE, "old", 9));
    add(FolderRole.INBOX, from(person("", "GRACE@navy.example"), "nameless", 0));

    assertThat(find("hopper", 10))
        .extracting(Correspondent::name, Correspondent::address, Correspondent::received)
        .containsExactly(tuple("Grace Hopper", "GRACE@navy.example", 3L));
  }

  @Test
  void readsNoMoreRowsThanItMay() {
    NewMail[] mails = new NewMail[60];
    for (int i = 0; i < mails.length; i++) {
      mails[i] = from(person("Ann", "ann" + (100 + i) + "@far.example"), "mail " + i, 60 - i);
    }
    add(FolderRole.INBOX, mails);

    assertThat(find("ann", 1_000)).hasSize(60);
    assertThat(find("ann", 5))
        .extracting(Correspondent::address)
        .as("the first of the words, and the latest")
        .contains("ann100@far.example", "ann159@far.example")
        .hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void accountsHaveTheirOwn() {
    add(FolderRole.INBOX, from(GRACE, "one", 1));
    assertThat(correspondents.find(fixture.account(), "gra", 10)).isEmpty();
    fixture.store.people().accounts().remove(account);
    assertThat(correspondents.find(account, "gra", 10)).isEmpty();
  }
}
