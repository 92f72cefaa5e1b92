package arashi.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every page in every language, as browsers and screen readers see it. */
class TemplatesTest {

  private static final int PAGE_LIMIT_BYTES = 50 * 1000;

  private static final Translations MESSAGES = Translations.load();
  private static final Templates TEMPLATES = new Templates(MESSAGES, Assets.load());

  static Stream<Arguments> pages() {
    return MESSAGES.locales().stream()
        .flatMap(
            locale ->
                SamplePages.all().entrySet().stream()
                    .map(page -> Arguments.of(page.getKey(), page.getValue(), locale)));
  }

  private static boolean isFramed(Object model) {
    return model instanceof BodyPage || model instanceof UnshownBodyPage;
  }

  /** All pages except the framed documents, which have a policy of their own. */
  static Stream<Arguments> framedPages() {
    return pages().filter(page -> !isFramed(page.get()[1]));
  }

  @Test
  void everyKindOfPageHasASample() {
    List<Class<?>> sampled = new ArrayList<>();
    SamplePages.all().values().forEach(model -> sampled.add(model.getClass()));
    assertThat(sampled).contains(PageModel.class.getPermittedSubclasses());
  }

  @Test
  void moreThanFiveRecipientsFoldBehindACount() {
    Document page = parse(SamplePages.all().get("message"), Locale.ENGLISH);
    assertThat(page.select(".envelope > p.to:contains(To) .person")).hasSize(3);
    assertThat(page.select(".envelope > p.to:has(.quiet-text:matchesOwn((?i)^cc$)) .person"))
        .hasSize(5);
    assertThat(page.select(".envelope > details.to")).hasSize(1);
    assertThat(page.select("details.to summary").text()).isEqualTo("and 7 more");
    assertThat(page.select("details.to .person")).hasSize(7);
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("framedPages")
  void containsNoInlineScriptOrStyle(String name, PageModel model, Locale locale) {
    Document page = parse(model, locale);
    assertThat(page.select("style, [style], script:not([src]), base, object, embed")).isEmpty();
    assertThat(page.select("script[src^=/static/app.js]")).hasSize(1);
    assertThat(page.select("script:not([src^=/static/])")).isEmpty();
    assertNoHandlers(page);
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("pages")
  void escapesWhateverAModelBringsAlong(String name, PageModel model, Locale locale) {
    PageModel hostile = HostileModels.hostile(model);
    Document page = parse(hostile, locale);
    assertNoHandlers(page);
    assertThat(page.select("script:not([src^=/static/]), svg:not(.drawing), xss")).isEmpty();
    assertThat(page.html()).doesNotContain("7*7=49");
    page.select(".text a").remove(); // links of the mail itself, which the sanitiser has passed
    for (Element link : page.select("[href], [src], [action], [formaction]")) {
      for (String attribute : List.of("href", "src", "action", "formaction")) {
        if (link.hasAttr(attribute)) {
          assertThat(link.attr(attribute)).matches("(?s)[/#].*");
        }
      }
    }
    for (Element account : page.select(".who")) {
      assertThat(account.text()).contains("<script>alert(1)</script>", "${7*7}");
    }
  }

  /** A screen reader does not read indentation (WCAG 1.3.1). */
  @Test
  void saysWhichFoldersAFolderIsIn() {
    String path = "Paper/Invoices 2024–2026, paid and unpaid";
    Document list = parse(SamplePages.all().get("list"), Locale.ENGLISH);
    Elements inPane = list.select("#folders a[href=/mail/invoices]");
    assertThat(inPane.select("> .vh").eachText()).containsExactly(path);
    assertThat(inPane.select("> .name[aria-hidden]")).hasSize(1);
    Document folders = parse(SamplePages.all().get("folders"), Locale.ENGLISH);
    assertThat(folders.select(".cards a[href=/mail/invoices] .name").eachText())
        .containsExactly(path);
    assertThat(list.select("option[value=invoices]").eachText()).isNotEmpty().containsOnly(path);
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("framedPages")
  void givesEveryControlAName(String name, PageModel model, Locale locale) {
    Document page = parse(model, locale);
    for (Element control :
        page.select("a, button, input:not([type=hidden]), select, textarea, iframe")) {
      assertThat(nameOf(page, control)).as(control.outerHtml()).isNotBlank();
    }
    assertThat(page.select("img:not([alt])")).isEmpty();
    for (Element icon : page.select("i[aria-label]")) {
      assertThat(icon.attr("role")).isEqualTo("img");
    }
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("framedPages")
  void hasTheLandmarksAndAReachableMain(String name, PageModel model, Locale locale) {
    Document page = parse(model, locale);
    assertThat(page.selectFirst("html").attr("lang")).isEqualTo(locale.toLanguageTag());
    assertThat(page.title()).endsWith(" · Arashi").hasSizeGreaterThan(10);
    assertThat(page.select("main")).hasSize(1);
    assertThat(page.select("h1")).hasSize(1);
    assertThat(page.select("body > header")).hasSize(1);
    assertThat(page.select("[aria-current=page]").size()).isLessThanOrEqualTo(1);
    for (Element skip : page.select("a[href^=#]")) {
      assertThat(page.getElementById(skip.attr("href").substring(1))).isNotNull();
    }
    List<String> ids = page.select("[id]").eachAttr("id");
    assertThat(ids).doesNotHaveDuplicates();
    for (Element label : page.select("label[for]")) {
      assertThat(ids).contains(label.attr("for"));
    }
    List<String> descriptions = page.select("[aria-describedby]").eachAttr("aria-describedby");
    List<String> described = List.of(String.join(" ", descriptions).split(" ", -1));
    assertThat(ids).containsAll(descriptions.isEmpty() ? List.of() : described);
    assertThat(described).as("hints").containsAll(page.select(".field small").eachAttr("id"));
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("framedPages")
  void sendsTheCsrfTokenWithEveryPost(String name, PageModel model, Locale locale) {
    for (Element form : parse(model, locale).select("form[method=post]")) {
      assertThat(form.select("input[name=csrf]")).as(form.attr("action")).hasSize(1);
      assertThat(form.selectFirst("input[name=csrf]").attr("value")).isNotEmpty();
    }
    assertThat(parse(model, locale).select("form:not([method]) [name=csrf]")).isEmpty();
  }

  @ParameterizedTest(name = "{0} {2}")
  @MethodSource("pages")
  void staysSmall(String name, PageModel model, Locale locale) {
    assertThat(TEMPLATES.render(model, locale)).hasSizeLessThan(PAGE_LIMIT_BYTES);
  }

  @Test
  void carriesTheFieldsOfAnInterruptedPostThroughTheLogin() {
    Document page = parse(SamplePages.all().get("login-expired"), Locale.ENGLISH);
    assertThat(page.select("input[name=resume]").eachAttr("value"))
        .containsExactly("/mail/archive/refile");
    assertThat(page.select("input[name=resume.uid]").eachAttr("value")).containsExactly("17", "18");
  }

  @Test
  void submitsByItselfOnlyAProvenPost() {
    assertThat(byItself("resume")).hasSize(1);
    assertThat(byItself("busy-post")).hasSize(1);
    assertThat(byItself("resume-asked")).isEmpty();
    assertThat(byItself("busy-asked")).isEmpty();
    assertThat(carriesProof("login-expired")).hasSize(1);
    assertThat(carriesProof("login-asked")).isEmpty();
  }

  private static List<Element> byItself(String page) {
    return parse(SamplePages.all().get(page), Locale.ENGLISH).select("[data-resume], [data-retry]");
  }

  private static List<Element> carriesProof(String page) {
    return parse(SamplePages.all().get(page), Locale.ENGLISH).select("[name=resume-proven]");
  }

  @Test
  void showsWhatAPostWithoutProofWouldDo() {
    for (String name : List.of("resume-asked", "busy-asked")) {
      Document page = parse(SamplePages.all().get(name), Locale.ENGLISH);
      assertThat(page.select(".asks .title").text()).isEqualTo("Send this mail");
      assertThat(page.select(".asks dt").eachText())
          .containsExactly("To", "Subject", "Text", "key", "in-reply-to");
      assertThat(page.select("main form[action=/send] [name=subject]")).hasSize(1);
    }
  }

  @Test
  void keepsTheCountdownOfABusyLoginBesideItsReasonAndOutsideOfTheAlert() {
    for (String name : List.of("login-busy", "outage-login-unreachable")) {
      Document page = parse(SamplePages.all().get(name), Locale.ENGLISH);
      assertThat(page.select("#login-state [role=alert]").text()).isNotEmpty();
      assertThat(page.select("#login-state [role=timer]").text()).isNotEmpty();
      assertThat(page.select("[role=alert] [role=timer]")).isEmpty();
    }
  }

  @Test
  void retriesARefusedGetByItselfButAPostOnlyWithItsFields() {
    Document get = parse(SamplePages.all().get("busy-search"), Locale.ENGLISH);
    assertThat(get.select("noscript meta[http-equiv=refresh]").attr("content")).isEqualTo("6");
    Document post = parse(SamplePages.all().get("busy-post"), Locale.ENGLISH);
    assertThat(post.select("meta[http-equiv=refresh]")).isEmpty();
    assertThat(post.select("main form input[name=uid]").eachAttr("value"))
        .containsExactly("17", "18");
  }

  @Test
  void composesWithOneFormWhoseButtonsSayWhatIsToBeDone() {
    Document page = parse(SamplePages.all().get("compose-wrong"), Locale.ENGLISH);
    Element form = page.selectFirst("#compose");
    assertThat(form.attr("action")).isEqualTo("/send");
    assertThat(form.select("button[formaction]").eachAttr("formaction"))
        .containsExactly("/drafts", "/drafts/discard", "/drafts/attach");
    assertThat(form.selectFirst("button").hasAttr("disabled"))
        .as("Enter in a field sends nothing")
        .isTrue();
    String html =
        new String(
            TEMPLATES.render(SamplePages.all().get("compose-wrong"), Locale.ENGLISH),
            StandardCharsets.UTF_8);
    assertThat(html).as("a browser drops the first of two line ends").contains(">\n\nOn Friday");
    assertThat(form.select("[name=file]").eachAttr("checked")).hasSize(2);
    Element to = form.selectFirst("#to");
    assertThat(to.attr("aria-invalid")).isEqualTo("true");
    Element wrong = page.getElementById(to.attr("aria-describedby"));
    assertThat(wrong.text()).contains("misaki@");
    assertThat(form.select("input, textarea, select").last().id())
        .as("what is read before the files stands before them")
        .isEqualTo("files");
  }

  @Test
  void showsTheColoursThatTheReaderHasChosen() {
    assertThat(dark("account-system").attr("media"))
        .isEqualTo("screen and (prefers-color-scheme: dark)");
    assertThat(dark("account-dark").attr("media")).isEqualTo("screen");
    assertThat(dark("account-light")).isNull();
    Element root =
        parse(SamplePages.all().get("account-light"), Locale.ENGLISH).selectFirst("html");
    assertThat(root.attr("data-theme")).isEqualTo("light");
    assertThat(root.attr("data-zone")).isEqualTo("Pacific/Auckland");
  }

  private static Element dark(String page) {
    return parse(SamplePages.all().get(page), Locale.ENGLISH)
        .selectFirst("link[href^=/static/dark.css]");
  }

  @Test
  void saysSoWhereAMailNamesNoSenderOrSubject() {
    Document page = parse(SamplePages.all().get("list"), Locale.ENGLISH);
    assertThat(page.select(".rows .from").eachText()).contains("(no sender)").hasSize(24);
    assertThat(page.select(".rows .subject").eachText()).contains("(no subject)").hasSize(24);
  }

  @Test
  void sandboxesHtmlMailWithoutScriptsAndWithoutOurOrigin() {
    Element frame =
        parse(SamplePages.all().get("message-html"), Locale.ENGLISH).selectFirst("iframe");
    assertThat(frame.attr("sandbox").split(" ", -1))
        .containsExactlyInAnyOrder("allow-popups", "allow-popups-to-escape-sandbox");
  }

  @Test
  void saysForEverOnlyInTheTrash() {
    Map<String, PageModel> pages = SamplePages.all();
    assertThat(parse(pages.get("trash"), Locale.ENGLISH).select(".bulk [data-confirm]"))
        .hasSize(1)
        .first()
        .extracting(Element::text)
        .isEqualTo("Delete for ever");
    assertThat(parse(pages.get("list"), Locale.ENGLISH).select("[data-confirm]")).isEmpty();
  }

  @Test
  void refusesALanguageWithoutMessages() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TEMPLATES.render(SamplePages.all().get("list"), Locale.JAPANESE));
  }

  private static Document parse(PageModel model, Locale locale) {
    String html = new String(TEMPLATES.render(model, locale), StandardCharsets.UTF_8);
    assertThat(html).startsWith("<!DOCTYPE html>");
    return Jsoup.parse(html);
  }

  private static void assertNoHandlers(Document page) {
    for (Element element : page.getAllElements()) {
      for (Attribute attribute : element.attributes()) {
        assertThat(attribute.getKey()).as(element.tagName()).doesNotStartWith("on");
      }
    }
  }

  private static String nameOf(Document page, Element control) {
    if (control.hasAttr("aria-labelledby")) {
      StringBuilder name = new StringBuilder();
      for (String id : control.attr("aria-labelledby").split(" ", -1)) {
        name.append(page.getElementById(id).text());
      }
      return name.toString();
    }
    if (control.hasAttr("aria-label")) {
      return control.attr("aria-label");
    }
    if (control.is("iframe")) {
      return control.attr("title");
    }
    if (control.is("input, select, textarea")) {
      Element label = page.selectFirst("label[for=" + control.id() + "]");
      return label != null ? label.text() : control.closest("label").text();
    }
    return control.text();
  }
}
