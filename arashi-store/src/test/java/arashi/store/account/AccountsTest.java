package arashi.store.account;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.Store;
import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NoSuchFolderException;
import arashi.store.policy.PolicyEdit;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts, their folders and their sessions. */
@Tag("database")
class AccountsTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Store store = fixture.store;

  private static Sha256 token(String text) {
    return Sha256.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static Session session(long account, String token) {
    return store
        .people()
        .sessions()
        .create(token(token), account, "csrf", HOUR, "Browser/1.0", "::1");
  }

  @Test
  void makesAnAccountWithAFolderForEachRole() throws NameTakenException {
    Account account =
        store.people().accounts().create(" Ada@Example.org ", "$hash$", "gold", true, 5);

    assertThat(account.name()).isEqualTo("ada@example.org");
    assertThat(store.people().accounts().byName("ADA@example.org")).contains(account);
    assertThat(store.people().accounts().byId(account.id())).contains(account);
    assertThat(account.created()).isEqualTo(StoreFixture.NOW);
    assertThat(store.mail().folders().list(account.id()))
        .extracting(Folder::name)
        .containsExactly("Archive", "Drafts", "Inbox", "Junk", "Sent", "Trash");
    assertThat(store.mail().folders().byRole(account.id(), FolderRole.JUNK).orElseThrow().name())
        .isEqualTo("Junk");
    assertThatThrownBy(
            () -> store.people().accounts().create("ada@example.org", "", "standard", false, 0))
        .isInstanceOf(NameTakenException.class);
    assertThat(account.toString()).doesNotContain("hash");
  }

  /** Failed logins are counted by normal form. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "é-form", " é-form", "é-form ", "\té-form\n", "\u3000É-FORM", "é-form\u00a0",
            "e\u0301-form",
        "e-form", "é-form\u0000", "\u200bé-form", "é-form.", "é\u2010form", "é-ﬁrm", "é-form\ud800"
      })
  void findsAnAccountByExactlyTheSpellingsWithItsNormalForm(String spelling)
      throws NameTakenException {
    if (store.people().accounts().byName("é-form").isEmpty()) {
      store.people().accounts().create("é-form", "", "standard", false, 0);
      store.people().accounts().create("é-form?", "", "standard", false, 0);
    }
    String normal = Accounts.normalName(spelling);

    assertThat(store.people().accounts().byName(spelling).map(Account::name))
        .isEqualTo(store.people().accounts().byName(normal).map(Account::name))
        .isIn(Optional.of(normal), Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\nb", "a\u0000b"})
  void refusesANameThatNobodyCanType(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.people().accounts().create(name, "", "standard", false, 0));
  }

  @Test
  void refusesAServiceClassThatDoesNotExist() {
    long account = fixture.account();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.people().accounts().setClass(account, "silver"))
        .withMessageContaining("gold, standard, guest");
    assertThat(store.people().accounts().setClass(account, "gold")).isTrue();
    assertThat(store.people().accounts().byId(account).orElseThrow().serviceClass())
        .isEqualTo("gold");
  }

  @Test
  void endsSessionsWhenThePasswordChanges() {
    long account = fixture.account();
    session(account, "before");
    assertThat(store.people().accounts().setPassword(account, "$new$")).isTrue();

    assertThat(store.people().sessions().find(token("before"))).isEmpty();
    assertThat(store.people().accounts().byId(account).orElseThrow().passwordHash())
        .isEqualTo("$new$");
    assertThat(store.people().accounts().setPassword(999_999, "$new$")).isFalse();
  }

  /** A login that checked the old password before the change must not begin a session after it. */
  @Test
  void noSessionBeginsWithAPasswordThatWasChanged() {
    Account before = store.people().accounts().byId(fixture.account()).orElseThrow();
    assertThat(begin(before, "in time")).isPresent();
    assertThat(store.people().accounts().setPassword(before.id(), "$new$")).isTrue();

    assertThat(begin(before, "too late")).isEmpty();
    assertThat(store.people().sessions().list(before.id())).isEmpty();
    assertThat(begin(store.people().accounts().byId(before.id()).orElseThrow(), "fresh"))
        .isPresent();
  }

  private static Optional<Session> begin(Account account, String token) {
    return store
        .people()
        .sessions()
        .create(token(token), account, "csrf", HOUR, "Browser/1.0", "::1");
  }

  @Test
  void removesEveryRowOfAnAccountAndNoOther() throws SQLException {
    long account = fixture.account();
    long other = fixture.account();
    for (long id : new long[] {account, other}) {
      fixture.add(id, fixture.inbox(id), mail("m").terms("a", "b").build());
      session(id, "of " + id);
    }

    store.people().accounts().remove(account);

    List<String> tables =
        fixture.rows(
            "SELECT table_name FROM information_schema.columns WHERE table_schema = DATABASE() AND"
                + " column_name = 'account' AND table_name <> 'address'");
    assertThat(tables)
        .contains("folder", "item", "message", "search_fresh", "search_block", "session");
    for (String table : tables) {
      assertThat(fixture.count(table, account)).as(table).isZero();
    }
    assertThat(store.people().accounts().byId(account)).isEmpty();
    assertThat(fixture.count("search_fresh", other)).isEqualTo(1);
    assertThat(store.people().sessions().find(token("of " + other))).isPresent();
    assertThat(store.people().accounts().list("", 1_000)).extracting(Account::id).contains(other);
  }

  @Test
  void nobodyGetsTheAddressOfARemovedAccountByAccident() throws SQLException {
    long account = fixture.account();
    fixture.execute(
        "INSERT INTO address (domain, local_part, account, created_at) VALUES ('example.org',"
            + " 'ada', %d, 1)".formatted(account));
    store.people().accounts().remove(account);

    assertThat(fixture.rows("SELECT local_part, account, removed_at FROM address"))
        .containsExactly("ada " + account + " " + StoreFixture.NOW.toEpochMilli());
  }

  @Test
  void keepsWhatAnAdminHasChangedWhenTheAccountIsRemoved() {
    Account admin = store.people().accounts().byId(fixture.account()).orElseThrow();
    assertThat(store.people().accounts().setAdmin(admin.id(), true)).isTrue();
    store
        .service()
        .policies()
        .change(admin.id(), new PolicyEdit().target("gold", "search", OptionalInt.of(750)));

    store.people().accounts().remove(admin.id());

    assertThat(store.service().policies().audit(1_000))
        .filteredOn(change -> change.admin().equals(admin.name()))
        .singleElement()
        .satisfies(change -> assertThat(change.detail()).contains("750"));
  }

  @Test
  void eachFolderHasAGreaterUidValidityThanThoseBefore() throws NameTakenException {
    long account = fixture.account();
    store.mail().folders().create(account, Folder.TOP, "A");
    store.mail().folders().create(account, Folder.TOP, "B");

    List<Folder> folders =
        store.mail().folders().list(account).stream()
            .sorted(Comparator.comparingLong(Folder::id))
            .toList();
    for (int i = 1; i < folders.size(); i++) {
      assertThat(folders.get(i).uidValidity()).isGreaterThan(folders.get(i - 1).uidValidity());
    }
  }

  @Test
  void nestsFoldersAndFindsThemByPath() throws NameTakenException {
    long account = fixture.account();
    Folder projects = store.mail().folders().create(account, Folder.TOP, "Projects");
    Folder year = store.mail().folders().create(account, projects.id(), "2026");

    assertThat(store.mail().folders().byName(account, "Projects/2026")).contains(year);
    assertThat(store.mail().folders().byName(account, "inbox").orElseThrow().role())
        .isEqualTo(Optional.of(FolderRole.INBOX));
    Folder inInbox = store.mail().folders().create(account, fixture.inbox(account), " Lists ");
    assertThat(store.mail().folders().byName(account, "INBOX/Lists")).contains(inInbox);
    assertThat(store.mail().folders().byName(account, "Projects/ 2026 ")).contains(year);
    assertThat(store.mail().folders().byName(account, "2026")).isEmpty();
    assertThat(store.mail().folders().byName(account, "projects/2026")).isEmpty();
    assertThatThrownBy(() -> store.mail().folders().create(account, projects.id(), "2026"))
        .isInstanceOf(NameTakenException.class);
    assertThatThrownBy(() -> store.mail().folders().create(account, 99, "2026"))
        .isInstanceOf(NoSuchFolderException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> store.mail().folders().create(account, Folder.TOP, "a/b"));
  }

  @Test
  void tellsFolderNamesApartByTheirBytes() throws NameTakenException {
    long account = fixture.account();
    Folder accented = store.mail().folders().create(account, Folder.TOP, "Résumé");
    Folder plain = store.mail().folders().create(account, Folder.TOP, "Resume");

    assertThat(store.mail().folders().byName(account, "Résumé")).contains(accented);
    assertThat(store.mail().folders().byName(account, "Resume")).contains(plain);
  }

  @Test
  void endsASessionInTimeUnlessItIsTouched() {
    long account = fixture.account();
    Session session = session(account, "timed");
    assertThat(store.people().sessions().find(token("timed"))).contains(session);
    assertThat(store.people().sessions().list(account)).containsExactly(session);

    fixture.now.set(StoreFixture.NOW.plus(HOUR.dividedBy(2)));
    assertThat(store.people().sessions().touch(token("timed"), HOUR)).isTrue();
    fixture.now.set(StoreFixture.NOW.plus(HOUR));
    assertThat(store.people().sessions().find(token("timed"))).isPresent();
    fixture.now.set(StoreFixture.NOW.plus(HOUR.multipliedBy(2)));
    assertThat(store.people().sessions().find(token("timed"))).isEmpty();
    assertThat(store.people().sessions().touch(token("timed"), HOUR)).isFalse();
    assertThat(store.people().sessions().list(account)).isEmpty();

    assertThat(store.people().sessions().deleteExpired(fixture.now.get(), 1_000)).isPositive();
    assertThat(store.people().sessions().delete(token("timed"))).isFalse();
    fixture.now.set(StoreFixture.NOW);
  }

  @Test
  void endsASessionAtLogout() {
    long account = fixture.account();
    session(account, "logout");
    assertThat(store.people().sessions().delete(token("logout"))).isTrue();
    assertThat(store.people().sessions().find(token("logout"))).isEmpty();
  }
}
