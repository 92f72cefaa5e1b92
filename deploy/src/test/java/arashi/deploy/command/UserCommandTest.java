package arashi.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.Arashi;
import arashi.deploy.Client;
import arashi.deploy.Eventually;
import arashi.deploy.Mails;
import arashi.deploy.PasswordSourcesTest;
import arashi.deploy.TestService;
import arashi.deploy.TestUser;
import db.migrations.Database;
import db.migrations.MySqlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@code arashi user}, on a server that the service uses at the same time. */
public class UserCommandTest {
  private static final String PASSWORD = "correct horse battery";
  private static final AtomicInteger NEXT = new AtomicInteger();

  private final TestService service = TestService.shared();
  private final String name = "person" + NEXT.incrementAndGet() + "@example.org";

  private static Arashi.Outcome user(String input, String... arguments) {
    List<String> all = new ArrayList<>(List.of("user"));
    all.addAll(List.of(arguments));
    all.addAll(mysql());
    return Arashi.run(input, all);
  }

  /** The options that lead to the database of the tests. */
  public static List<String> mysql() {
    Database database = TestService.database().connection();
    MySqlUrl url = new MySqlUrl(database.url());
    if (!url.text().contains("user=")) {
      url = url.with("user", database.user());
    }
    String password = url.password().orElse(database.password());
    return List.of(
        "--mysql",
        url.withoutPassword().text(),
        "--mysql-password-file",
        PasswordSourcesTest.file(password).toString());
  }

  private Arashi.Outcome add(String... options) {
    List<String> all = new ArrayList<>(List.of("add", name, "--password-stdin"));
    all.addAll(List.of(options));
    return user(PASSWORD + "\n", all.toArray(String[]::new));
  }

  @Test
  void addsAUserWhoCanSignIn() {
    Arashi.Outcome outcome = add();

    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("Added " + name).doesNotContain(PASSWORD);
    assertThat(service.client().signIn(name, PASSWORD).status()).isEqualTo(303);
  }

  @Test
  void refusesANameThatIsTaken() {
    add();

    Arashi.Outcome again = add();

    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains(name).contains("already");
  }

  @Test
  void refusesAPasswordThatIsTooShortOrMissing() {
    for (String password : List.of("short\n", "\n", "", "x".repeat(1_001) + "\n")) {
      Arashi.Outcome outcome = user(password, "add", name, "--password-stdin");
      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err()).contains("characters");
    }
    assertThat(service.store().people().accounts().byName(name)).isEmpty();
  }

  @Test
  void refusesAMalformedName() {
    assertThat(user(PASSWORD, "add", " ", "--password-stdin").exit()).isEqualTo(1);
    assertThat(user(PASSWORD, "add", "a\u0007b", "--password-stdin").exit()).isEqualTo(1);
    assertThat(user(PASSWORD, "add", "x".repeat(192), "--password-stdin").exit()).isEqualTo(1);
  }

  @Test
  void doesNotAskForAPasswordWithoutATerminal() {
    Arashi.Outcome outcome = user("", "add", name);

    assertThat(outcome.exit()).isEqualTo(1);
    assertThat(outcome.err()).contains("--password-stdin");
  }

  @Test
  void changesAPasswordAndEndsTheSessions() {
    add();
    Client client = service.client();
    client.signIn(name, PASSWORD);

    Arashi.Outcome outcome = user("another password\n", "passwd", name, "--password-stdin");

    assertThat(outcome.exit()).isZero();
    assertThat(service.client().signIn(name, PASSWORD).status()).isEqualTo(403);
    assertThat(service.client().signIn(name, "another password").status()).isEqualTo(303);
    long id = service.store().people().accounts().byName(name).orElseThrow().id();
    assertThat(service.store().people().sessions().list(id)).hasSize(1);
  }

  @Test
  void putsAUserIntoAClass() {
    add();
    List<String> classes = service.store().people().accounts().serviceClasses();
    String first = classes.get(0);

    assertThat(user("", "class", name, first).exit()).isZero();
    assertThat(service.store().people().accounts().byName(name).orElseThrow().serviceClass())
        .isEqualTo(first);

    Arashi.Outcome unknown = user("", "class", name, "no-such-class");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).contains("no-such-class").contains(classes);
  }

  @Test
  void makesAUserAnAdminAndTakesThatBack() {
    add();
    Client client = service.client();
    client.signIn(name, PASSWORD);
    assertThat(client.get("/admin").status()).isEqualTo(403);

    assertThat(user("", "admin", name).exit()).isZero();
    Eventually.holds(() -> client.get("/admin").status() == 200);

    assertThat(user("", "admin", name, "--revoke").exit()).isZero();
    Eventually.holds(() -> client.get("/admin").status() == 403);
  }

  @Test
  void listsUsersWithTheirClasses() {
    add("--admin");

    Arashi.Outcome outcome = user("", "list");

    assertThat(outcome.exit()).isZero();
    assertThat(outcome.out().lines()).contains(name + "\tstandard\tadmin");
  }

  @Test
  void removesAUserWithAllMail() {
    TestUser user = service.user();
    user.receives(Mails.plain(1, "Ada <ada@example.org>", "Kettle", "It boils."));

    assertThat(user("", "remove", user.name()).exit()).isZero();

    assertThat(service.store().people().accounts().byName(user.name())).isEmpty();
    assertThat(service.store().mail().folders().list(user.id())).isEmpty();
    assertThat(service.client().signIn(user.name(), TestUser.PASSWORD).status()).isEqualTo(403);
  }

  @Test
  void saysThatThereIsNoSuchUser() {
    for (List<String> command :
        List.of(
            List.of("passwd", "nobody", "--password-stdin"),
            List.of("class", "nobody", "standard"),
            List.of("admin", "nobody"),
            List.of("remove", "nobody"))) {
      Arashi.Outcome outcome = user(PASSWORD, command.toArray(String[]::new));
      assertThat(outcome.exit()).isEqualTo(1);
      assertThat(outcome.err())
          .isEqualTo("arashi: there is no user nobody" + System.lineSeparator());
    }
  }
}
