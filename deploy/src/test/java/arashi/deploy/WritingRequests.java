package arashi.deploy;

import static arashi.deploy.Client.field;

import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.job.JobLimits;
import arashi.store.job.Work;
import arashi.store.mail.Flag;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A sample of each request that writes, by its route. */
final class WritingRequests {
  /** Settings of a service whose outbox and jobs do nothing by themselves. */
  static final Map<String, Object> IDLE =
      Map.of(
          "mail.outbox.hold", "1 h",
          "mail.outbox.heartbeat", "10 m",
          "mail.jobs.poll", "1 h",
          "mail.remake.pause", "1 h");

  private static final String DOMAIN = "samples.example";

  private final TestService service;
  private final Map<String, Sample> samples = new TreeMap<>();

  /**
   * A request that is ready to be sent.
   *
   * @param account the account's number
   * @param commits transactions that it commits, at most; only the last has done all of it
   * @param client signed in with the account
   * @param path with the ids of the account
   * @param fields with the client's token
   * @param form sends the fields
   */
  record Ready(
      long account, int commits, Client client, String path, List<Client.Field> fields, Form form) {
    Answer answer() {
      return form.send(client, path, fields);
    }

    /** Sends the same ids from another client. */
    Answer answer(Client other, Optional<String> token) {
      List<Client.Field> replaced = new ArrayList<>(fields);
      replaced.removeIf(one -> one.name().equals("csrf"));
      token.ifPresent(text -> replaced.add(field("csrf", text)));
      return form.send(other, path, replaced);
    }
  }

  /** Sends a form's fields, and files if it has some. */
  @FunctionalInterface
  interface Form {
    Answer send(Client client, String path, List<Client.Field> fields);
  }

  /** Prepares a request of a fresh account. */
  @FunctionalInterface
  interface Sample {
    Ready of(Account account);
  }

  /** Samples at a service with the settings {@link #IDLE}. */
  WritingRequests(TestService service) {
    this.service = service;
    service.store().people().addressEdit().addDomain(DOMAIN);
    addSigningIn();
    addComposing();
    addMails();
    addFolders();
    addJobs();
    addAccount();
    addConsole();
  }

  /** Samples by the path of their route, with unnamed variables. */
  Map<String, Sample> byRoute() {
    return samples;
  }

  /** Prepares the request of a route. */
  Ready ready(String route) {
    return samples.get(route).of(account(route.startsWith("/admin")));
  }

  /** A fresh account. */
  Account account(boolean admin) {
    return new Account(service, admin);
  }

  /** A signed-in user with mail, folders and an address. */
  static final class Account {
    private final TestService service;
    private final TestUser user;
    private final Client client;
    private final List<Long> mails;
    private final Folder folder;
    private final String address;

    private Account(TestService service, boolean admin) {
      this.service = service;
      this.user = admin ? TestUser.createAdmin(service.store()) : service.user();
      this.address = user.name() + "@" + DOMAIN;
      try {
        service
            .store()
            .people()
            .addressEdit()
            .give(user.id(), Address.parse(address), Tombstone.IGNORE);
      } catch (AddressRefusedException e) {
        throw new IllegalStateException(e);
      }
      mails = user.receives("One", "Two", "Three");
      folder = user.addFolder("Own");
      client = service.signedIn(user);
    }

    private String inbox() {
      return user.path(FolderRole.INBOX);
    }

    private String place(int mail) {
      return user.folder(FolderRole.INBOX).id() + ":" + mails.get(mail);
    }

    /** A POST with the token, which is fetched before. */
    private Ready post(int commits, String path, Client.Field... fields) {
      List<Client.Field> all = new ArrayList<>(List.of(fields));
      all.add(field("csrf", client.csrf()));
      return ready(commits, path, all);
    }

    private Ready ready(int commits, String path, List<Client.Field> fields) {
      return new Ready(user.id(), commits, client, path, fields, Client::post);
    }

    TestUser user() {
      return user;
    }

    Client client() {
      return client;
    }

    private MailPage written() {
      return MailPage.of(client.get("/compose"))
          .type("to", address)
          .type("subject", "Kettle")
          .type("text", "It boils.");
    }

    /** The id of a draft that is saved. */
    long draft() {
      written().press(client, "/drafts");
      return service.store().outgoing().drafts().list(user.id()).get(0).id();
    }

    /** The id of a mail that waits in the outbox. */
    long sent(boolean later) {
      MailPage page = written();
      List<Client.Field> fields = new ArrayList<>(page.fields());
      if (later) {
        fields.removeIf(one -> one.name().equals("send-at"));
        fields.add(field("send-at", inDays(30)));
        fields.add(field("later", "1"));
      }
      client.post("/send", fields);
      return service.store().outgoing().outbox().list(user.id(), 1).get(0).id();
    }

    /** The id of a job that has done a step of a number of mails. */
    long job(int step) {
      long inbox = user.folder(FolderRole.INBOX).id();
      JobLimits limits = new JobLimits(step, 8, Duration.ofHours(1), Duration.ofHours(1));
      Work work = new Work.Mark(inbox, Flag.SEEN, true);
      return service.store().upkeep().jobs().start(user.id(), work, limits).orElseThrow().id();
    }
  }

  private static String inDays(int days) {
    return LocalDateTime.now(ZoneId.systemDefault())
        .plusDays(days)
        .truncatedTo(ChronoUnit.MINUTES)
        .toString();
  }

  private void add(String route, Sample sample) {
    samples.put(route, sample);
  }

  private void addSigningIn() {
    add(
        "/login",
        account -> {
          Client fresh = service.client();
          List<Client.Field> fields =
              List.of(
                  field("csrf", fresh.get("/login").csrf()),
                  field("name", account.user.name()),
                  field("password", TestUser.PASSWORD));
          return new Ready(account.user.id(), 2, fresh, "/login", fields, Client::post);
        });
    add("/logout", account -> account.post(1, "/logout"));
    add(
        "/account/password",
        account ->
            account.post(
                2,
                "/account/password",
                field("password.old", TestUser.PASSWORD),
                field("password.new", "another long password"),
                field("password.again", "another long password")));
  }

  private void addComposing() {
    add("/drafts", account -> press(account.written(), account, 2, "/drafts"));
    add("/drafts/discard", account -> press(account.written(), account, 3, "/drafts/discard"));
    add(
        "/drafts/{}/restore",
        account -> {
          long draft = account.draft();
          service.store().outgoing().drafts().discard(account.user.id(), draft);
          return account.post(1, "/drafts/" + draft + "/restore");
        });
    add(
        "/drafts/attach",
        account -> {
          Map<String, byte[]> files = Map.of("a.bin", new byte[] {1, 2, 3});
          return new Ready(
              account.user.id(),
              3,
              account.client,
              "/drafts/attach",
              account.written().fields(),
              (client, path, fields) -> MailPage.attach(client, fields, files));
        });
    add("/send", account -> press(account.written(), account, 3, "/send"));
    add("/outbox/{}/undo", account -> account.post(1, "/outbox/" + account.sent(false) + "/undo"));
    add(
        "/outbox/{}/time",
        account ->
            account.post(
                1, "/outbox/" + account.sent(true) + "/time", field("send-at", inDays(60))));
  }

  private static Ready press(MailPage page, Account account, int commits, String path) {
    return account.ready(commits, path, page.fields());
  }

  private void addMails() {
    for (String action : List.of("flag", "refile", "delete", "archive")) {
      add(
          "/mail/{}/" + action,
          account ->
              account.post(
                  1,
                  account.inbox() + "/" + action,
                  field("uid", account.mails.get(0)),
                  field("set", "flagged"),
                  field("to", account.folder.id())));
      add(
          "/search/" + action,
          account -> {
            long moved = account.mails.get(1);
            long inbox = account.user.folder(FolderRole.INBOX).id();
            long own = account.folder.id();
            service.store().mail().items().refile(account.user.id(), inbox, List.of(moved), own);
            return account.post(
                2,
                "/search/" + action,
                field("uid", account.place(0)),
                field("uid", own + ":1"),
                field("set", "flagged"),
                field("to", account.user.folder(FolderRole.JUNK).id()));
          });
    }
    add(
        "/mail/{}/{}/unsubscribe",
        account -> account.post(0, account.user.path(account.mails.get(0)) + "/unsubscribe"));
    add(
        "/mail/{}/restore",
        account -> {
          trash(account);
          long trash = account.user.folder(FolderRole.TRASH).id();
          service.store().mail().items().delete(account.user.id(), trash, List.of(1L));
          return account.post(2, account.user.path(FolderRole.TRASH) + "/restore");
        });
  }

  private void trash(Account account) {
    long inbox = account.user.folder(FolderRole.INBOX).id();
    service.store().mail().items().delete(account.user.id(), inbox, List.of(account.mails.get(0)));
  }

  private void addFolders() {
    add("/folders", account -> account.post(1, "/folders", field("name", "Fresh")));
    Map<String, Client.Field> edits =
        Map.of(
            "rename", field("name", "Other"),
            "move", field("to", 1),
            "remove", field("x", ""),
            "hide", field("x", ""),
            "use", field("role", "archive"));
    edits.forEach(
        (edit, fields) ->
            add(
                "/mail/{}/" + edit,
                account -> {
                  long parent = account.user.addFolder("Parent").id();
                  Client.Field one = edit.equals("move") ? field("to", parent) : fields;
                  return account.post(1, "/mail/" + account.folder.id() + "/" + edit, one);
                }));
    add(
        "/mail/{}/unhide",
        account -> {
          String path = "/mail/" + account.folder.id();
          account.client.act(path + "/hide");
          return account.post(1, path + "/unhide");
        });
    add("/mail/{}/read-all", account -> account.post(1, account.inbox() + "/read-all"));
    add(
        "/mail/{}/empty",
        account -> {
          trash(account);
          return account.post(1, account.user.path(FolderRole.TRASH) + "/empty");
        });
  }

  private void addJobs() {
    for (String wish : List.of("cancel", "undo")) {
      add(
          "/jobs/{}/" + wish,
          account -> {
            long job = account.job(wish.equals("cancel") ? 1 : 100);
            return account.post(1, "/jobs/" + job + "/" + wish);
          });
    }
  }

  private void addAccount() {
    add(
        "/account",
        account -> {
          MailPage page =
              MailPage.of(account.client.get("/account"), "form[action=/account]")
                  .type("identity-name", "Ada")
                  .type("name", "Ada");
          return press(page, account, 2, "/account");
        });
    add("/account/sessions", account -> account.post(1, "/account/sessions", field("all", "1")));
    add(
        "/account/images",
        account -> account.post(1, "/account/images", field("sender", "ada@example.org")));
  }

  private void addConsole() {
    add(
        "/admin/targets",
        account -> admin(account, "/admin/targets", field("gold:flag", millis(account))));
    add(
        "/admin/classes",
        account ->
            admin(
                account,
                "/admin/classes",
                field("do", "set"),
                field("new", "1"),
                field("name", "class-" + account.user.id()),
                field("priority", "8"),
                field("share", "1")));
    add(
        "/admin/stages",
        account ->
            admin(
                account,
                "/admin/stages",
                field("stage", "search"),
                field("controller", "deadline"),
                field("quality", String.valueOf(1 + account.user.id() % 90))));
  }

  private static long millis(Account account) {
    return 1_000 + account.user.id();
  }

  private static Ready admin(Account account, String path, Client.Field... fields) {
    Answer page = account.client.get("/admin/settings");
    List<Client.Field> all = new ArrayList<>(List.of(fields));
    all.add(field("csrf", page.csrf()));
    all.add(field("revision", page.page().selectFirst("input[name=revision]").attr("value")));
    return account.ready(1, path, all);
  }
}
