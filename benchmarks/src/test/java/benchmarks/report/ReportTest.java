package benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  @Test
  void drawsAnEmptyChartWhereNothingWasMeasured() {
    assertThat(new LineChart("nothing", "mails", "ms").svg())
        .contains("nothing")
        .doesNotContain("NaN");
  }

  @Test
  void drawsWellFormedPictures() throws Exception {
    LineChart lines = new LineChart("a < b & c", "mails", "ms");
    lines.line("one", List.of(100.0, 1000.0), List.of(1.0, 2.0));
    BarChart bars = new BarChart("bars", "µs", List.of("service", "database"));
    bars.goal(900);
    bars.bar("list", "100", 300, 400);
    PanelChart times = new PanelChart("times", "s");
    times.mark(0.5, "<burst>");
    times.panel("threads").line("one & two", List.of(0.0, 1.0), List.of(0.0, 20.0));
    CumulativeChart shares = new CumulativeChart("shares");
    shares.line("empty", new Histogram(3));
    shares.line("one", histogram(5_000_000));
    for (String svg : List.of(lines.svg(), bars.svg(), times.svg(), shares.svg())) {
      var document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
      assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    }
  }

  @Test
  void showsWhichPartOfTheTimesIsShorter() {
    CumulativeChart chart = new CumulativeChart("shares");
    chart.line("two", histogram(2_000_000, 50_000_000));
    assertThat(chart.svg())
        .contains("points=\"70.0,400.0 ", ",236.0 ", " 650.0,72.0\"")
        .contains(">1</text>", ">10</text>", ">100</text>")
        .doesNotContain(">1,000</text>");
  }

  private static Histogram histogram(long... nanos) {
    Histogram histogram = new Histogram(3);
    Arrays.stream(nanos).forEach(histogram::recordValue);
    return histogram;
  }

  @Test
  void endsAnAxisAtARoundNumberAboveTheHighestValue() {
    assertThat(Axis.upTo(873, 6)).isEqualTo(new Axis(1000, 200));
    assertThat(Axis.upTo(0.9, 5)).isEqualTo(new Axis(1.0, 0.2));
  }

  @Test
  void alignsTheColumnsOfATable() {
    Table table = new Table("mails", "ms");
    table.row("100", "1.5");
    assertThat(table).hasToString("| mails |  ms |\n| ----- | --: |\n| 100   | 1.5 |\n");
  }

  @Test
  void escapesStringsInJson() {
    assertThat(Json.of(Map.of("a", "\"\\\n"))).contains("\"\\\"\\\\\\u000a\"");
  }

  @Test
  void replacesItsOwnSectionOfAPageAlone(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.md");
    GeneratedSection.write(page, "Title", "first");
    Files.writeString(page, Files.readString(page) + "By hand.\n");
    GeneratedSection.write(page, "Title", "second");
    assertThat(Files.readString(page))
        .startsWith("# Title")
        .contains("second")
        .doesNotContain("first")
        .endsWith("By hand.\n");
  }

  @Test
  void addsNamedSectionsToAPageAndReplacesEachAlone(@TempDir Path folder) throws IOException {
    Path page = folder.resolve("page.md");
    GeneratedSection.write(page, "Title", "one", "first of one");
    GeneratedSection.write(page, "Title", "two", "first of two");
    GeneratedSection.write(page, "Title", "one", "second of one");
    assertThat(Files.readString(page))
        .startsWith("# Title")
        .contains("second of one", "first of two")
        .doesNotContain("first of one");
  }

  @Test
  void drawsALineToTheEndOfBothAxes() {
    PanelChart chart = new PanelChart("chart", "s");
    chart.panel("threads").line("pool", List.of(0.0, 100.0), List.of(0.0, 20.0));
    assertThat(chart.svg()).contains("points=\"70.0,258.0 830.0,108.0\"");
  }

  @Test
  void leavesAPageWithoutMarksAlone(@TempDir Path folder) throws IOException {
    Path page = Files.writeString(folder.resolve("page.md"), "By hand.\n");
    assertThatThrownBy(() -> GeneratedSection.write(page, "Title", "x"))
        .isInstanceOf(BenchmarkException.class);
    assertThat(page).hasContent("By hand.\n");
  }
}
