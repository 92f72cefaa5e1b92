package arashi.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Models of every page, filled with realistic mails. */
final class SamplePages {

  private static final Translations MESSAGES = Translations.load();

  private static final List<String> KINDS =
      List.of("inbox", "drafts", "outbox", "sent", "archive", "junk", "trash", "other");

  private static final List<String> BUSY =
      List.of(
          "list_folders",
          "list_messages",
          "show_message",
          "attachment",
          "archive",
          "compose",
          "account",
          "change_password",
          "save_draft",
          "attach",
          "send",
          "delete",
          "refile",
          "flag",
          "search",
          "console");

  private SamplePages() {}

  /** Returns the pages by file name. */
  static Map<String, PageModel> all() {
    Map<String, PageModel> pages = new LinkedHashMap<>();
    pages.put("list", new ListPage(page("inbox", null), list("inbox", rows(24, -1)), null));
    pages.put("list-50", new ListPage(page("inbox", null), list("inbox", rows(50, -1)), null));
    pages.put(
        "list-notice", new ListPage(page("inbox", undo()), list("inbox", rows(24, -1)), null));
    for (String kind : KINDS) {
      pages.put("empty-" + kind, new ListPage(page(kind, null), list(kind, List.of()), null));
    }
    pages.put("trash", new ListPage(page("trash", failed()), list("trash", rows(3, -1)), null));
    pages.put("message", message(plain(), List.of()));
    pages.put("message-found", found(message(plain(), List.of())));
    pages.put("message-html", message(html(), List.of()));
    for (MessageView.RemoteState state : MessageView.RemoteState.values()) {
      pages.put("message-images-" + RecordWrapper.word(state), message(html(state), List.of()));
    }
    pages.put("attached", attached());
    pages.put("message-headers", message(plain(), headers()));
    for (MessageView.Departure.State state : MessageView.Departure.State.values()) {
      pages.put("message-" + RecordWrapper.word(state), message(plain(), List.of(), failed(state)));
    }
    pages.put("folders", FoldersPage.of(page("", null), folderRows()));
    pages.put(
        "folders-refused",
        new FoldersPage(
            page(
                "", new Notice(Notice.Kind.ERROR, "There is a folder of that name already.", null)),
            folderRows(),
            new FoldersPage.Typed("paper", "Invoices", "0")));
    pages.put(
        "list-job", new ListPage(page("inbox", underWay()), list("inbox", rows(24, -1)), null));
    pages.put("jobs", new JobsPage(page("", null), jobs(), false));
    pages.put("jobs-none", new JobsPage(page("", null), List.of(), false));
    pages.put("search", search(found(), "3 March 2024", "/search?q=report&before=1709424000"));
    pages.put("search-empty", search(List.of(), null, null));
    pages.put("search-notyet", search(List.of(), "3 March 2024", "/search?q=report&before=17"));
    pages.put("search-help", new SearchPage(page("", null), null, null, null));
    for (LoginPage.State state : LoginPage.State.values()) {
      KeptPost kept = state == LoginPage.State.EXPIRED ? kept() : null;
      String name = state == LoginPage.State.FRESH ? "" : "ada";
      pages.put(
          "login-" + RecordWrapper.word(state),
          new LoginPage(
              PageFrame.anonymous("t0ken"),
              name,
              "/mail/inbox",
              state,
              BusyCause.OVERLOAD,
              7,
              kept));
    }
    pages.put(
        "login-asked",
        new LoginPage(
            PageFrame.anonymous("t0ken"),
            "",
            null,
            LoginPage.State.FRESH,
            BusyCause.OVERLOAD,
            0,
            asked()));
    for (String busy : BUSY) {
      pages.put(
          "busy-" + busy,
          new BusyPage(
              page("", null),
              busy(busy),
              !busy.startsWith("list"),
              BusyCause.OVERLOAD,
              6,
              "/search?q=report",
              null));
    }
    pages.put(
        "busy-post",
        new BusyPage(
            page("inbox", null), busy("refile"), true, BusyCause.OVERLOAD, 1, null, kept()));
    pages.put(
        "busy-brief",
        new BusyPage(
            PageFrame.anonymous("t0ken"),
            busy("refile"),
            true,
            BusyCause.OVERLOAD,
            61,
            null,
            kept()));
    pages.put(
        "busy-asked",
        new BusyPage(
            PageFrame.anonymous("t0ken"),
            busy("send"),
            true,
            BusyCause.OVERLOAD,
            4,
            null,
            asked()));
    addComposed(pages);
    addAccount(pages);
    addOutages(pages);
    addReduced(pages);
    pages.put("resume", new ResumePage(page("", null), kept()));
    pages.put("resume-asked", new ResumePage(page("", null), asked()));
    for (ErrorPage.Problem problem : ErrorPage.Problem.values()) {
      pages.put(
          "error-" + RecordWrapper.word(problem),
          new ErrorPage(page("", null), problem, "7f3a-19", "/mail", again(problem)));
    }
    pages.put(
        "error-signed-out",
        new ErrorPage(PageFrame.anonymous("t"), ErrorPage.Problem.NOT_FOUND, null, "/login", null));
    pages.putAll(SampleConsole.all());
    pages.put("body-busy", new UnshownBodyPage(UnshownBodyPage.Reason.BUSY));
    pages.put("body-outage", new UnshownBodyPage(UnshownBodyPage.Reason.OUTAGE));
    pages.put("body", plainBody(ORDER));
    return pages;
  }

  private static void addComposed(Map<String, PageModel> pages) {
    pages.put("compose", compose("", List.of(), "", "", List.of(), null, null));
    List<ComposePage.File> files =
        List.of(
            new ComposePage.File(
                "ab12 212000 image/png - harbour-map.png", "harbour-map.png", "212 KB"),
            new ComposePage.File("cd34 1400000 application/pdf - t.pdf", "予定表.ics", "2 KB"));
    String quote =
        "\nOn Friday, Noor van Dijk wrote:\n> I can bring two.\n> The ferry leaves at nine.\n\n";
    String to = "Noor van Dijk <noor@example.net>, misaki@";
    List<ComposePage.Wrong> wrong =
        List.of(new ComposePage.Wrong("“misaki@” is no mail address.", 34, 41));
    Notice notice = new Notice(Notice.Kind.ERROR, "Not sent: a field needs another look.", null);
    pages.put("compose-wrong", compose(to, wrong, "Re: Harbour", quote, files, null, notice));
    pages.put(
        "compose-redirect",
        compose("noor@example.net", List.of(), REDIRECTED, "", files, null, null));
    ComposePage.Other changed = new ComposePage.Other("/compose?draft=7", false);
    pages.put(
        "compose-changed",
        compose("noor@example.net", List.of(), "Plums", quote, files, changed, null));
    ComposePage.Other sent = new ComposePage.Other("/mail/4/9", true);
    pages.put(
        "compose-sent", compose("noor@example.net", List.of(), "Plums", quote, files, sent, null));
  }

  private static final String REDIRECTED = "A mail that goes on";

  private static ComposePage compose(
      String to,
      List<ComposePage.Wrong> wrong,
      String subject,
      String text,
      List<ComposePage.File> files,
      ComposePage.Other other,
      Notice notice) {
    return new ComposePage(
        page("drafts", notice),
        new ComposePage.Draft(
            "k3y-of-this-mail",
            "7",
            "3",
            List.of(new Field("back", "/mail/1")),
            subject.equals(REDIRECTED)),
        List.of(
            new ComposePage.Sender("ada@example.org", "Ada Lind <ada@example.org>", "Ada", true),
            new ComposePage.Sender("info@example.org", "info@example.org", "", false)),
        new ComposePage.Fields(
            new ComposePage.Typed(to, wrong),
            ComposePage.Typed.right("ليلى حداد <layla@example.com>"),
            ComposePage.Typed.right(""),
            ComposePage.Typed.right(subject),
            new ComposePage.Typed(wrong.isEmpty() ? "" : "2026-11-27T08:00", wrong),
            "Europe/Berlin",
            text),
        files,
        new ComposePage.Limits(25_000_000, "25 MB"),
        other);
  }

  private static PostForm again(ErrorPage.Problem problem) {
    return problem == ErrorPage.Problem.MAY_BE_DONE ? refile() : null;
  }

  private static void addAccount(Map<String, PageModel> pages) {
    AccountPage.Input empty = input("");
    AccountPage.Identity first =
        new AccountPage.Identity(
            "ada@example.org",
            null,
            true,
            empty,
            empty,
            input("\nAda Lind\nKeeper of the northern light"));
    AccountPage.Identity second =
        new AccountPage.Identity(
            "info@example.org",
            "You can’t write as this address any more.",
            false,
            input("The lighthouse, visits and guided tours"),
            new AccountPage.Input("ada@", "“ada@” is no mail address that answers can go to."),
            empty);
    pages.put("account", account(page("", null), empty, List.of(first)));
    Notice notice =
        new Notice(Notice.Kind.ERROR, "Nothing was saved: a field needs another look.", null);
    AccountPage.Input wrong = new AccountPage.Input("Ada \u0007", "It can’t hold that.");
    pages.put("account-wrong", account(page("", notice), wrong, List.of(first, second)));
    pages.put("security", security(null, null, null, null, 3));
    pages.put("deleted", deleted(3));
    pages.put("deleted-none", deleted(0));
    pages.put(
        "security-wrong",
        security(
            notice, "This is not your password.", "At least 8 characters.", "They differ.", 50));
    PageFrame plain = page("", null);
    for (PageFrame.Theme theme : PageFrame.Theme.values()) {
      PageFrame frame =
          new PageFrame(
              plain.account(),
              false,
              plain.csrf(),
              plain.folders(),
              "",
              null,
              new PageFrame.Look(theme, "Pacific/Auckland"));
      pages.put("account-" + RecordWrapper.word(theme), account(frame, empty, List.of()));
    }
  }

  private static DeletedPage deleted(int mails) {
    DisplayDate at = new DisplayDate("Fri, 27 February 2026, 14:20", "2026-02-27T14:20:00Z");
    List<DeletedPage.Mail> all = new ArrayList<>();
    for (int i = 0; i < mails; i++) {
      boolean unknown = i == 1; // a mail without sender and subject
      all.add(
          new DeletedPage.Mail(
              Integer.toString(i),
              unknown ? "" : "Grace Hopper",
              unknown ? "" : "Nanoseconds, again",
              at,
              "12 kB"));
    }
    String older = mails == 0 ? null : "/deleted?before=2";
    return new DeletedPage(page("", null), "/mail/6", all, older);
  }

  private static SecurityPage security(
      Notice notice, String old, String fresh, String again, int sessions) {
    List<SecurityPage.Session> all = new ArrayList<>();
    DisplayDate began = new DisplayDate("Fri, 27 February 2026, 14:20", "2026-02-27T14:20:00Z");
    for (int i = 0; i < sessions; i++) {
      all.add(
          new SecurityPage.Session(
              "ab".repeat(32),
              i == 1 ? "" : "Firefox · Linux",
              i == 2 ? "2001:db8:85a3::8a2e:370:7334" : "192.0.2.7",
              began,
              began,
              i == 0));
    }
    return new SecurityPage(
        page("", notice), new SecurityPage.PasswordForm(old, fresh, again, 8), all, sessions > 3);
  }

  private static AccountPage.Input input(String value) {
    return new AccountPage.Input(value, null);
  }

  private static AccountPage account(
      PageFrame frame, AccountPage.Input name, List<AccountPage.Identity> identities) {
    return new AccountPage(
        frame,
        new AccountPage.Fields(
            name, input("de"), input("Europe/Berlin"), input("dark"), input("older")),
        new AccountPage.Choices(
            List.of(
                new AccountPage.Language("en", "English"),
                new AccountPage.Language("de", "Deutsch")),
            List.of("America/New_York", "Europe/Berlin", "UTC"),
            "Europe/Stockholm"),
        identities,
        !identities.isEmpty(),
        identities.isEmpty()
            ? List.of()
            : List.of(address("noor@example.net"), address("news@example.com")));
  }

  private static ShownAddress address(String address) {
    return new ShownAddress(address, address);
  }

  private static void addOutages(Map<String, PageModel> pages) {
    for (BusyCause cause : BusyCause.values()) {
      String name = RecordWrapper.word(cause);
      pages.put(
          "outage-" + name,
          new BusyPage(page("inbox", null), busy("refile"), true, cause, 3, null, kept()));
      pages.put(
          "outage-login-" + name,
          new LoginPage(
              PageFrame.anonymous("t0ken"), "ada", null, LoginPage.State.BUSY, cause, 3, null));
    }
  }

  private static List<FolderRow> folderRows() {
    return page("", null).folders().stream()
        .map(
            link ->
                new FolderRow(
                    link,
                    link.total() > 0 ? "12 MB" : "",
                    !link.kind().icon().equals("inbox"),
                    link.kind().icon().equals("junk"),
                    link.depth() == 0 ? "0" : "paper"))
        .toList();
  }

  static PageFrame page(String current, Notice notice) {
    List<FolderLink> folders = new ArrayList<>();
    KINDS.forEach(kind -> folders.add(folder(kind, current)));
    folders.add(link("paper", "Paper", List.of(), 0, 0, false));
    folders.add(
        link("invoices", "Invoices 2024–2026, paid and unpaid", List.of("Paper"), 0, 312, false));
    folders.add(link("family", "家族と友人", List.of(), 2, 87, false));
    folders.add(link("arabic", "مشاريع", List.of(), 0, 5, false));
    return new PageFrame(
        "ada@example.org", true, "t0ken", folders, "", notice, PageFrame.Look.OF_BROWSER, 4711);
  }

  private static FolderLink folder(String id, String current) {
    String name = id.equals("other") ? "Projects" : capital(id);
    long unread = id.equals("inbox") ? 12 : id.equals("junk") ? 4 : 0;
    long total = id.equals("inbox") ? 1204 : 3L * id.length();
    return new FolderLink(
        id,
        name,
        "/mail/" + id,
        kind(id),
        unread,
        total,
        List.of(),
        false,
        false,
        id.equals(current));
  }

  private static Notice underWay() {
    return new Notice(Notice.Kind.INFO, "There are many messages.", null, "/jobs/17");
  }

  private static List<JobsPage.Row> jobs() {
    DisplayDate began = rows(1, -1).get(0).date();
    return List.of(
        new JobsPage.Row(
            "17", "Move messages", "1,200 of 9,000 messages", began, 1_200, 9_000, true, false),
        new JobsPage.Row(
            "16", "Mark messages", "400 messages changed", began, 400, 400, false, true),
        new JobsPage.Row("15", "Delete messages for ever", "Nothing", began, 2, 2, false, false));
  }

  private static FolderKind kind(String kind) {
    return new FolderKind(
        kind,
        MESSAGES.key("empty." + kind + ".title"),
        MESSAGES.key("empty." + kind + ".text"),
        !kind.equals("archive"),
        kind.equals("trash"),
        kind.equals("trash") || kind.equals("junk"));
  }

  static MessageKey busy(String what) {
    return MESSAGES.key("busy." + what + ".title");
  }

  private static FolderLink link(
      String id, String name, List<String> above, long unread, long total, boolean current) {
    return new FolderLink(
        id, name, "/mail/" + id, kind("other"), unread, total, above, true, false, current);
  }

  static MessageList list(String id, List<MessageRow> rows) {
    FolderLink folder = folder(id, id);
    if (rows.isEmpty()) {
      folder =
          new FolderLink(
              id, folder.name(), folder.url(), folder.kind(), 0, 0, List.of(), false, false, true);
    }
    List<SortLink> sorts = new ArrayList<>();
    for (String sort : List.of("date", "sender", "subject", "size")) {
      String order = "?sort=" + sort + "&dir=desc";
      MessageKey words = MESSAGES.key("sort." + sort);
      sorts.add(new SortLink(words, folder.url() + order, sort.equals("date"), true));
    }
    String older = rows.isEmpty() ? null : folder.url() + "?after=1709424000.17";
    return new MessageList(folder, folder.url() + "?sort=date", rows, sorts, null, older);
  }

  /** Returns {@code count} rows, the one at {@code selected} shown beside the list. */
  static List<MessageRow> rows(int count, int selected) {
    List<MessageRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String[] mail = MAILS[i % MAILS.length];
      RowState marks =
          new RowState(
              i % 4 < 1 || i == 1,
              i % 7 == 2,
              i % 5 == 3,
              i % 6 == 2,
              i % 9 == 4,
              i == selected,
              i % 8 == 5);
      String date = i < 4 ? "%02d:%02d".formatted(14 - i, 7 * i + 5) : 28 - i / 2 + " Feb";
      String iso = "2026-02-%02dT%02d:05:00Z".formatted(Math.max(1, 28 - i / 2), 23 - i % 12);
      int uid = 4000 - i;
      rows.add(
          new MessageRow(
              Integer.toString(uid),
              "/mail/inbox/" + uid,
              mail[0],
              mail[1],
              mail[2],
              new DisplayDate(date, iso),
              marks,
              null,
              null));
    }
    return rows;
  }

  private static List<MessageRow> found() {
    List<MessageRow> found = new ArrayList<>();
    for (MessageRow row : rows(9, -1)) {
      String folder = row.uid().endsWith("8") ? "Archive" : "Inbox";
      found.add(
          new MessageRow(
              row.uid(),
              row.url(),
              row.from(),
              row.subject(),
              row.preview(),
              row.date(),
              row.marks(),
              "12 KB",
              folder));
    }
    return found;
  }

  private static MessagePage found(MessagePage page) {
    return new MessagePage(
        page.page(),
        list("inbox", List.of()),
        page.message(),
        new MessagePage.Found("/search?q=report", "older"),
        null);
  }

  private static SearchPage search(List<MessageRow> rows, String reached, String more) {
    PageFrame page = page("", null);
    return new SearchPage(
        new PageFrame(page.account(), false, page.csrf(), page.folders(), "report is:unread", null),
        new SearchPage.Results(
            rows, "/search?q=report", list("inbox", rows).sorts(), null, null, reached, more),
        "/search?q=is%3Apartial",
        null);
  }

  private static Notice undo() {
    return new Notice(Notice.Kind.INFO, "3 messages moved to Archive.", refile());
  }

  private static Notice failed() {
    return new Notice(Notice.Kind.ERROR, "2 messages were already gone.", null);
  }

  private static final String LONG_TEXT =
      "Dear Noor,\n\n" + "the numbers of this month are in, and they look good.\n".repeat(12);

  private static PostForm refile() {
    return new PostForm(
        "/mail/archive/refile",
        List.of(new Field("uid", "17"), new Field("uid", "18"), new Field("to", "inbox")));
  }

  private static KeptPost kept() {
    return new KeptPost(refile(), new MessageKey("action.refile"), List.of(), true, "7");
  }

  /** A mail that nothing proves to be the user's. */
  private static KeptPost asked() {
    List<Field> fields =
        List.of(
            new Field("to", "Noor Haddad <noor@example.net>"),
            new Field("subject", "The report, with \u201cnumbers\u201d <b>"),
            new Field("text", LONG_TEXT),
            new Field("key", "b3f0c2a1-77"),
            new Field("in-reply-to", "<20260227.1420.77@example.net>"));
    List<KeptPost.Detail> details =
        fields.stream()
            .map(field -> new KeptPost.Detail(label(field.name()), field.name(), field.value()))
            .toList();
    PostForm form = new PostForm("/send", fields);
    return new KeptPost(form, new MessageKey("action.send"), details, false, null);
  }

  private static MessageKey label(String name) {
    return switch (name) {
      case "to", "subject", "text" -> new MessageKey("compose." + name);
      default -> null;
    };
  }

  private static MessageView.Body plain() {
    return new MessageView.Body(
        new SafeHtml(LETTER), null, "/mail/inbox/3998?text=html", null, MessageView.Note.MALFORMED);
  }

  private static MessageView.Body html() {
    return html(MessageView.RemoteState.HIDDEN);
  }

  static MessageView.Body html(MessageView.RemoteState state) {
    String other = "/mail/inbox/3998?text=plain";
    MessageView.RemoteImages images =
        new MessageView.RemoteImages(
            3, state, "/mail/inbox/3998?view=html&images=show", address("noor@example.net"));
    return new MessageView.Body(
        null, "/mail/inbox/3998/body", other, images, MessageView.Note.NONE);
  }

  private static List<Field> headers() {
    return List.of(
        new Field("Return-Path", "<noor@example.net>"),
        new Field("Received", "from mx.example.net (mx.example.net [192.0.2.7]) by mail"),
        new Field("Message-ID", "<20260227.1420.77@example.net>"),
        new Field("X-Spam-Status", "No, score=-1.2 required=5.0"));
  }

  static MessagePage message(MessageView.Body body, List<Field> headers) {
    return message(body, headers, null);
  }

  private static MessageView.Departure failed(MessageView.Departure.State state) {
    return new MessageView.Departure(
        state,
        true,
        List.of(
            new MessageView.Departure.Recipient(
                "noor@example.net", MessageView.Departure.State.SENT, ""),
            new MessageView.Departure.Recipient("nobody@example.com", state, "550 5.1.1 Unknown")),
        new PostForm("/outbox/7/undo", List.of()),
        state != MessageView.Departure.State.LATER
            ? null
            : new MessageView.Departure.Later(
                new DisplayDate("27 November 2026, 08:00", "2026-11-27T08:00:00Z"),
                "2026-11-27T08:00",
                "UTC",
                new PostForm("/outbox/7/time", List.of())));
  }

  private static List<MessageView.Person> crowd(int size) {
    List<MessageView.Person> people = new ArrayList<>();
    people.add(new MessageView.Person("ليلى حداد", "layla@example.com"));
    while (people.size() < size) {
      String name = "Member " + people.size();
      people.add(new MessageView.Person(name, "member" + people.size() + "@example.com"));
    }
    return people;
  }

  private static MessagePage message(
      MessageView.Body body, List<Field> headers, MessageView.Departure departure) {
    MessageView view =
        new MessageView(
            "3998",
            new MessageView.Envelope(
                "Re: Harbour walk on Saturday, and who brings the thermos flasks?",
                List.of(new MessageView.Person("Noor van Dijk", "noor@example.net")),
                List.of(
                    new MessageView.Person("Ada Lind", "ada@example.org"),
                    new MessageView.Person("佐藤 美咲", "misaki@example.jp"),
                    new MessageView.Person("undisclosed-recipients", null)),
                crowd(12),
                crowd(1),
                new DisplayDate("27 February 2026, 14:20", "2026-02-27T14:20:00+01:00"),
                new DisplayDate("2 March 2026, 08:05", "2026-03-02T08:05:00+01:00"),
                "48 KB"),
            new RowState(false, true, true, true, false, true, false),
            body,
            List.of(
                attachment("harbour-map.png", "image/png", "212 KB", "/mail/inbox/3998/part/2"),
                attachment(
                    "Timetable of the ferries, winter.pdf", "application/pdf", "1.4 MB", null),
                attachment("予定表.ics", "text/calendar", "2 KB", null)),
            headers,
            rows(2, -1),
            new MessageView.Links(
                "/mail/inbox/3998",
                "/mail/inbox/3998?sort=size",
                "/mail/inbox/3998/raw",
                "/mail/inbox/3998?headers=all",
                "/mail/inbox/3999",
                "/mail/inbox/3997",
                "/mail/inbox/3997"),
            departure,
            new MessageView.ListWays(true, true, true),
            facts(),
            List.of("Ferry & harbour", "مهم", "仕事"));
    return new MessagePage(page("inbox", null), list("inbox", rows(24, 2)), view, null, null);
  }

  private static MailFacts facts() {
    DisplayDate start = new DisplayDate("Sat, 7 March 2026, 10:00", "2026-03-07T10:00:00+01:00");
    List<MailFacts.EventKind> kinds = List.of(MailFacts.EventKind.values());
    return new MailFacts(
        Arrays.stream(MailFacts.Kind.values())
            .map(kind -> new MailFacts.Fact(kind, "noor@example.net", "550 5.1.1 Unknown"))
            .toList(),
        IntStream.range(0, kinds.size())
            .mapToObj(
                i ->
                    new MailFacts.Event(
                        kinds.get(i),
                        "Harbour walk",
                        start,
                        new DisplayDate("Sat, 7 March 2026", ""),
                        "Pier 3",
                        new MessageView.Person("Noor van Dijk", "noor@example.net"),
                        Arrays.stream(MailFacts.Answer.values())
                            .map(
                                answer ->
                                    new MailFacts.Guest(
                                        new MessageView.Person("Ada", "ada@example.org"), answer))
                            .toList(),
                        series(i, start),
                        "Bring a thermos",
                        Arrays.stream(MailFacts.DoubtKind.values())
                            .limit(i == 0 ? 10 : 1)
                            .map(kind -> new MailFacts.Doubt(kind, "Europe/Atlantis"))
                            .toList()))
            .toList());
  }

  private static MailFacts.Series series(int i, DisplayDate start) {
    List<MailFacts.Unit> units = List.of(MailFacts.Unit.values());
    MailFacts.Recurrence rule =
        new MailFacts.Recurrence(
            units.get(i % units.size()),
            1 + i % 2,
            "Saturday",
            i % 7 - 1,
            0,
            5,
            "5 May 2026",
            true);
    return new MailFacts.Series(
        rule,
        i % 2 == 0 ? start : null,
        i % 4 == 0,
        List.of(start),
        i == 0 ? List.of(start, start) : List.of());
  }

  /** Adds every kind of page in each degraded form. */
  private static void addReduced(Map<String, PageModel> pages) {
    for (Degradation.Step step : Degradation.Step.values()) {
      Degradation reduced = new Degradation(step, "/mail/inbox?full=1");
      pages.put(
          "reduced-" + RecordWrapper.word(step),
          switch (step) {
            case PREVIEWS, COUNTS -> {
              List<MessageRow> rows = rows(24, -1).stream().map(SamplePages::brief).toList();
              yield new ListPage(page("inbox", null), list("inbox", rows), reduced);
            }
            case BESIDE, PLAIN -> {
              MessagePage whole = message(plain(), List.of());
              yield new MessagePage(
                  whole.page(), list("inbox", List.of()), whole.message(), null, reduced);
            }
            case WINDOW -> {
              SearchPage whole = search(found(), "3 March 2024", "/search?q=report&before=17");
              yield new SearchPage(whole.page(), whole.results(), null, reduced);
            }
          });
    }
  }

  private static MessageRow brief(MessageRow row) {
    return new MessageRow(
        row.uid(),
        row.url(),
        row.from(),
        row.subject(),
        "",
        row.date(),
        row.marks(),
        row.size(),
        row.folder());
  }

  private static MessageView.Attachment attachment(
      String name, String type, String size, String preview) {
    String url = "/mail/inbox/3998/part/3";
    return new MessageView.Attachment(
        name, type, size, url, preview, preview == null ? null : url + "?inline=1", null);
  }

  private static AttachedMailPage attached() {
    MessageView around = message(plain(), List.of()).message();
    List<MessageView.Attachment> files = new ArrayList<>(around.attachments());
    files.add(
        new MessageView.Attachment(
            "Re: Harbour walk.eml",
            "message/rfc822",
            "3 KB",
            "/mail/inbox/3998/part/6",
            null,
            null,
            "/mail/inbox/3998/mail/6"));
    return new AttachedMailPage(
        page("inbox", null),
        "/mail/inbox/3998",
        "Re: Harbour walk on Saturday",
        "/mail/inbox/3998/mail/4",
        "/mail/inbox/3998/part/4",
        around.envelope(),
        around.body(),
        files,
        around.facts(),
        null);
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private static final String[][] MAILS = {
    {
      "Tomás Ferreira",
      "Draft of the tide report",
      "Attached is the second draft. I moved the table of gauges to the end and"
    },
    {"佐藤 美咲", "来週の打ち合わせについて", "お世話になっております。来週の打ち合わせですが、水曜日の午後に変更していただけ"},
    {
      "Noor van Dijk",
      "Re: Harbour walk on Saturday, and who brings the thermos flasks?",
      "I can bring two. The ferry leaves at ten past nine, so let us meet"
    },
    {
      "ليلى حداد",
      "موعد الاجتماع القادم",
      "مرحبا آدا، هل يناسبك يوم الثلاثاء في العاشرة صباحا؟ سأحجز القاعة"
    },
    {
      "Lighthouse Energy",
      "Your bill for January is ready",
      "You used 212 kWh, a tenth less than in January last year. Nothing to do"
    },
    {"Priya Raman", "", "sorry, wrong button. Here are the photos"},
    {
      "builds@ci.example.dev",
      "[weather-station] main: build 4182 passed after 3 failures in a row",
      "All 1,932 tests passed in 4 min 12 s. Changes since the last"
    },
    {
      "Městská knihovna",
      "Upomínka: kniha k vrácení do pátku",
      "Dobrý den, připomínáme, že kniha „Válka s mloky“ má být vrácena"
    },
    {"Grandma", "Plums!!", "The tree has gone mad again. Come with boxes, and bring your brother"},
    {"דנה לוי", "תודה על הספר", "קראתי אותו בלילה אחד. אחזיר אותו בשבוע הבא"},
    {"김서연", "회의록 공유드립니다", "안녕하세요, 지난주 회의록을 첨부합니다. 확인 부탁드립니다"},
    {"", "", "A mail that says neither from whom it is nor what it is about"}
  };

  private static final String LETTER =
"""
Dear all,

I can bring two. The ferry leaves at ten past nine, so let us meet at the \
blue kiosk at nine; whoever is late swims. If it storms (it is that season) we take the tram \
to the lighthouse museum instead: <a href="https://museum.example/hours" rel="noopener \
noreferrer" target="_blank">museum.example/hours</a>

ليلى، هل ستأتين معنا؟

<span class="t-q1">&gt; On Thursday Ada wrote:
Shall we do the long way round this time?</span>
Noor
""";

  private static final String ORDER =
      "<table width=\"600\"><tr><td><h2>Thank you, Ada</h2><p>Your order of <b>two storm"
          + " lanterns</b> left our house today.</p></td></tr></table>";

  private static BodyPage plainBody(String html) {
    SafeHtml none = new SafeHtml("");
    BodyPage.Frame frame =
        new BodyPage.Frame(
            new SafeHtml("<!DOCTYPE html>"), none, new SafeHtml(" dir=\"auto\""), none, true);
    return new BodyPage("Your order", frame, new SafeHtml(html), PageFrame.Theme.SYSTEM);
  }
}
