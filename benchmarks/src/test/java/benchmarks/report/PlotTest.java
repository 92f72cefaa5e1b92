package benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class PlotTest {
  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static double y(Document svg, String text) {
    NodeList texts = svg.getElementsByTagName("text");
    for (int i = 0; i < texts.getLength(); i++) {
      if (texts.item(i).getTextContent().equals(text)) {
        return Double.parseDouble(((Element) texts.item(i)).getAttribute("y"));
      }
    }
    throw new AssertionError("no text " + text);
  }

  @Test
  void namesOfCloseLinesDoNotOverlap() throws Exception {
    LinePlot plot = new LinePlot("A & B", "s", "ms").logarithmic().target(100, "target 100 ms");
    List<String> names = List.of("one", "two", "three", "four");
    names.forEach(name -> plot.steps(name, 1, List.of(50.0, Double.NaN, 50.0)));
    Document svg = parsed(plot.svg());
    double[] places = names.stream().mapToDouble(name -> y(svg, name)).sorted().toArray();
    for (int i = 1; i < places.length; i++) {
      assertThat(places[i] - places[i - 1]).isGreaterThanOrEqualTo(Drawing.LINE - 0.1);
    }
  }

  @Test
  void aGapBreaksALine() throws Exception {
    LinePlot plot =
        new LinePlot("t", "s", "ms").steps("a", 1, List.of(1.0, 2.0, Double.NaN, 3.0, 4.0));
    Element path = (Element) parsed(plot.svg()).getElementsByTagName("path").item(0);
    assertThat(path.getAttribute("d").chars().filter(c -> c == 'M')).hasSize(2);
  }

  @Test
  void aBarEndsAtItsValue() throws Exception {
    String svg =
        new RowPlot("t", "%", List.of("2 ×"))
            .goal(100, "capacity")
            .row("ours", true, List.of(100.0))
            .row("other", false, List.of(50.0))
            .row("third", false, List.of(Double.NaN))
            .svg();
    NodeList bars = parsed(svg).getElementsByTagName("rect");
    double ours = Double.parseDouble(((Element) bars.item(1)).getAttribute("width"));
    double other = Double.parseDouble(((Element) bars.item(2)).getAttribute("width"));
    assertThat(other).isCloseTo(ours / 2, within(0.2));
    assertThat(svg).contains("not measured");
  }

  @Test
  void ticksAreRound() {
    assertThat(Axis.linear(73).ticks()).containsExactly(0.0, 20.0, 40.0, 60.0);
    assertThat(Axis.logarithmic(1, 5_000).ticks()).containsExactly(1.0, 10.0, 100.0, 1_000.0);
    assertThat(Axis.logarithmic(1, 100).share(10)).isCloseTo(0.5, within(1e-9));
    assertThat(Axis.text(0.5)).isEqualTo("0.5");
    assertThat(Axis.text(20)).isEqualTo("20");
  }
}
