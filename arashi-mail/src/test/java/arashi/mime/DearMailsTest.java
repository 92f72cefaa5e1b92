package arashi.mime;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.mime.html.HtmlSanitizer;
import arashi.mime.html.HtmlText;
import arashi.mime.html.PlainTextRenderer;
import arashi.mime.html.SanitizedHtml;
import arashi.mime.limit.HtmlLimits;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.parse.HeaderLine;
import arashi.mime.parse.MailParser;
import arashi.mime.parse.ParsedMail;
import arashi.mime.term.TermExtractor;
import arashi.mime.view.MailProblem;
import arashi.mime.view.MailView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bounds the work for mail that is cheap to send and expensive to parse. Work is counted in steps,
 * never in time.
 */
class DearMailsTest {
  private static final MailParser PARSER = new MailParser(MimeLimits.DEFAULT);
  private static final TermExtractor TERMS = new TermExtractor(TermLimits.DEFAULT);
  private static final HtmlLimits UNLIMITED =
      new HtmlLimits(200, 50, 10_000_000, 64 << 20, 1 << 20, 100_000);

  private static final int SMALL = 50_000;

  /** Allowed factor beyond four times the work for four times the input. */
  private static final double SLACK = 1.5;

  /** Extra output for stray header lines, which are kept only above some input size. */
  private static final int KEPT = 70_000;

  static Stream<String> html() {
    return DearHtml.texts().keySet().stream();
  }

  static Stream<String> mails() {
    return DearMails.mails().keySet().stream();
  }

  private record Cost(long steps, long output) {
    void assertLinearlyMoreThan(Cost small) {
      assertThat((double) steps).isLessThan(4 * SLACK * small.steps + 2_000);
      assertThat((double) output).isLessThan(4 * SLACK * small.output + KEPT);
    }
  }

  private static Cost sanitised(String html, HtmlLimits limits) {
    WorkBudget budget = WorkBudget.unlimited();
    String out = HtmlSanitizer.sanitize(html, id -> Optional.empty(), limits, budget).html();
    return new Cost(budget.steps(), out.length());
  }

  @ParameterizedTest
  @MethodSource("html")
  void sanitisingIsLinear(String name) {
    IntFunction<String> html = DearHtml.texts().get(name);
    Cost small = sanitised(html.apply(SMALL), UNLIMITED);
    Cost large = sanitised(html.apply(4 * SMALL), UNLIMITED);
    large.assertLinearlyMoreThan(small);
    assertThat(large.output()).isLessThan(12L * 4 * SMALL);
  }

  @ParameterizedTest
  @MethodSource("html")
  void thePageOfAMegabyteIsBounded(String name) {
    String html = DearHtml.texts().get(name).apply(1 << 20);
    SanitizedHtml out = HtmlSanitizer.sanitize(html, id -> Optional.empty());
    HtmlLimits limits = HtmlLimits.DEFAULT;
    // the last piece may be an attribute of a quarter megabyte, written as entities
    assertThat(out.html().length()).isLessThan(limits.maxOutputChars() + 6 * (256 << 10));
    assertThat(out.html().split("<[a-z]", -1).length).isLessThan(2 * limits.maxElements());
  }

  @ParameterizedTest
  @MethodSource("html")
  void theTextOfHtmlIsLinear(String name) {
    IntFunction<String> html = DearHtml.texts().get(name);
    text(html.apply(4 * SMALL)).assertLinearlyMoreThan(text(html.apply(SMALL)));
  }

  private static Cost text(String html) {
    WorkBudget budget = WorkBudget.unlimited();
    int length = HtmlText.of(html, 512 << 10, budget).length();
    return new Cost(budget.steps(), length);
  }

  @ParameterizedTest
  @MethodSource("mails")
  void readingAMailIsLinear(String name) {
    IntFunction<String> mail = DearMails.mails().get(name);
    read(mail.apply(4 * SMALL)).assertLinearlyMoreThan(read(mail.apply(SMALL)));
  }

  private static Cost read(String mail) {
    WorkBudget budget = WorkBudget.unlimited();
    ParsedMail parsed = PARSER.parse(mail.getBytes(StandardCharsets.UTF_8), budget);
    TERMS.terms(parsed.view(), budget);
    int rendered = PlainTextRenderer.render(parsed.view().text()).length();
    return new Cost(budget.steps(), rendered);
  }

  /** Returns a budget of {@code most} looks at the clock, each after some thousand steps. */
  private static WorkBudget looks(int most) {
    AtomicLong looks = new AtomicLong();
    return new WorkBudget.Limit(Duration.ofNanos(most), looks::getAndIncrement).start();
  }

  @ParameterizedTest
  @ValueSource(strings = {"html <p><b>", "parts", "lines that are no fields", "fields"})
  void aMailThatIsTooDearIsShownAsSource(String name) {
    String head = "From: Ada <ada@example.org>\nSubject: Engine\nMessage-ID: <1@example.org>\n";
    byte[] raw =
        (head + DearMails.mails().get(name).apply(1 << 20)).getBytes(StandardCharsets.UTF_8);
    ParsedMail mail = PARSER.parse(raw, looks(1));
    assertThat(mail.view().has(MailProblem.Kind.SHOWN_AS_SOURCE)).isTrue();
    assertThat(mail.view().text()).startsWith("From: Ada").hasSizeLessThanOrEqualTo(64 << 10);
    assertThat(mail.view().textTruncated()).isTrue();
    assertThat(mail.view().html()).isEmpty();
    assertThat(mail.envelope().subject()).isEqualTo("Engine");
    assertThat(mail.envelope().author().address()).isEqualTo("ada@example.org");
    assertThat(mail.envelope().messageId()).isEqualTo("1@example.org");
    assertThat(MailView.decode(mail.view().encode())).isEqualTo(mail.view());
  }

  @Test
  void aMailWithinItsBudgetIsShownAsItIs() {
    ParsedMail mail = PARSER.parse("Subject: s\n\ntext".getBytes(StandardCharsets.UTF_8), looks(1));
    assertThat(mail.view().text()).isEqualTo("text");
    assertThat(mail.problems()).isEmpty();
  }

  @Test
  void termsThatWereFoundWithinTheBudgetAreKept() {
    byte[] raw =
        ("Subject: engine\n\n" + "a b c d e f ".repeat(20_000)).getBytes(StandardCharsets.UTF_8);
    MailView view = PARSER.parse(raw).view();
    TermExtractor.Terms found = TERMS.terms(view, looks(1));
    assertThat(found.complete()).isFalse();
    assertThat(found.terms()).contains("engine", "s:engine");
    assertThat(TERMS.terms(view, WorkBudget.unlimited()).complete()).isTrue();
  }

  @Test
  void htmlThatIsTooDearEndsWithAllElementsClosed() {
    String html = "<div><b>one</b>" + "<p>x</p>".repeat(10_000) + "last</div>";
    SanitizedHtml out =
        HtmlSanitizer.sanitize(html, id -> Optional.empty(), HtmlLimits.DEFAULT, looks(1));
    assertThat(out.cut()).isTrue();
    assertThat(out.html()).startsWith("<div><b>one</b><p>x</p>").endsWith("</div>");
    assertThat(out.html()).doesNotContain("last");
  }

  @Test
  void htmlBeyondALimitIsCutAndSaysSo() {
    HtmlLimits limits = new HtmlLimits(3, 1, 10, 1 << 10, 0, 0);
    Map<String, String> cut =
        Map.of(
            "<div><div><div><div>deep</div></div></div></div>",
            "<div><div><div>deep</div></div></div>",
            "<b><i>x</i></b>",
            "<b>x</b>",
            "<br>".repeat(12) + "x",
            "<br />".repeat(10));
    cut.forEach(
        (html, shown) -> {
          SanitizedHtml out =
              HtmlSanitizer.sanitize(html, id -> Optional.empty(), limits, WorkBudget.unlimited());
          assertThat(out.html()).isEqualTo(shown);
          assertThat(out.cut()).isTrue();
        });
    SanitizedHtml large =
        HtmlSanitizer.sanitize(
            "&amp;".repeat(100_000), id -> Optional.empty(), limits, WorkBudget.unlimited());
    assertThat(large.cut()).isTrue();
    assertThat(large.html()).hasSizeLessThan(100_000);
  }

  @Test
  void headersAreReadWithoutTheBodies() {
    String html = DearMails.mails().get("html <p><b>").apply(1 << 20);
    WorkBudget budget = WorkBudget.unlimited();
    byte[] raw = ("Subject: s\n" + html).getBytes(StandardCharsets.UTF_8);
    assertThat(PARSER.headers(raw, budget)).extracting(HeaderLine::name).startsWith("Subject");
    assertThat(budget.steps()).isLessThan(100);
  }

  @Test
  void partsOfOneTableStayOneTable() {
    String table = "<table><tr><td>a<td>b<tr><td><b>c<td>d</table>e";
    assertThat(HtmlSanitizer.sanitize(table, id -> Optional.empty()).html())
        .isEqualTo(
            "<table><tbody><tr><td>a</td><td>b</td></tr><tr><td><b>c</b></td><td>d</td></tr>"
                + "</tbody></table>e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p><b>one</p><p>two</b> three</p>|<p><b>one</b></p><p><b>two</b> three</p>",
        "<b><i>x</b>y</i>z|<b><i>x</i></b><i>y</i>z",
        "<ul><li>a<li>b</ul>|<ul><li>a</li><li>b</li></ul>",
        "<a name=x><table><tr><td>x</table>|<a id=\"m-x\"><table><tbody><tr><td>x</td></tr></tbody></table></a>",
        "<td>x</td>y|xy"
      })
  void nestingIsRepairedAsInBrowsers(String sample) {
    String[] pair = sample.split("\\|", -1);
    assertThat(HtmlSanitizer.sanitize(pair[0], id -> Optional.empty()).html()).isEqualTo(pair[1]);
  }
}
