package guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import seda.kernel.ProcessorsConfig;
import seda.kernel.StageConfig;
import seda.kernel.admission.ResponseTimeAdmission;
import seda.kernel.config.GraphConfig;
import seda.kernel.control.AimdController;
import seda.kernel.control.ThroughputSizing;

/** Checks that the code and tables of the kernel's documents match the kernel. */
class GuideTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path SNIPPETS = Path.of("src", "test", "java", "guide");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");
  private static final Pattern SNIPPET = Pattern.compile("(?ms)^ *// snippet\n(.*?)^ *// end$");

  /** Matches a section of a configuration and the table of its keys. */
  private static final Pattern REFERENCE =
      Pattern.compile("(?m)^`(seda[^`]*\\})`.*\n\n\\| key .*\n\\|[-|]+\\|\n((?:\\|.*\n)+)");

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([\\w-]+)` \\| (?:`([^`]*)`|[^|]*) \\|");

  /** Matches a key and the last code in its default column. */
  private static final Pattern DEFAULT =
      Pattern.compile("(?m)^\\| `([\\w-]+)` \\| [^|]*`([^`|]+)`[^`|]* \\|");

  record Table(String section, String rows) {
    /** Returns the section with another key. */
    String with(String setting) {
      return section.substring(0, section.lastIndexOf('}')) + "\n" + setting + "\n}";
    }

    @Override
    public String toString() {
      return section;
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String documents() {
    return read(DOCS.resolve("kernel.md")) + read(DOCS.resolve("kernel-reference.md"));
  }

  private static List<String> blocks(String language) {
    return BLOCK
        .matcher(documents())
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  private static List<String> snippets() throws IOException {
    List<String> snippets = new ArrayList<>();
    try (Stream<Path> files = Files.list(SNIPPETS)) {
      for (Path file : files.filter(file -> !file.endsWith("GuideTest.java")).toList()) {
        SNIPPET
            .matcher(read(file))
            .results()
            .map(snippet -> snippet.group(1).stripTrailing().stripIndent() + "\n")
            .forEach(snippets::add);
      }
    }
    return snippets;
  }

  static Stream<Table> tables() {
    return REFERENCE
        .matcher(documents())
        .results()
        .map(table -> new Table(table.group(1), table.group(2)));
  }

  @Test
  void itsSnippetsAreCompiledAndRun() throws IOException {
    assertThat(blocks("java")).isNotEmpty().containsExactlyInAnyOrderElementsOf(snippets());
  }

  @Test
  void itsConfigurationsAreAllowed() {
    assertThat(blocks("hocon"))
        .isNotEmpty()
        .allSatisfy(block -> GraphConfig.of(ConfigFactory.parseString(block).resolve()));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void itsReferenceHasExactlyTheKeysThereAre(Table table) {
    Set<String> listed = new TreeSet<>();
    ROW.matcher(table.rows()).results().forEach(row -> listed.add(row.group(1)));

    Throwable refusal =
        catchThrowable(() -> GraphConfig.of(ConfigFactory.parseString(table.with("no-such = 1"))));

    assertThat(refusal).hasMessageContaining("no-such = 1, unknown key; known here are ");
    String known = refusal.getMessage().replaceFirst(".* known here are ", "");
    assertThat(listed).containsExactly(known.split(", "));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void itsDefaultsAreAllowed(Table table) {
    for (MatchResult row : ROW.matcher(table.rows()).results().toList()) {
      if (row.group(2) != null) {
        String whole = table.with(row.group(1) + " = " + row.group(2));
        assertThatCode(() -> GraphConfig.of(ConfigFactory.parseString(whole)))
            .as(whole)
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void itsDefaultsEqualTheCodes() {
    Map<String, String> listed = new HashMap<>();
    DEFAULT.matcher(documents()).results().forEach(row -> listed.put(row.group(1), row.group(2)));
    AimdController.Settings aimd = AimdController.Settings.PAPER;
    ThroughputSizing.Settings sizing = ThroughputSizing.Settings.DEFAULT;
    ProcessorsConfig processors = ProcessorsConfig.named("any");

    Map.<String, Number>ofEntries(
            Map.entry("inbox-capacity", processors.inboxCapacity()),
            Map.entry("rounds-per-poll", processors.roundsPerPoll()),
            Map.entry("queue-capacity", StageConfig.DEFAULT_QUEUE_CAPACITY),
            Map.entry("batch-size", StageConfig.DEFAULT_BATCH_SIZE),
            Map.entry("guaranteed-share", StageConfig.DEFAULT_SHARE),
            Map.entry("efficiency", sizing.efficiency()),
            Map.entry("utilisation", sizing.utilisation()),
            Map.entry("min-completions", sizing.minCompletions()),
            Map.entry("back-off", sizing.backOff()),
            Map.entry("samples", ResponseTimeAdmission.PAPER_SAMPLES),
            Map.entry("alpha", aimd.alpha()),
            Map.entry("err-i", aimd.errI()),
            Map.entry("err-d", aimd.errD()),
            Map.entry("adj-i", aimd.adjI()),
            Map.entry("adj-d", aimd.adjD()),
            Map.entry("c-i", aimd.cI()),
            Map.entry("rate-min", aimd.rateMin()),
            Map.entry("rate-max", aimd.rateMax()),
            Map.entry("initial-rate", aimd.initialRate()))
        .forEach(
            (key, value) ->
                assertThat(Double.valueOf(listed.get(key))).as(key).isEqualTo(value.doubleValue()));
  }

  @Test
  void itsReferenceHasEverySectionThereIs() {
    assertThat(tables()).hasSize(17);
  }
}
