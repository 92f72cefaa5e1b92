package arashi.web;

import arashi.web.ConsolePage.ClassFigures;
import arashi.web.ConsolePage.Counted;
import arashi.web.ConsolePage.DomainFigures;
import arashi.web.ConsolePage.RequestFigures;
import arashi.web.HistoryPage.Chart;
import arashi.web.HistoryPage.Line;
import arashi.web.HistoryPage.Tick;
import arashi.web.SettingsPage.Change;
import arashi.web.SettingsPage.Choice;
import arashi.web.SettingsPage.ClassForm;
import arashi.web.SettingsPage.Configured;
import arashi.web.SettingsPage.Input;
import arashi.web.SettingsPage.StageForm;
import arashi.web.SettingsPage.TargetCell;
import arashi.web.SettingsPage.TargetRow;
import arashi.web.StageDrawing.Arrow;
import arashi.web.StageDrawing.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Models of the console's pages at maximum size. */
final class SampleConsole {
  private static final List<String> CLASSES =
      List.of("gold", "standard", "guest", "bulk", "robots", "trial", "staff", "others");
  private static final List<String> REQUESTS =
      List.of(
          "login",
          "list folders",
          "list messages",
          "show message",
          "attachment",
          "delete",
          "refile",
          "flag",
          "search");
  private static final List<TargetStatus> STANDINGS =
      List.of(TargetStatus.GOOD, TargetStatus.NEAR, TargetStatus.OVER, TargetStatus.QUIET);
  private static final String KEY = "seda.stages.\"list messages\".";
  private static final DisplayDate NOW = new DisplayDate("14:05:33", "2026-02-27T14:05:33+01:00");

  private static final List<Choice> CONTROLLERS =
      Stream.of("deadline", "aimd", "threshold", "none")
          .map(name -> new Choice(name, Translations.load().key("stages.controller." + name)))
          .toList();

  private SampleConsole() {}

  static Map<String, PageModel> all() {
    Map<String, PageModel> pages = new LinkedHashMap<>();
    pages.put("console", live(3));
    pages.put("console-8", live(8));
    pages.put("history", new HistoryPage(page(null), List.of(chart(), quiet())));
    pages.put("settings", settings(3, null));
    pages.put("settings-8", settings(8, null));
    pages.put("settings-wrong", settings(3, "Nothing was saved."));
    return pages;
  }

  private static PageFrame page(Notice notice) {
    return new PageFrame("ada@example.org", true, "t0ken", List.of(), "", notice);
  }

  private static ConsolePage live(int classes) {
    List<RequestFigures> requests = new ArrayList<>();
    for (String request : REQUESTS) {
      List<ClassFigures> figures = new ArrayList<>();
      for (String name : CLASSES.subList(0, classes)) {
        figures.add(figures(name, STANDINGS.get(figures.size() % 4)));
      }
      String quality = request.equals("search") ? "64 %" : null;
      List<String> keys =
          request.equals("search") ? List.of(KEY + "admission", KEY + "target") : List.of();
      requests.add(new RequestFigures(request, "3", quality, "nothing waits", keys, figures));
    }
    return new ConsolePage(
        page(null),
        NOW,
        5,
        classes > 1 ? ConsolePage.OutboxHold.COPY : null,
        drawing(),
        requests,
        List.of(
            new DomainFigures("processor", 2, 2, "0.34"),
            new DomainFigures("mail-store", 6, 6, "1.2")));
  }

  private static ClassFigures figures(String name, TargetStatus standing) {
    return new ClassFigures(
        name,
        standing,
        "1 s",
        "12 ms",
        "340 ms",
        "1.1 s",
        new Counted("12/s", "3,204"),
        new Counted("0.2/s", "17"),
        standing == TargetStatus.OVER ? "would be late 15, queue full 2" : "",
        new Counted("0/s", "0"),
        standing == TargetStatus.OVER,
        "all fit: predicted 0.0123 s, admitting up to 0.95 s (target 1 s × 0.95 × 1.00), measured"
            + " p90");
  }

  private static StageDrawing drawing() {
    return new StageDrawing(
        600,
        120,
        List.of(
            new Node(8, 30, "route", "processor", TargetStatus.FREE, "0", 0, ""),
            new Node(300, 8, "search", "mail-store", TargetStatus.OVER, "12", 40, "1.2 s / 1 s"),
            new Node(300, 62, "flag", "mail-store", TargetStatus.QUIET, "0", 0, "")),
        List.of(
            new Arrow("route", "search", "M156 50C200 50 250 30 300 30", 3, "12/s", 280, 26, true),
            new Arrow("route", "flag", "M156 60C200 60 250 80 300 80", 0, "0/s", 280, 76, false)));
  }

  private static Chart chart() {
    return new Chart(
        "search",
        false,
        "1.2 s",
        "1,204",
        "17",
        List.of(
            new Line("gold", 0, "M60 40h0L68 60", 30, "1 s"),
            new Line("guest", 2, "M60 90h0", -1, "")),
        List.of(new Tick(150, "1 ms"), new Tick(12, "1 s")),
        "M60 222v-30h7v30z",
        "M60 192v-10h7v10z",
        "40");
  }

  private static Chart quiet() {
    return new Chart("flag", true, "", "", "", List.of(), List.of(), "", "", "");
  }

  private static SettingsPage settings(int count, String wrong) {
    List<String> classes = CLASSES.subList(0, count);
    String error = wrong == null ? null : "A whole number from 1 to 600,000, or nothing.";
    List<TargetRow> targets = new ArrayList<>();
    List<StageForm> stages = new ArrayList<>();
    for (String request : REQUESTS) {
      List<TargetCell> cells = new ArrayList<>();
      for (String name : classes) {
        Input millis = new Input("1000", request.equals("search") ? error : null);
        cells.add(new TargetCell(name + ":" + request, name, millis, request.equals("login")));
      }
      boolean configured = request.equals("list messages") || request.equals("refile");
      Configured target = new Configured("1500", KEY + "target");
      targets.add(new TargetRow(request, configured ? target : null, cells));
      String id = request.replace(' ', '-');
      stages.add(
          new StageForm(
              id,
              request,
              CONTROLLERS,
              "deadline",
              configured ? new Configured("kind=threshold,credits=100", KEY + "admission") : null,
              configured ? new Configured("20", KEY + "guaranteed-share") : null,
              request.equals("search") || request.equals("list messages"),
              new Input("64", null)));
    }
    List<ClassForm> forms = new ArrayList<>();
    for (String name : classes) {
      forms.add(
          new ClassForm(
              Integer.toString(forms.size()),
              new Input(name, null),
              false,
              new Input("30", null),
              new Input("5", error),
              classes.stream().filter(other -> !other.equals(name)).toList(),
              error));
    }
    forms.add(
        new ClassForm(
            "new",
            new Input("", null),
            true,
            new Input("", null),
            new Input("5", null),
            List.of(),
            null));
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < (wrong == null ? 50 : 0); i++) {
      String detail = "class gold, millis 500, request list messages";
      changes.add(new Change(NOW, "ada@example.org", "target", detail));
    }
    Notice notice = wrong == null ? null : new Notice(Notice.Kind.ERROR, wrong, null);
    return new SettingsPage(page(notice), 17, classes, targets, forms, stages, changes);
  }
}
