package benchmarks.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.front.session.Tokens;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Order;
import benchmarks.corpus.MailSupply;
import benchmarks.load.Accounts;
import benchmarks.load.Product;
import benchmarks.report.BenchmarkException;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import seda.kernel.Clock;

/** On the service and its embedded database. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PopulationTest {
  private static final int SIZES = 3;
  private static final int MOST_MAILS = 400;
  private static final int USERS = 30;

  private final List<Integer> filled = new ArrayList<>();
  private Product product;
  private Population population;
  private HikariDataSource connections;
  private Store store;

  @BeforeAll
  void make() throws IOException {
    product = new Product(null, "");
    population =
        new Population(
            product, SIZES, MOST_MAILS, USERS, new MailSupply(List.of()), true, filled::add);
    connections = product.database().open();
    store = Store.over(connections, Clock.system()::instant);
  }

  @AfterAll
  void remove() {
    if (connections != null) {
      connections.close();
    }
    if (population != null) {
      population.close();
    }
    if (product != null) {
      product.close();
    }
  }

  private Account account(Person person) {
    return store.people().accounts().byName(person.name()).orElseThrow();
  }

  private Folder folder(Account account, FolderRole role) {
    return store.mail().folders().byRole(account.id(), role).orElseThrow();
  }

  private int mails(Account account) {
    return (int) folder(account, FolderRole.INBOX).total();
  }

  @Test
  void spacesSizesLogarithmicallyAndSharesLargeMailboxes() {
    List<Person> people = population.people(Accounts.STANDARD, USERS);

    assertThat(filled).containsExactly(1, 20, 400);
    for (int size = 0; size < SIZES; size++) {
      List<Account> accounts = new ArrayList<>();
      for (int i = size; i < USERS; i += SIZES) {
        accounts.add(account(people.get(i)));
      }
      int mails = filled.get(size);
      assertThat(accounts).allMatch(account -> mails(account) == mails);
      assertThat(accounts.stream().map(Account::id).distinct().count())
          .isEqualTo(mails == MOST_MAILS ? 5 : USERS / SIZES);
    }
  }

  @Test
  void givesEachUserASession() {
    List<Person> people = population.people(Accounts.STANDARD, USERS);

    assertThat(people.stream().map(Person::session)).doesNotHaveDuplicates();
    for (Person person : people) {
      assertThat(store.people().sessions().find(Tokens.hash(person.session())))
          .hasValueSatisfying(
              session -> assertThat(session.account()).isEqualTo(account(person).id()));
    }
  }

  @Test
  void spreadsEverySizeOverTheClasses() {
    population.spread(List.of("gold", "guest"));
    try {
      for (String serviceClass : List.of("gold", "guest")) {
        List<Person> people = population.people(serviceClass, SIZES);

        assertThat(people)
            .allMatch(person -> account(person).serviceClass().equals(serviceClass))
            .extracting(person -> mails(account(person)))
            .containsExactlyInAnyOrderElementsOf(filled);
      }
      assertThatThrownBy(() -> population.people(Accounts.STANDARD, 1))
          .isInstanceOf(BenchmarkException.class);
    } finally {
      population.spread(List.of(Accounts.STANDARD));
    }
  }

  @Test
  void restoresMovedMails() {
    Account account = account(population.people(Accounts.STANDARD, 2).get(1));
    long inbox = folder(account, FolderRole.INBOX).id();
    List<Long> uids =
        store.mail().items().first(account.id(), inbox, Order.NEWEST_FIRST, 2).rows().stream()
            .map(Item::uid)
            .toList();
    for (FolderRole role : List.of(FolderRole.ARCHIVE, FolderRole.TRASH)) {
      List<Long> moved = List.of(uids.get(role == FolderRole.ARCHIVE ? 0 : 1));
      store.mail().items().refile(account.id(), inbox, moved, folder(account, role).id());
    }
    assertThat(mails(account)).isEqualTo(18);

    population.restore();

    assertThat(mails(account)).isEqualTo(20);
  }
}
