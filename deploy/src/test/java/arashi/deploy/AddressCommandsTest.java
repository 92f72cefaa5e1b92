package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.command.UserCommandTest;
import arashi.store.address.Address;
import arashi.store.address.Resolution;
import arashi.store.mail.FolderRole;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code arashi domain}, {@code arashi alias}, and what {@code arashi user} does with addresses.
 */
@Tag("database")
class AddressCommandsTest {
  private static final String PASSWORD = "correct horse battery";
  private static final AtomicInteger NEXT = new AtomicInteger();

  private final TestService service = TestService.shared();
  private final String domain = "site" + NEXT.incrementAndGet() + ".example";
  private final String ada = "ada@" + domain;

  private static Arashi.Outcome run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(UserCommandTest.mysql());
    return Arashi.run(PASSWORD + "\n", all);
  }

  private static String done(String... arguments) {
    Arashi.Outcome outcome = run(arguments);
    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    return outcome.out();
  }

  private static String refused(String... arguments) {
    Arashi.Outcome outcome = run(arguments);
    assertThat(outcome.exit()).as(outcome.toString()).isEqualTo(1);
    return outcome.err();
  }

  private static String addUser(String name, String... options) {
    List<String> all = new ArrayList<>(List.of("user", "add", name, "--password-stdin"));
    all.addAll(List.of(options));
    return done(all.toArray(String[]::new));
  }

  private Resolution resolve(String address) {
    return service.store().people().addresses().resolve(Address.parse(address));
  }

  @Test
  void aNewUserGetsTheAddressThatIsTheName() {
    assertThat(addUser(ada))
        .contains("Added " + ada, "Mail for " + ada + " is received", domain + " is a domain");
    assertThat(resolve(ada)).isInstanceOf(Resolution.Found.class);
    assertThat(done("domain", "list").lines()).contains(domain);
    assertThat(done("user", "address", ada).lines()).containsExactly(ada);
    assertThat(addUser("bob@" + domain)).doesNotContain("is a domain");
  }

  @Test
  void aUserSignsInByNameOrByAddress() {
    String name = "lovelace-" + domain;
    addUser(name, "--address", ada);
    done("user", "address", name, "a.byron@" + domain);
    try (TestService own = TestService.with(Map.of())) {
      for (String typed : List.of(name, ada, " Ada@" + domain + " ", "A.Byron@" + domain)) {
        assertThat(own.client().signIn(typed, PASSWORD).status()).as(typed).isEqualTo(303);
        assertThat(own.client().signIn(typed, "not it at all").status()).isEqualTo(403);
      }
      assertThat(own.client().signIn("nobody@" + domain, PASSWORD).status()).isEqualTo(403);
      assertThat(own.client().signIn("ada+x@" + domain, PASSWORD).status()).isEqualTo(403);
    }
  }

  @Test
  void allAddressesOfAUserCountAsOneAtTheLogin() {
    addUser("one-" + domain, "--address", ada);
    int limited = 0;
    try (TestService own = TestService.with(Map.of())) {
      for (int i = 0; i < 12; i++) {
        String typed = i % 2 == 0 ? "one-" + domain : ada;
        limited += own.client().signIn(typed, "wrong " + i).status() == 429 ? 1 : 0;
      }
    }
    assertThat(limited).isEqualTo(2);
  }

  @Test
  void aNameMayLookLikeAnAddressOfAnotherSite() {
    assertThat(addUser(ada, "--no-address")).doesNotContain("Mail for");
    assertThat(resolve(ada)).isEqualTo(new Resolution.Foreign());
    assertThat(refused("user", "address", ada, ada)).contains("not a domain of this service");
  }

  @Test
  void domainsAreAddedOnceAndRemovedWithCare() {
    assertThat(done("domain", "add", "Bücher-" + domain))
        .contains("Added xn--")
        .contains("postmaster@");
    assertThat(done("domain", "list")).contains("bücher-" + domain);
    assertThat(refused("domain", "add", "bücher-" + domain)).contains("already");
    assertThat(refused("domain", "add", "no domain")).contains("is not a domain");
    done("domain", "remove", "bücher-" + domain);
    assertThat(refused("domain", "remove", "bücher-" + domain)).contains("not a domain");

    addUser(ada);
    assertThat(refused("domain", "remove", domain))
        .contains("1 address")
        .contains("--with-addresses");
    done("domain", "remove", domain, "--with-addresses");
    assertThat(resolve(ada)).isEqualTo(new Resolution.Foreign());
    assertThat(service.store().people().accounts().byName(ada)).isPresent();
  }

  @Test
  void aliasesAreAddedListedAndRemoved() {
    addUser(ada);
    addUser("bob@" + domain);
    String team = "team@" + domain;
    done("alias", "add", "Team@" + domain, ada, "bob@" + domain);
    assertThat(done("alias", "list").lines()).contains(team + "\t" + ada + ", bob@" + domain);
    assertThat(((Resolution.Found) resolve(team)).targets()).hasSize(2);

    assertThat(refused("alias", "add", "loop@" + domain, "loop@" + domain)).contains("itself");
    assertThat(refused("alias", "add", team, "ada@elsewhere.example"))
        .contains("not an address of this service");
    assertThat(refused("alias", "add", team, "nobody@" + domain)).contains("nobody has");
    assertThat(refused("alias", "add", ada, "bob@" + domain)).contains("belongs to another user");

    done("alias", "remove", team, ada);
    assertThat(done("alias", "list").lines()).contains(team + "\tbob@" + domain);
    done("alias", "remove", team);
    assertThat(refused("alias", "remove", team)).contains("no alias");
  }

  @Test
  void aRemovedAddressIsGivenToAnotherOnlyByForce() {
    addUser(ada);
    done("user", "remove", ada);
    assertThat(refused("user", "add", ada, "--password-stdin"))
        .contains("removed")
        .contains("--force");
    assertThat(service.store().people().accounts().byName(ada)).as("nothing is left").isEmpty();
    addUser(ada, "--force");
    assertThat(resolve(ada)).isInstanceOf(Resolution.Found.class);

    done("user", "address", ada, ada, "--remove");
    assertThat(refused("user", "address", ada, ada, "--remove")).contains("does not have");
    assertThat(resolve(ada)).isEqualTo(new Resolution.Unknown());
    done("user", "address", ada, ada);
  }

  @Test
  void aUserHasAQuotaOfItsOwn() {
    addUser(ada);
    done("user", "quota", ada, "2GiB");
    assertThat(service.store().people().accounts().byName(ada).orElseThrow().quotaBytes())
        .isEqualTo(2L << 30);
    done("user", "quota", ada, "default");
    assertThat(service.store().people().accounts().byName(ada).orElseThrow().quotaBytes()).isZero();
    assertThat(refused("user", "quota", ada, "much")).contains("not a size");
    assertThat(refused("user", "quota", ada, "0")).contains("at least one byte");
  }

  @Test
  void mailThatWasDeletedForGoodComesBackToTrash() {
    TestUser user = service.user();
    byte[] mail = Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils.");
    user.receives(mail);
    long inbox = user.folder(FolderRole.INBOX).id();
    long trash = user.folder(FolderRole.TRASH).id();
    service.store().mail().items().refile(user.id(), inbox, List.of(1L), trash);
    service.store().mail().items().delete(user.id(), trash, List.of(1L));

    assertThat(done("user", "restore", user.name())).contains("1 mail is in the Trash");

    Client client = service.signedIn(user);
    assertThat(client.get(user.path(FolderRole.TRASH)).text()).contains("Kettle");
    assertThat(client.get(user.path(FolderRole.TRASH) + "/2/raw").bytes()).isEqualTo(mail);
    assertThat(done("user", "restore", user.name())).contains("0 mails");
  }

  @Test
  void oneMailThatWasDeletedForGoodComesBack() {
    TestUser user = service.user();
    long inbox = user.folder(FolderRole.INBOX).id();
    long trash = user.folder(FolderRole.TRASH).id();
    List<Long> uids = user.receives("Kettle", "Boat");
    var moved = service.store().mail().items().refile(user.id(), inbox, uids, trash);
    service.store().mail().items().delete(user.id(), trash, moved.uids().values());

    String listed = done("user", "restore", "--list", user.name());
    String boat = listed.lines().filter(line -> line.endsWith("Boat")).findFirst().orElseThrow();
    assertThat(listed.lines()).hasSize(2);
    String id = boat.substring(0, boat.indexOf(' '));
    assertThat(done("user", "restore", "--mail", id, user.name())).contains("1 mail is");

    assertThat(done("user", "restore", "--list", user.name())).endsWith("Kettle\n");
    assertThat(service.signedIn(user).get(user.path(FolderRole.TRASH)).rows()).hasSize(1);
  }
}
