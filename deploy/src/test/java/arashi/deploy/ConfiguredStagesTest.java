package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.request.flag.FlagMessages;
import arashi.request.listmessages.ListMessages;
import arashi.request.search.SearchMessages;
import arashi.store.policy.Policy.Controller;
import db.migrations.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seda.kernel.AdmissionController;
import seda.kernel.Clock;
import seda.kernel.Stage;
import seda.kernel.admission.DeadlineAdmission;
import seda.kernel.admission.ThresholdAdmission;

/** Configured settings of a stage are shown as such, and admins can't change them. */
class ConfiguredStagesTest {
  private static final Map<String, Object> SETTINGS =
      Map.of(
          "seda.stages.search.admission.kind", "threshold",
          "seda.stages.search.admission.credits", 7,
          "seda.stages.search.target", "1500 ms",
          "seda.stages.flag.admission.kind", "always",
          "seda.stages.\"list messages\".admission.kind", "deadline",
          "seda.stages.\"list messages\".guaranteed-share", 0.2);

  private static TestDatabase database;
  private static TestService service;
  private static Client client;

  @BeforeAll
  static void signIn() {
    database = TestDatabase.migrated();
    service = TestService.over(database.dataSource(), SETTINGS, Clock.system());
    client = service.signedIn(TestUser.createAdmin(service.store()));
  }

  @AfterAll
  static void stop() {
    service.close();
    database.close();
  }

  private static Answer post(String form, Client.Field... fields) {
    Answer page = client.get("/admin/settings");
    List<Client.Field> all = new ArrayList<>(List.of(fields));
    all.add(field("csrf", page.csrf()));
    all.add(field("revision", page.page().selectFirst("input[name=revision]").attr("value")));
    return client.post("/admin/" + form, all);
  }

  private static Element form(Document page, String stage) {
    return page.selectFirst("#stages .setting:has(h3:containsOwn(" + stage + "))");
  }

  @Test
  void areShownWithTheirKeysAndWithoutFields() {
    Document page = client.get("/admin/settings").page();

    Element search = form(page, "search");
    assertThat(search.select("select")).isEmpty();
    assertThat(search.select(".configured").text())
        .contains("kind=threshold", "credits=7")
        .contains("set in the configuration seda.stages.search.admission");
    assertThat(search.select("input[name=quality]")).as("is not set there").hasSize(1);
    Element target = page.selectFirst("#targets tr:has(th:containsOwn(search))");
    assertThat(target.select("input")).isEmpty();
    assertThat(target.text()).contains("1500 set in the configuration seda.stages.search.target");

    Element flag = form(page, "flag");
    assertThat(flag.select("form, input, select, button")).as("nothing is left to set").isEmpty();
    assertThat(page.select("input[name=gold:flag]")).hasSize(1);

    assertThat(form(page, "list messages").text())
        .contains("20 set in the configuration seda.stages.\"list messages\".guaranteed-share");
    assertThat(form(page, "refile").select(".configured")).isEmpty();
    assertThat(form(page, "refile").select("select")).hasSize(1);
  }

  @Test
  void areTheSameOnTheLivePageAndInTheMetrics() {
    Document page = client.get("/admin").page();

    Element figures = page.selectFirst(".figures tbody:has(.type b:containsOwn(search))");
    assertThat(figures.select(".type").text())
        .contains("set in the configuration")
        .contains("seda.stages.search.admission", "seda.stages.search.target");
    assertThat(figures.select("tr:not(.type) td:eq(1)").eachText()).containsOnly("1.5 s");
    assertThat(figures.select(".reason").eachText())
        .allSatisfy(reason -> assertThat(reason).contains("kind=threshold", "credits=7"));
    Element lists = page.selectFirst(".figures tbody:has(.type b:containsOwn(list messages))");
    assertThat(lists.select(".reason").eachText())
        .as("the configured controller's own words")
        .allSatisfy(reason -> assertThat(reason).isNotEqualTo("kind=deadline"));
    assertThat(service.client().get("/metrics").text())
        .contains("arashi_stage_target_seconds{class=\"gold\",stage=\"search\"} 1.5")
        .contains("arashi_stage_target_seconds{class=\"guest\",stage=\"search\"} 1.5");
  }

  @ParameterizedTest
  @CsvSource({
    "targets, gold:search, 700, seda.stages.search.target",
    "stages, controller, aimd, seda.stages.search.admission"
  })
  void areNotChangedByAFormWhichShowsTheReason(String form, String name, String value, String key) {
    long revision = service.store().service().policies().revision();

    Answer answer =
        post(
            form,
            field("stage", "search"),
            field(name, value),
            field("quality", "30"),
            field("gold:delete", "123"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.page().select(".notice[role=alert]").text())
        .contains("Nothing was saved", key);
    assertThat(service.store().service().policies().revision()).isEqualTo(revision);
    assertThat(service.controlled(SearchMessages.TYPE).stage().targets().nanos(0))
        .isEqualTo(1_500_000_000L);
  }

  @Test
  void stayInForceWhenAnAdminChangesOtherValues() {
    Stage<?> search = service.controlled(SearchMessages.TYPE).stage();
    Stage<?> lists = service.controlled(ListMessages.TYPE).stage();
    AdmissionController<?> ofSearch = search.admission();
    AdmissionController<?> ofLists = lists.admission();
    assertThat(ofSearch).isInstanceOf(ThresholdAdmission.class);
    assertThat(ofLists).isInstanceOf(DeadlineAdmission.class);

    Answer quality = post("stages", field("stage", "search"), field("quality", "40"));
    Answer target = post("targets", field("gold:flag", "750"));
    Answer share =
        post(
            "classes",
            field("do", "set"),
            field("name", "guest"),
            field("priority", "10"),
            field("share", "30"));

    assertThat(List.of(quality.status(), target.status(), share.status())).containsOnly(303);
    assertThat(search.quality().value(0)).isEqualTo(0.4);
    assertThat(service.store().service().policies().read().stage("search").controller())
        .as("what holds without the configuration is kept")
        .isEqualTo(Controller.DEADLINE);
    assertThat(service.controlled(FlagMessages.TYPE).stage().targets().nanos(0))
        .isEqualTo(750_000_000);
    assertThat(search.admission()).isSameAs(ofSearch);
    assertThat(search.targets().nanos(0)).isEqualTo(1_500_000_000L);
    assertThat(search.guaranteedShare()).isEqualTo(0.3);
    assertThat(lists.admission()).isSameAs(ofLists);
    assertThat(lists.guaranteedShare()).isEqualTo(0.2);
  }
}
