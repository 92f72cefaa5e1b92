package guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The documents show the code that these tests run. */
class DocumentsTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");
  private static final Pattern SNIPPET = Pattern.compile("(?ms)^ *// snippet\n(.*?)^ *// end$");

  @ParameterizedTest
  @CsvSource({"netio.md, NetioGuideTest.java", "fileio.md, FileioGuideTest.java"})
  void theCodeInADocumentIsCompiledAndRun(String document, String test) throws IOException {
    String text = Files.readString(Path.of("..", "docs", document));
    String code = Files.readString(Path.of("src", "test", "java", "guide", test));
    List<String> blocks = BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
    List<String> snippets =
        SNIPPET
            .matcher(code)
            .results()
            .map(snippet -> snippet.group(1).stripTrailing().stripIndent() + "\n")
            .toList();

    assertThat(blocks).isNotEmpty().containsExactlyElementsOf(snippets);
  }
}
