package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.request.login.Login;
import arashi.store.Store;
import arashi.store.policy.Policy;
import arashi.target.RequestType;
import arashi.web.Translations;
import db.migrations.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import seda.kernel.Clock;

/** The list of request types agrees with the routes, words and templates. */
class RequestTypesTest {

  @Test
  void everyTypeHasItsOwnNameAndWords() {
    List<RequestType> types = TestService.shared().requestTypes();

    assertThat(types).extracting(RequestType::name).doesNotHaveDuplicates();
    assertThat(types).extracting(RequestType::words).doesNotHaveDuplicates();
  }

  @Test
  void noWordsOfABusyPageAreOfATypeThatIsNot() throws IOException {
    Properties words = new Properties();
    try (InputStream in = Translations.class.getResourceAsStream("messages/messages.properties")) {
      words.load(in);
    }
    List<String> used =
        TestService.shared().requestTypes().stream()
            .filter(type -> !type.name().equals("login")) // a form of its own says it
            .filter(type -> !type.name().equals("deliver")) // a reply of SMTP says it
            .map(type -> "busy." + type.words() + ".title")
            .toList();

    assertThat(words.stringPropertyNames())
        .filteredOn(key -> key.startsWith("busy.") && key.endsWith(".title"))
        .containsAll(used)
        .allMatch(key -> used.contains(key) || key.equals("busy.console.title"));
  }

  @Test
  void onlyLoginsTakeAsLongAsRequestsOfThePaper() {
    assertThat(TestService.shared().requestTypes())
        .filteredOn(type -> type.speed() == RequestType.Speed.PAPER)
        .containsExactly(Login.TYPE);
  }

  @Test
  void aFreshDatabaseSetsNoTargetButTheDefaults() {
    try (TestDatabase database = TestDatabase.migrated()) {
      Policy fresh =
          Store.over(database.dataSource(), Clock.system()::instant).service().policies().read();
      for (RequestType type : TestService.shared().requestTypes()) {
        assertThat(fresh.classes())
            .as(type.name())
            .extracting(one -> one.target(type.name(), type.target()))
            .containsOnly((int) type.target().toMillis());
      }
    }
  }
}
