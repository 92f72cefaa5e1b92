package arashi.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Links of the documents lead to files and headings that exist. */
class DocumentLinksTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(top, docs).filter(DocumentLinksTest::isDocument).forEach(documents::add);
    }
    return documents;
  }

  private static boolean isDocument(Path file) {
    return file.toString().endsWith(".md");
  }

  private static List<String> links(Path document) throws IOException {
    String text = CODE.matcher(Files.readString(document)).replaceAll("");
    return LINK.matcher(text).results().map(link -> link.group(1)).toList();
  }

  /** Anchors of the headings, as GitHub makes them. */
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new HashSet<>();
    HEADING
        .matcher(Files.readString(document))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(text -> text.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .forEach(anchors::add);
    return anchors;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadToFilesAndHeadings(Path document) throws IOException {
    for (String link : links(document)) {
      if (link.startsWith("http:") || link.startsWith("https:")) {
        continue;
      }
      String[] parts = link.split("#", 2);
      Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
      assertThat(file).as(link).exists();
      if (parts.length > 1 && isDocument(file)) {
        assertThat(anchors(file)).as(link).contains(parts[1]);
      }
    }
  }

  @Test
  void everyPlotIsShown() throws IOException {
    Set<String> shown = new HashSet<>();
    for (Path document : documents()) {
      links(document).forEach(link -> shown.add(Path.of(link).getFileName().toString()));
    }
    try (Stream<Path> files = Files.list(ROOT.resolve("docs").resolve("evaluation"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(file -> file.endsWith(".svg"))
          .isSubsetOf(shown);
    }
  }
}
