package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.deploy.config.MailSettings;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import seda.kernel.config.GraphConfigException;

/** Section {@code seda} reaches the service's stages. */
class GraphSettingsTest {
  private static final MBeanServer JMX = ManagementFactory.getPlatformMBeanServer();

  @Test
  void theServiceWorksWithThreadsOfItsOwnForEachStage() {
    String ofOneStage = "stage list folders-";
    try (TestService service = TestService.with(Map.of("seda.thread-per-stage", 2))) {
      Client client = service.signedIn(service.user());

      assertThat(client.get("/mail").status()).isEqualTo(200);
      assertThat(threadNames()).anyMatch(name -> name.startsWith(ofOneStage));
    }
    assertThat(threadNames()).noneMatch(name -> name.startsWith(ofOneStage));
  }

  @Test
  void aStageThatWaitsForTheDatabaseIsNotPutOnProcessors() {
    assertThatThrownBy(() -> TestService.with(Map.of("seda.thread-per-processor", 2)))
        .isInstanceOf(GraphConfigException.class)
        .hasMessageContainingAll("seda.thread-per-processor", "login");
    assertThat(threadNames()).noneMatch(name -> name.startsWith("thread-per-processor-"));
  }

  private static Stream<String> threadNames() {
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
  void theExampleOfTheOperatorsGuideIsOneThatTheServiceTakes() throws IOException {
    String guide = Files.readString(Path.of("..", "docs", "operator.md"));
    Matcher block = Pattern.compile("(?s)```hocon\n(.*?)```").matcher(guide);
    assertThat(block.find()).isTrue();
    Map<String, Object> settings = new HashMap<>();
    ConfigFactory.parseString(block.group(1))
        .entrySet()
        .forEach(entry -> settings.put(entry.getKey(), entry.getValue().unwrapped()));

    try (TestService service = TestService.with(settings)) {
      assertThat(threadNames()).anyMatch(name -> name.startsWith("searches-"));
      assertThat(service.address().getPort()).isPositive();
    }
  }

  @Test
  void theStagesAreSeenInJmxWhileTheServiceRuns() throws JMException {
    ObjectName search;
    try (TestService service = TestService.with(Map.of())) {
      int port = service.address().getPort();
      search = new ObjectName("seda:graph=arashi-" + port + ",type=Stage,name=search");
      assertThat(JMX.getAttribute(search, "Domain")).isEqualTo("mail-store");
    }
    assertThat(JMX.isRegistered(search)).isFalse();
  }

  @Test
  void eachThreadThatUsesTheStoreHasAConnection() {
    MailSettings normal = MailSettings.load(null);

    assertThat(normal.with("seda.domains.mail-store.max-threads", 20).connections())
        .isEqualTo(normal.with("mail.store-threads", 20).connections());
  }
}
