package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.request.search.SearchMessages;
import arashi.store.policy.Policies.Audited;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console as admins find it, without scripts. */
class ConsoleTest {
  private static final List<String> PAGES = List.of("/admin", "/admin/history", "/admin/settings");

  private static TestService service;
  private static TestUser admin;
  private static Client client;

  @BeforeAll
  static void signIn() {
    service = TestService.with(Map.of());
    admin = TestUser.createAdmin(service.store());
    client = service.signedIn(admin);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static Answer post(String form, Client.Field... fields) {
    Answer page = client.get("/admin/settings");
    List<Client.Field> all = new ArrayList<>(List.of(fields));
    all.add(field("csrf", page.csrf()));
    all.add(field("revision", revision(page)));
    return client.post("/admin/" + form, all);
  }

  private static String revision(Answer page) {
    return page.page().selectFirst("input[name=revision]").attr("value");
  }

  // ---- who may

  @Test
  void isOpenToAdminsOnly() {
    Client user = service.signedIn(service.user());
    for (String path : PAGES) {
      assertThat(client.get(path).status()).as(path).isEqualTo(200);
      assertThat(user.get(path).status()).as(path).isEqualTo(403);
      assertThat(user.get(path).page().select("main").text()).contains("For admins only");
      Answer anonymous = service.client().get(path);
      assertThat(anonymous.page().select("form[action=/login]")).as(path).hasSize(1);
      assertThat(anonymous.text()).doesNotContain("mail-store");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"targets", "classes", "stages"})
  void changesNothingForUsersWithoutAdminRights(String form) {
    Client user = service.signedIn(service.user());
    long revision = service.store().service().policies().revision();
    List<Client.Field> fields =
        List.of(
            field("csrf", user.csrf()),
            field("revision", revision),
            field("gold:search", 17),
            field("do", "set"),
            field("name", "gold"),
            field("priority", 1),
            field("share", 1),
            field("stage", "search"),
            field("controller", "none"));

    assertThat(user.post("/admin/" + form, fields).status()).isEqualTo(403);
    assertThat(service.client().post("/admin/" + form, fields).status()).isEqualTo(403);
    assertThat(service.store().service().policies().revision()).isEqualTo(revision);
  }

  @ParameterizedTest
  @ValueSource(strings = {"targets", "classes", "stages"})
  void refusesAFormThatIsNotItsOwn(String form) {
    long revision = service.store().service().policies().revision();
    List<Client.Field> forged = List.of(field("revision", revision), field("gold:search", 17));
    List<Client.Field> own = new ArrayList<>(forged);
    own.add(field("csrf", client.csrf()));

    assertThat(client.post("/admin/" + form, forged).status()).isEqualTo(403);
    assertThat(client.post("/admin/" + form, own, "Sec-Fetch-Site", "cross-site").status())
        .isEqualTo(403);
    assertThat(client.get("/admin/" + form).status()).isEqualTo(405);
    assertThat(service.store().service().policies().revision()).isEqualTo(revision);
  }

  @Test
  void isLinkedForAdminsOnly() {
    assertThat(client.get("/mail").page().select("a[href=/admin]")).hasSize(1);
    assertThat(service.signedIn(service.user()).get("/mail").page().select("a[href=/admin]"))
        .isEmpty();
  }

  // ---- display

  @Test
  void drawsEveryStageAndTheWaysBetween() {
    client.get("/mail");
    Eventually.holds(
        () -> !client.get("/admin").page().select("svg.graph .w1, svg.graph .w2").isEmpty());

    Document page = client.get("/admin").page();

    assertThat(page.select("svg.graph .node .name").eachText())
        .contains("http-parse", "route", "login", "list folders", "search", "console", "http-send");
    assertThat(page.select("svg.graph .arrow title").eachText())
        .anyMatch(text -> text.startsWith("http-parse → route"));
    assertThat(page.select("svg.graph .flow").eachText()).anyMatch(text -> text.endsWith("/s"));
  }

  @Test
  void hasARowForEachClassOfEachRequestType() {
    client.get("/mail");
    Eventually.holds(() -> !cells("list folders", "standard").get(3).equals("–"));

    List<String> cells = cells("list folders", "standard");

    assertThat(cells.get(0)).endsWith("standard");
    assertThat(cells.get(1)).isEqualTo("1 s");
    assertThat(cells.subList(2, 5)).allMatch(text -> text.matches("[0-9.]+ m?s"));
    assertThat(cells.get(5)).matches("[0-9.,]+/s [0-9,]+");
    assertThat(cells.get(8)).contains("all fit");
    Document page = client.get("/admin").page();
    assertThat(page.select(".figures .type")).hasSize(service.requestTypes().size());
    assertThat(page.select(".figures thead th[scope=col]")).hasSize(9);
    assertThat(page.select(".figures .type:contains(search)").text()).contains("quality 100 %");
    assertThat(page.select(".domains li").eachText())
        .anyMatch(text -> text.startsWith("mail-store 3/3 threads"));
  }

  private static List<String> cells(String request, String serviceClass) {
    Document page = client.get("/admin").page();
    for (Element body : page.select(".figures tbody")) {
      if (body.selectFirst(".type b").text().equals(request)) {
        return body.select("tr:has(th[scope=row]:contains(" + serviceClass + "))")
            .first()
            .select("> *")
            .eachText();
      }
    }
    throw new AssertionError("no " + request);
  }

  @Test
  void chartsWhatWasAskedForInTheLastHour() {
    client.get("/mail");
    Eventually.holds(
        () ->
            client.get("/admin/history").page().select("figure:contains(list folders) svg").size()
                == 1);

    Document page = client.get("/admin/history").page();

    Element figure = page.selectFirst("figure:contains(list folders)");
    assertThat(figure.select(".line").eachAttr("d")).anyMatch(line -> line.startsWith("M"));
    assertThat(figure.select(".target")).isNotEmpty();
    assertThat(figure.selectFirst("svg").attr("aria-label")).contains("answered");
    assertThat(page.select("figure:contains(refile)")).isEmpty();
    assertThat(page.select("p:contains(Nobody asked for)").text()).contains("refile");
  }

  @Test
  void chartsATargetFarBelowWhatIsMeasured() {
    try {
      post("targets", field("gold:login", "1")); // a login hashes a password: more than ten
      Eventually.holds(
          () ->
              client
                  .get("/admin/history")
                  .page()
                  .select("figure:contains(login) text")
                  .eachText()
                  .contains("1 ms"));
    } finally {
      post("targets", field("gold:login", "3000"));
    }
  }

  @Test
  void speaksGerman() {
    Answer page = client.get("/admin", "Accept-Language", "de");
    assertThat(page.page().select("h1").text()).isEqualTo("Wie es dem Dienst geht");
  }

  // ---- changes

  @Test
  void setsTargetsAndFollowsThemAtOnce() {
    Answer answer = post("targets", field("gold:flag", "750"), field("guest:flag", ""));

    assertThat(answer.status()).isEqualTo(303);
    Document page = client.follow(answer).page();
    assertThat(page.select(".notice").text()).contains("Saved.");
    assertThat(page.select("input[name=gold:flag]").attr("value")).isEqualTo("750");
    assertThat(page.select("input[name=guest:flag]").attr("value")).isEmpty();
    assertThat(cells("flag", "gold").get(1)).isEqualTo("750 ms");
    assertThat(cells("flag", "guest").get(1)).isEqualTo("–");
    assertThat(service.store().service().policies().audit(2))
        .extracting(Audited::admin, Audited::action)
        .containsOnly(org.assertj.core.groups.Tuple.tuple(admin.name(), "target"));
    assertThat(page.select("#changes tbody tr").eachText())
        .anyMatch(row -> row.contains(admin.name()) && row.contains("millis 750"));
  }

  @Test
  void keepsATargetAwayThatWasEmptied() {
    post("targets", field("guest:delete", ""));
    service.applyPolicy();

    assertThat(cells("delete", "guest").get(1)).isEqualTo("–");
    String field = "input[name=guest:delete]";
    assertThat(client.get("/admin/settings").page().select(field).attr("value")).isEmpty();
    long revision = service.store().service().policies().revision();
    post("targets", field("guest:delete", "")); // as the form sends it again
    assertThat(service.store().service().policies().revision()).isEqualTo(revision);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "600001", "1.5", "-3", "soon", "99999999999999999999", "<b>"})
  void keepsAWrongTargetOnThePageAndStoresNone(String typed) {
    long revision = service.store().service().policies().revision();

    Answer answer = post("targets", field("gold:search", typed), field("gold:delete", "123"));

    assertThat(answer.status()).isEqualTo(422);
    Document page = answer.page();
    Element wrong = page.selectFirst("input[name=gold:search]");
    assertThat(wrong.attr("value")).isEqualTo(typed);
    assertThat(wrong.attr("aria-invalid")).isEqualTo("true");
    assertThat(page.getElementById(wrong.attr("aria-describedby")).text()).contains("whole number");
    assertThat(page.selectFirst("input[name=gold:delete]").attr("value")).isEqualTo("123");
    assertThat(page.select(".notice[role=alert]").text()).contains("Nothing was saved");
    assertThat(service.store().service().policies().revision()).isEqualTo(revision);
  }

  @Test
  void refusesAFormThatAnotherAdminHasOvertakenAndKeepsIt() {
    Answer page = client.get("/admin/settings");
    assertThat(post("targets", field("gold:attachment", "4000")).status()).isEqualTo(303);

    Answer late =
        client.post(
            "/admin/targets",
            List.of(
                field("csrf", page.csrf()),
                field("revision", revision(page)),
                field("gold:attachment", "5000")));

    assertThat(late.status()).isEqualTo(422);
    assertThat(late.page().select(".notice").text()).contains("another admin");
    assertThat(late.page().select("input[name=gold:attachment]").attr("value")).isEqualTo("5000");
    assertThat(target("gold", "attachment")).isEqualTo(4000);
  }

  private static Integer target(String serviceClass, String request) {
    ClassPolicy policy =
        service.store().service().policies().read().serviceClass(serviceClass).orElseThrow();
    return policy.targetMillis().get(request);
  }

  @Test
  void makesChangesAndRemovesAClass() {
    Answer made =
        post(
            "classes",
            field("do", "set"),
            field("new", "1"),
            field("name", "trial"),
            field("priority", "7"),
            field("share", "2,5"));
    assertThat(made.status()).isEqualTo(303);
    assertThat(service.store().service().policies().read().serviceClass("trial"))
        .hasValueSatisfying(one -> assertThat(one.guaranteedShare()).isEqualTo(0.025));
    assertThat(cells("search", "trial").get(1)).isEqualTo("2 s"); // the default of the type
    assertThat(service.controlled(SearchMessages.TYPE).stage().guaranteedShare()).isEqualTo(0.05);

    post(
        "classes",
        field("do", "set"),
        field("name", "trial"),
        field("priority", "8"),
        field("share", "20"));
    assertThat(service.controlled(SearchMessages.TYPE).stage().guaranteedShare()).isEqualTo(0.2);
    assertThat(service.store().service().policies().read().serviceClass("trial"))
        .hasValueSatisfying(one -> assertThat(one.priority()).isEqualTo(8));

    TestUser member = service.user();
    service.store().people().accounts().setClass(member.id(), "trial");
    Answer removed =
        post("classes", field("do", "remove"), field("name", "trial"), field("heir", "guest"));
    assertThat(removed.status()).isEqualTo(303);
    assertThat(service.store().service().policies().read().serviceClass("trial")).isEmpty();
    assertThat(service.store().people().accounts().byId(member.id()).orElseThrow().serviceClass())
        .isEqualTo("guest");
  }

  @ParameterizedTest
  @CsvSource({
    "Upper, 5, 5, name",
    "'', 5, 5, name",
    "gold, 5, 5, name",
    "fine, -1, 5, priority",
    "fine, 1001, 5, priority",
    "fine, 5, 51, share",
    "fine, 5, half, share"
  })
  void keepsAWrongClassOnThePage(String name, String priority, String share, String field) {
    Answer answer =
        post(
            "classes",
            field("do", "set"),
            field("new", "1"),
            field("name", name),
            field("priority", priority),
            field("share", share));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.page().select("#classes [aria-invalid]").eachAttr("name"))
        .containsExactly(field);
    assertThat(answer.page().select("#c-new-name").attr("value")).isEqualTo(name);
    assertThat(answer.page().select("#c-new-priority").attr("value")).isEqualTo(priority);
    assertThat(answer.page().select("#c-new-share").attr("value")).isEqualTo(share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gold", "nobody", ""})
  void removesNoClassWithoutAnHeir(String heir) {
    Answer answer =
        post("classes", field("do", "remove"), field("name", "gold"), field("heir", heir));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.page().select("#classes .error").text()).contains("another class");
    assertThat(service.store().service().policies().read().serviceClass("gold")).isPresent();
  }

  @Test
  void setsControllerAndQuality() {
    Answer answer =
        post(
            "stages",
            field("stage", "list messages"),
            field("controller", "aimd"),
            field("quality", "40"));

    assertThat(answer.status()).isEqualTo(303);
    assertThat(service.store().service().policies().read().stage("list messages"))
        .isEqualTo(new StageSetting(Controller.AIMD, OptionalDouble.of(0.4)));
    assertThat(client.get("/admin").page().select(".figures .type:contains(list messages)").text())
        .contains("quality 40 %", "fixed by an admin");
    assertThat(cells("list messages", "gold").get(8))
        .containsAnyOf("no interval has ended yet", "rate");

    post("stages", field("stage", "list messages"), field("controller", "threshold"));
    assertThat(cells("list messages", "guest").get(8))
        .containsAnyOf("no interval has ended yet", "queue threshold");

    post("stages", field("stage", "list messages"), field("controller", "none"));
    assertThat(cells("list messages", "gold").get(8)).isEqualTo("not controlled");
    post("stages", field("stage", "list messages"), field("controller", "deadline"));
  }

  @ParameterizedTest
  @CsvSource({"search, deadline, 0", "search, deadline, 101", "search, deadline, much"})
  void keepsAWrongQualityOnThePage(String stage, String controller, String quality) {
    Answer answer =
        post(
            "stages",
            field("stage", stage),
            field("controller", controller),
            field("quality", quality));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.page().select("#s-search-quality").attr("value")).isEqualTo(quality);
    assertThat(answer.page().select("#s-search-quality").attr("aria-invalid")).isEqualTo("true");
  }

  @ParameterizedTest
  @CsvSource({"search, magic", "nothing, deadline", "'', ''"})
  void storesNothingForAStageOrControllerThatIsNotThere(String stage, String controller) {
    long revision = service.store().service().policies().revision();

    assertThat(post("stages", field("stage", stage), field("controller", controller)).status())
        .isEqualTo(422);
    assertThat(service.store().service().policies().revision()).isEqualTo(revision);
  }

  @Test
  void saysThatATargetIsInfeasible() {
    client.get("/mail");
    try {
      assertThat(post("targets", field("standard:login", "1")).status()).isEqualTo(303);
      Eventually.holds(
          () -> {
            // Each login hashes a password, which takes more than a millisecond. Those that waited
            // that long for a thread are refused, until it is known that no target of 1 ms holds.
            service.client().signIn(admin.name(), TestUser.PASSWORD);
            return cells("login", "standard").get(1).contains("infeasible");
          });
      Document page = client.get("/admin/settings").page();
      assertThat(page.select("td:has(input[name=standard:login])").text()).contains("infeasible");
    } finally {
      post("targets", field("standard:login", "3000"));
    }
  }

  /** Counted in looks at the rows and not in seconds, so that a slow machine changes nothing. */
  @Test
  void reachesASecondNodeWithinTwoFollowPeriods() {
    try (TestService other = TestService.with(Map.of())) {
      assertThat(post("targets", field("gold:refile", "654")).status()).isEqualTo(303);
      long wanted = service.store().service().policies().revision();
      long before = figure(other, "arashi_stage_completed_total{stage=\"follow targets\"}");

      Eventually.holds(
          () -> {
            String metrics = other.client().get("/metrics").text();
            boolean followed = figure(metrics, "arashi_policy_revision") == wanted;
            long looks = figure(metrics, "arashi_stage_completed_total{stage=\"follow targets\"}");
            assertThat(followed || looks < before + 2).as(looks - before + " looks").isTrue();
            return followed;
          });

      assertThat(other.signedIn(admin).get("/admin").text()).contains("654 ms");
    }
  }

  private static long figure(TestService of, String sample) {
    return figure(of.client().get("/metrics").text(), sample);
  }

  private static long figure(String metrics, String sample) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(sample + " "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(sample.length() + 1)))
        .findFirst()
        .orElse(0);
  }
}
