package seda.kernel.export;

import static org.assertj.core.api.Assertions.assertThat;
import static seda.kernel.EnqueueResult.Outcome.FULL;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import seda.kernel.ClassSnapshot;
import seda.kernel.ClassSnapshot.Times;
import seda.kernel.Distribution;
import seda.kernel.DomainSnapshot;
import seda.kernel.GraphSnapshot;
import seda.kernel.StageSnapshot;

/** A graph of two stages with awkward names, in DOT and JSON. */
class ExportTest {
  private static final String STRING = "\"(?:[^\"\\\\\n]|\\\\.)*\"";
  private static final Pattern STATEMENT =
      Pattern.compile(
          ("\\s*(?:digraph \\w+ \\{"
                  + "|subgraph S \\{"
                  + "|\\w+ = (?:\\w+|S);"
                  + "|(?:node|S|S -> S) \\[\\w+ = (?:\\w+|S)\\];"
                  + "|\\})")
              .replace("S", STRING));

  private static final Distribution TIMES = new Distribution(6, 2.5e6, 1, 2, 3, 4, 5);
  private static final Times ALL = new Times(TIMES, Distribution.EMPTY, TIMES);

  private static final GraphSnapshot GRAPH =
      new GraphSnapshot(
          Instant.EPOCH.plusSeconds(6),
          6_000_000_000L,
          List.of(
              stage("parse", "front", 3, List.of(), Map.of("", 10L)),
              stage(
                  "reply \"now\"",
                  "back \\ end",
                  0,
                  List.of(new ClassSnapshot(1, 7, 6, Map.of(FULL, 5L), 1, 0, Times.EMPTY, ALL)),
                  Map.of("parse", 7L, "", 1L))),
          List.of(
              new DomainSnapshot("front", "processors", 1, 1, 1, 0),
              new DomainSnapshot("back \\ end", "pool", 2, 1, 4, 9)));

  private static StageSnapshot stage(
      String name, String domain, int queued, List<ClassSnapshot> classes, Map<String, Long> from) {
    return new StageSnapshot(
        name,
        domain,
        new StageSnapshot.QueueSnapshot(queued, queued, 64),
        32,
        7,
        6,
        1,
        0,
        new StageSnapshot.HandlerSnapshot(2, 800, 400),
        ALL,
        classes,
        from);
  }

  @Test
  void theDrawingIsSyntacticallyDot() {
    String dot = GraphDot.of(GRAPH);

    assertThat(dot.lines()).allMatch(line -> STATEMENT.matcher(line).matches());
    assertThat(dot.chars().filter(c -> c == '{').count())
        .isEqualTo(dot.chars().filter(c -> c == '}').count());
    assertThat(dot).startsWith("digraph ").endsWith("}\n");
  }

  @Test
  void theDrawingHasStagesInTheirDomainsAndTheEdgesThatWereSeen() {
    List<String> dot = GraphDot.of(GRAPH).lines().map(String::strip).toList();

    assertThat(dot)
        .containsSubsequence(
            "label = \"front, 1 thread\";",
            "\"parse\" [label = \"parse\\nqueue 3\"];",
            "}",
            "label = \"back \\\\ end, 2 threads\";",
            "\"reply \\\"now\\\"\" [label = \"reply \\\"now\\\"\\nqueue 0\"];",
            "}",
            "\"(outside)\" -> \"parse\" [label = \"10\"];",
            "\"(outside)\" -> \"reply \\\"now\\\"\" [label = \"1\"];",
            "\"parse\" -> \"reply \\\"now\\\"\" [label = \"7\"];");
  }

  @Test
  void theDataIsJsonWithWhatTheSnapshotHas() {
    ConfigParseOptions json = ConfigParseOptions.defaults().setSyntax(ConfigSyntax.JSON);

    Config read = ConfigFactory.parseString(GraphJson.of(GRAPH), json);

    assertThat(read.getString("at")).isEqualTo("1970-01-01T00:00:06Z");
    assertThat(read.getLong("nanos")).isEqualTo(6_000_000_000L);
    Config reply = read.getConfigList("stages").get(1);
    assertThat(reply.getString("stage")).isEqualTo("reply \"now\"");
    assertThat(reply.getString("domain")).isEqualTo("back \\ end");
    assertThat(reply.getInt("queueCapacity")).isEqualTo(64);
    assertThat(reply.getLong("accepted")).isEqualTo(7);
    assertThat(reply.getLong("rejected")).isEqualTo(5);
    assertThat(reply.getLong("completed")).isEqualTo(6);
    assertThat(reply.getDouble("recent.response.mean")).isEqualTo(2.5e6);
    Config low = reply.getConfigList("classes").get(0);
    assertThat(low.getInt("rank")).isEqualTo(1);
    assertThat(low.getLong("completed")).isEqualTo(6);
    assertThat(low.getLong("refused.FULL")).isEqualTo(5);
    assertThat(low.getLong("recent.response.count")).isZero();
    assertThat(low.getLong("total.waiting.p999")).isEqualTo(4);
    assertThat(read.getConfigList("domains"))
        .extracting(domain -> domain.getString("name") + " " + domain.getInt("threads"))
        .containsExactly("front 1", "back \\ end 2");
    assertThat(read.getConfigList("edges"))
        .extracting(edge -> edge.getString("from") + " → " + edge.getString("to"))
        .containsExactly(" → parse", " → reply \"now\"", "parse → reply \"now\"");
  }

  @Test
  void anEmptyGraphIsDrawnAndExported() {
    GraphSnapshot empty = new GraphSnapshot(Instant.EPOCH, 0, List.of(), List.of());

    assertThat(GraphDot.of(empty).lines()).allMatch(line -> STATEMENT.matcher(line).matches());
    assertThat(ConfigFactory.parseString(GraphJson.of(empty)).getList("stages")).isEmpty();
  }
}
