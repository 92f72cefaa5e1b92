package benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path folder;

  private Report report() {
    return new Report(folder, "./arashi bench test");
  }

  @Test
  void replacesItsOwnSectionOfAPageAlone() throws IOException {
    Path page = folder.resolve("page.md");
    report().text("first").write("page.md", "Title", "");
    Files.writeString(page, Files.readString(page) + "By hand.\n");
    report().text("second").write("page.md", "Title", "");
    assertThat(Files.readString(page))
        .startsWith("# Title")
        .contains("second")
        .doesNotContain("first")
        .endsWith("By hand.\n");
  }

  @Test
  void addsNamedSectionsToAPageAndReplacesEachAlone() throws IOException {
    report().text("first of one").write("page.md", "Title", "one");
    report().text("first of two").write("page.md", "Title", "two");
    report().text("second of one").write("page.md", "Title", "one");
    assertThat(Files.readString(folder.resolve("page.md")))
        .startsWith("# Title")
        .contains("second of one", "first of two")
        .doesNotContain("first of one");
  }

  @Test
  void leavesAPageWithoutMarksAlone() throws IOException {
    Path page = Files.writeString(folder.resolve("page.md"), "By hand.\n");
    assertThatThrownBy(() -> report().text("x").write("page.md", "Title", ""))
        .isInstanceOf(BenchmarkException.class);
    assertThat(page).hasContent("By hand.\n");
  }

  @Test
  void writesChartsBesideThePageAndNamesThem() throws IOException {
    Report report = report().chart("c.svg", "A chart", "<svg/>");
    assertThat(report.markdown()).contains("![A chart](c.svg)");
    assertThat(folder.resolve("c.svg")).hasContent("<svg/>");
  }

  @Test
  void saysInJsonHowItWasMade() throws IOException {
    report().json("r.json", Json.map("rows", List.of(Json.map("a", 0.123456), Json.map("a", 2L))));
    String text = Files.readString(folder.resolve("r.json"));
    JsonObject json = JsonParser.parseString(text).getAsJsonObject();
    assertThat(json.get("command").getAsString()).isEqualTo("./arashi bench test");
    assertThat(json.keySet()).contains("machine", "month");
    assertThat(text).as("a row on each line").contains("    {\"a\":0.1235},\n    {\"a\":2}\n");
  }

  @Test
  void jsonHasNoNumbersThatAreNone() {
    JsonObject json =
        JsonParser.parseString(Json.of(Json.map("a", List.of(1.5, Double.NaN)))).getAsJsonObject();
    assertThat(json.getAsJsonArray("a").get(0).getAsDouble()).isEqualTo(1.5);
    assertThat(json.getAsJsonArray("a").get(1).isJsonNull()).isTrue();
  }

  @Test
  void alignsTheColumnsOfATable() {
    Table table = new Table("mails | ms, % of all");
    table.row("%d | %.1f", 100, 1.5);
    table.row("%d | %s", 1, "");
    assertThat(table)
        .hasToString(
            """
            | mails | ms, % of all |
            | ----- | -----------: |
            | 100   |          1.5 |
            | 1     |              |
            """);
  }

  @Test
  void hasAColumnForEachItem() {
    Table table = Table.across("size", List.of(1, 20), size -> "n" + size);
    table.row("100 % of it", List.of(1, 20), "%.1f", size -> size / 2.0);
    assertThat(table.toString()).contains("| size        |  n1 |  n20 |", "| 0.5 | 10.0 |");
  }

  @Test
  void takesTheMeanOfTheMiddleTwoAsTheMedian() {
    assertThat(Figures.median(List.of(3, 1, 2), x -> x)).isEqualTo(2);
    assertThat(Figures.median(List.of(4, 1, 2, 3), x -> x)).isEqualTo(2.5);
    assertThat(Figures.median(List.<Integer>of(), x -> x)).isNaN();
  }

  @Test
  void isFairIfAllHaveAsMany() {
    assertThat(Figures.jain(List.of(5, 5, 5))).isCloseTo(1, within(1e-9));
    assertThat(Figures.jain(List.of(6, 0, 0))).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(Figures.jain(List.of(0, 0))).isZero();
  }

  @Test
  void takesPercentilesInMilliseconds() {
    Histogram times = new Histogram(3);
    Arrays.stream(new long[] {1_000_000, 2_000_000, 90_000_000}).forEach(times::recordValue);
    assertThat(Figures.millis(times, 50)).isCloseTo(2, within(0.01));
    assertThat(Figures.millis(times, 100)).isCloseTo(90, within(0.1));
  }
}
