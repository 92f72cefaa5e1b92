package benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class ChartTest {
  @BeforeAll
  static void requireFonts() {
    Assumptions.assumeTrue(Svg.canMeasureText(), "skipped: the JDK finds no fonts");
  }

  /** The texts of a picture, which must be well-formed. */
  private static List<String> texts(String svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    Document document =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    NodeList nodes = document.getElementsByTagName("text");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  @Test
  void hasTitlesAndALegendOfItsLines() throws Exception {
    Chart chart = new Chart("a < b & c", "s").panel("threads").panel("queue");
    chart.line("pool", List.of(0, 1), List.of(0, 20)).line("other", List.of(0, 1), List.of(1, 2));
    assertThat(texts(chart.svg())).contains("a < b & c", "s", "threads", "queue", "pool", "other");
  }

  @Test
  void namesALineOnceThatIsInSeveralPanels() throws Exception {
    Chart chart = new Chart("chart", "s");
    chart.panel("one").line("pool", List.of(0, 1), List.of(0, 20));
    chart.panel("two").line("pool", List.of(0, 1), List.of(0, 20));
    assertThat(texts(chart.svg())).containsOnlyOnce("pool");
  }

  @Test
  void hasTicksWhereALogarithmicLineHasItsPoints() throws Exception {
    Chart chart = new Chart("chart", "users").logarithmic().panel("ms");
    chart.line("p90", List.of(1, 16, 1024), List.of(3, 4, 5));
    assertThat(texts(chart.svg())).contains("1", "16", "1,024").doesNotContain("10", "100");
  }

  @Test
  void showsItsTargetAlthoughAllLinesAreFarBelow() throws Exception {
    Chart chart = new Chart("chart", "s").panel("ms").target(1_000);
    chart.line("p90", List.of(0, 1), List.of(3, 4)).event("spike", 0.2, 0.8);
    assertThat(texts(chart.svg())).contains("target", "1,000", "spike");
  }

  @Test
  void leavesAGapWhereNothingWasMeasured() {
    List<Double> ys = List.of(1.0, 2.0, Double.NaN, 3.0, 4.0);
    String whole = new Chart("c", "s").panel("ms").steps("a", 1, List.of(1.0, 2.0, 3.0)).svg();
    String gap = new Chart("c", "s").panel("ms").steps("a", 1, ys).svg();
    assertThat(gap).doesNotContain("NaN");
    assertThat(moves(gap)).isEqualTo(moves(whole) + 1);
  }

  /** How often the pen is lifted in all paths. */
  private static int moves(String svg) {
    return svg.split("M[0-9]", -1).length;
  }

  @Test
  void showsWhichPartOfTheTimesIsShorter() throws Exception {
    Histogram times = new Histogram(3);
    times.recordValue(2_000_000);
    times.recordValue(50_000_000);
    Chart chart = new Chart("shares", "ms").logarithmic().panel("%").cumulative("two", times);
    assertThat(texts(chart.svg())).contains("10", "100", "two").doesNotContain("1,000");
  }

  @Test
  void isEmptyWhereNothingWasMeasured() throws Exception {
    assertThat(texts(new Chart("nothing", "mails").logarithmic().panel("ms").svg()))
        .contains("nothing", "mails");
    assertThat(new Chart("nothing", "s").panel("ms").svg()).doesNotContain("NaN");
    Chart noTimes = new Chart("t", "ms").logarithmic().panel("%");
    assertThat(noTimes.cumulative("none", new Histogram(3)).svg()).doesNotContain("NaN");
  }

  @Test
  void stacksThePartsOfABarBesideAGoal() throws Exception {
    BarChart bars = new BarChart("bars", "µs", 900);
    bars.add("list, 100", "service", 300);
    bars.add("list, 100", "database", 400);
    assertThat(texts(bars.svg())).contains("bars", "list, 100", "service", "database", "goal");
  }
}
