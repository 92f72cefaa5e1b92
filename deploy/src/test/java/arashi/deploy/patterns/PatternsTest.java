package arashi.deploy.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import arashi.deploy.patterns.PatternTable.Row;
import arashi.deploy.patterns.SourcePatterns.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No text of strangers makes a regular expression slow: each expression in the sources of all
 * modules is in a table, which states its longest input, and reads its worst input a bounded number
 * of times. Reads are counted, so the result is the same on each machine.
 */
class PatternsTest {
  /** Reads of a bounded input that take some milliseconds. */
  private static final long BRIEF = 1_000_000;

  private static List<Found> found;
  private static List<Row> rows;

  @BeforeAll
  static void read() throws IOException {
    found = SourcePatterns.below(Path.of("..").toRealPath());
    rows = PatternTable.read();
  }

  @Test
  void theTableHasEachExpression() {
    Set<String> uses = found.stream().map(PatternTable::use).collect(Collectors.toSet());
    Set<String> listed = rows.stream().map(Row::use).collect(Collectors.toSet());

    assertThat(missing(uses, listed)).as("not in patterns.txt").isEmpty();
    assertThat(missing(listed, uses)).as("only in patterns.txt").isEmpty();
    assertThat(listed).as("each once").hasSameSizeAs(rows);
  }

  private static Set<String> missing(Set<String> from, Set<String> in) {
    Set<String> missing = new TreeSet<>(from);
    missing.removeAll(in);
    return missing;
  }

  @Test
  void eachExpressionIsLinearOrItsInputIsShort() {
    Map<String, Row> table =
        rows.stream().collect(Collectors.toMap(Row::use, Function.identity(), (a, b) -> a));
    Map<String, Boolean> seen = new LinkedHashMap<>();
    List<String> slow = new ArrayList<>();
    for (Found one : found) {
      Row row = table.get(PatternTable.use(one));
      if (row == null || row.limit() == 0) {
        continue;
      }
      assertThat(one.fixed() || row.sample().isPresent()).as("constant: %s", one).isTrue();
      String expression = row.sample().orElse(one.text());
      String same = expression + "\t" + one.anchored() + "\t" + row.limit();
      if (seen.putIfAbsent(same, true) == null) {
        long reads = row.limit() == PatternTable.ANY ? 0 : BRIEF;
        Cost cost = Cost.of(expression, one.anchored(), row.limit(), reads);
        if (!cost.isWithin()) {
          slow.add(one + "\n  " + cost);
        }
      }
    }
    assertThat(slow).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?i)\\bheader\\.(?:d\\s*=\\s*\"?|i\\s*=\\s*\"?[^\\s;\"@]*@)([a-z0-9._-]+)",
        "\\n+$",
        ",++$",
        "(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s\"])+",
        "[\\p{L}_-]+( [\\p{L}_-]+)*",
        "=ybegin .{0,120}?\\bname=(.*?)\\s*",
        "begin(-base64)? [0-7]{3,4} (\\S[^\\r\\n]*?)\\s*",
        "-----BEGIN PGP SIGNATURE-----[^\\n]*\\n(?:[^\\n:]{1,80}:[^\\n]*\\n)*+([A-Za-z0-9+/=\\s]+?)\\s-----END",
        "[0-9A-Fa-f.:]*:[0-9A-Fa-f.:]*",
        "(a+)+!",
        "(a|a)*!",
        "(.*)(.*)!"
      })
  void aSlowExpressionIsFound(String expression) {
    assertThat(Cost.of(expression, false, PatternTable.ANY, 0).isWithin()).isFalse();
  }

  @Test
  void eachWayToUseAnExpressionIsFound(@TempDir Path top) throws IOException {
    Path sources = Files.createDirectories(top.resolve("module/src/main/java"));
    Files.writeString(
        sources.resolve("Uses.java"),
        """
        import java.util.Scanner;
        import java.util.regex.Matcher;
        import java.util.regex.Pattern;
        class Uses {
          static final String PART = "b" + Other.MORE;
          static final Pattern SEARCHED = Pattern.compile("a" + PART, Pattern.DOTALL);
          static final Pattern WHOLE = Pattern.compile("c{" + (10 - 1) + "}");
          static final Pattern START = Pattern.compile("d");
          static final Pattern BOTH = Pattern.compile("e");
          void use(String text, String given, java.util.stream.Stream<String> all) {
            SEARCHED.matcher(text).find();
            boolean whole = WHOLE.matcher(text).matches();
            Matcher start = START.matcher(text).region(1, 2);
            start.lookingAt();
            Matcher both = BOTH.matcher(text);
            if (!both.matches()) {
              both.find();
            }
            text.strip().split("f", 2);
            text.replaceAll("g", "").replaceFirst("h", "");
            text.matches("i");
            text.split(given);
            Pattern.matches("j", text);
            SEARCHED.split(text);
            SEARCHED.matcher(text).replaceAll("none");
            new Scanner(text);
            all.map(Pattern::compile);
          }
        }
        """);
    Files.writeString(
        sources.resolve("Other.java"), "class Other { static final String MORE = \"b\"; }");

    Map<String, Boolean> uses =
        SourcePatterns.below(top).stream().collect(Collectors.toMap(Found::text, Found::anchored));
    assertThat(uses)
        .containsOnly(
            entry("(?s)abb", false),
            entry("c{9}", true),
            entry("d", true),
            entry("e", false),
            entry("f", false),
            entry("g", false),
            entry("h", false),
            entry("i", true),
            entry("given", false),
            entry("j", true),
            entry("new Scanner", false),
            entry("Pattern::compile", false));
  }
}
