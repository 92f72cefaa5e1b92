package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.config.GraphConfigException;

/** Section {@code seda} reaches the service's stages. */
class GraphSettingsTest {

  @ParameterizedTest
  @ValueSource(strings = {"thread-per-stage", "thread-per-processor"})
  void theServiceWorksInTheSetUpsOfTheSeeds(String setUp) {
    try (TestService service = TestService.with(Map.of("seda." + setUp, 2))) {
      Client client = service.signedIn(service.user());

      assertThat(client.get("/mail").status()).isEqualTo(200);
      assertThat(threadNames()).anyMatch(name -> name.startsWith(thread(setUp)));
    }
    assertThat(threadNames()).noneMatch(name -> name.startsWith(thread(setUp)));
  }

  private static String thread(String setUp) {
    return setUp.equals("thread-per-stage") ? "stage list folders-" : "thread-per-processor-";
  }

  private static java.util.stream.Stream<String> threadNames() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName);
  }

  @ParameterizedTest
  @ValueSource(strings = {"seda.stages.serch.batch-size", "seda.domains.mail-stroe.max-threads"})
  void aStageOrDomainThatThereIsNotIsRefused(String key) {
    assertThatThrownBy(() -> TestService.with(Map.of(key, 1)))
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContaining(key.substring(0, key.lastIndexOf('.')));
  }

  @Test
  void eachThreadThatUsesTheStoreHasAConnection() {
    Settings normal = Settings.load(null);

    assertThat(normal.with("seda.domains.mail-store.max-threads", 20).connections())
        .isEqualTo(normal.with("mail.store-threads", 20).connections());
  }
}
