package benchmarks.users;

import arashi.ingest.ImportResult;
import arashi.ingest.Importer;
import arashi.ingest.Intake;
import arashi.ingest.MailSource;
import arashi.ingest.SourceLimits;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Items;
import arashi.store.mail.Order;
import arashi.store.policy.Policy;
import arashi.store.policy.Policy.ClassPolicy;
import arashi.store.policy.Policy.Controller;
import arashi.store.policy.Policy.StageSetting;
import arashi.store.policy.PolicyEdit;
import benchmarks.corpus.MailSupply;
import benchmarks.corpus.SearchWords;
import benchmarks.load.Accounts;
import benchmarks.load.Product;
import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import seda.kernel.Clock;

/**
 * The users' accounts and policies, created through the store beside the running service. Mailboxes
 * have the papers' sizes, 1 to 12,794 mails in one folder, evenly spaced on a logarithmic scale,
 * and each size has equally many users. Several users share a large mailbox, each with its own
 * session. Methods block.
 */
public final class Population implements AutoCloseable {
  /** Mails of the largest mailbox of the papers. */
  public static final int PAPER_MAILS = 12_794;

  /** Most mails of all mailboxes of one size; users share these mailboxes. */
  private static final int MAILS_OF_A_SIZE = 2_000;

  private static final long SEED = 20_030_326;

  private final Product product;
  private final Accounts made;
  private final Store store;
  private final Policy before;
  private final boolean signedIn;
  private final String prefix = "user-" + Long.toString(System.currentTimeMillis(), 36) + "-";
  private final List<List<Mailbox>> sizes = new ArrayList<>();
  private final Map<Account, String> classes = new HashMap<>();

  private record Mailbox(Account account, SearchWords words, List<String> sessions) {}

  /**
   * Creates the accounts.
   *
   * @param count number of mailbox sizes
   * @param mostMails mails in the largest mailbox
   * @param users highest number of users at once
   * @param signedIn true for users with sessions; false for users that sign in by the form
   * @param watcher receives each size, in mails, before its mailboxes are filled
   */
  public Population(
      Product product,
      int count,
      int mostMails,
      int users,
      MailSupply supply,
      boolean signedIn,
      IntConsumer watcher)
      throws IOException {
    this.product = product;
    this.signedIn = signedIn;
    made = new Accounts(product);
    store = made.store();
    before = store.service().policies().read();
    try {
      for (int i = 0; i < count; i++) {
        double share = count == 1 ? 1 : (double) i / (count - 1);
        int mails = (int) Math.round(Math.pow(mostMails, share));
        watcher.accept(mails);
        int mailboxes = Math.min((users + count - 1) / count, MAILS_OF_A_SIZE / mails);
        sizes.add(make(mails, Math.max(1, mailboxes), supply));
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private List<Mailbox> make(int mails, int count, MailSupply supply) throws IOException {
    Path mbox = product.folder().resolve("users.mbox");
    try {
      supply.write(mails, SEED + mails, mbox);
      SearchWords words = SearchWords.of(mbox);
      List<Mailbox> mailboxes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Account account = made.create(prefix + sizes.size() + "-" + i);
        bring(mbox, account.id(), made.folder(account, FolderRole.INBOX));
        classes.put(account, Accounts.STANDARD);
        mailboxes.add(new Mailbox(account, words, new ArrayList<>()));
      }
      return mailboxes;
    } finally {
      Files.deleteIfExists(mbox);
    }
  }

  private void bring(Path mbox, long account, long folder) {
    Clock clock = Clock.system();
    MailParser parser = new MailParser(MimeLimits.DEFAULT);
    Intake intake = new Intake(parser, new TermExtractor(TermLimits.DEFAULT), clock);
    Importer.Progress quiet =
        new Importer.Progress() {
          @Override
          public void read(long bytes, ImportResult soFar) {}

          @Override
          public void skipped(String where, String reason) {}
        };
    MailSource source = MailSource.of(List.of(mbox), SourceLimits.DEFAULT);
    ImportResult result =
        new Importer(store, intake, clock, Runtime.getRuntime().availableProcessors())
            .run(source, account, folder, quiet);
    BenchmarkException.require(
        result.failed() == 0, result.failed() + " mails could not be stored");
  }

  /** Users of a class, with mailboxes of each size in turn, and one session each. */
  public List<Person> people(String serviceClass, int count) {
    List<List<Mailbox>> members =
        sizes.stream()
            .map(size -> size.stream().filter(m -> isIn(serviceClass, m.account)).toList())
            .filter(size -> !size.isEmpty())
            .toList();
    BenchmarkException.require(!members.isEmpty(), "no account is in the class " + serviceClass);
    List<Person> people = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Mailbox> size = members.get(i % members.size());
      int number = i / members.size();
      Mailbox mailbox = size.get(number % size.size());
      String session = signedIn ? session(mailbox, number / size.size()) : null;
      people.add(new Person(mailbox.account.name(), Accounts.PASSWORD, session, mailbox.words));
    }
    return people;
  }

  private boolean isIn(String serviceClass, Account account) {
    return classes.get(account).equals(serviceClass);
  }

  private String session(Mailbox mailbox, int number) {
    while (mailbox.sessions.size() <= number) {
      mailbox.sessions.add(made.session(mailbox.account));
    }
    return mailbox.sessions.get(number);
  }

  /** Moves mails back to the inbox after a run, because requests to an empty mailbox are cheap. */
  public void restore() {
    for (Account account : classes.keySet()) {
      for (FolderRole role : List.of(FolderRole.ARCHIVE, FolderRole.TRASH)) {
        empty(account.id(), made.folder(account, role), made.folder(account, FolderRole.INBOX));
      }
    }
  }

  private void empty(long account, long from, long to) {
    Supplier<List<Item>> next =
        () -> store.mail().items().first(account, from, Order.NEWEST_FIRST, Items.MAX_UIDS).rows();
    for (List<Item> items = next.get(); !items.isEmpty(); items = next.get()) {
      store.mail().items().refile(account, from, items.stream().map(Item::uid).toList(), to);
    }
  }

  /** Assigns the accounts of each size to classes, in turn. */
  public void spread(List<String> over) {
    spread(over, name -> name);
  }

  /**
   * Assigns the accounts of each size to groups, in turn.
   *
   * @param over names of the groups, by which {@link #people} finds their users
   * @param serviceClass the service class of a group; several groups may have the same
   */
  public void spread(List<String> over, UnaryOperator<String> serviceClass) {
    for (int i = 0; i < sizes.size(); i++) {
      for (int j = 0; j < sizes.get(i).size(); j++) {
        Account account = sizes.get(i).get(j).account;
        String group = over.get((i + j) % over.size());
        store.people().accounts().setClass(account.id(), serviceClass.apply(group));
        classes.put(account, group);
      }
    }
  }

  /** Sets the target of every request type but the login, for every class. */
  public void target(int millis) {
    PolicyEdit edit = new PolicyEdit();
    for (String serviceClass : store.people().accounts().serviceClasses()) {
      for (String stage : UserRequestType.stages()) {
        if (!stage.equals(UserRequestType.LOGIN.title())) {
          edit.target(serviceClass, stage, OptionalInt.of(millis));
        }
      }
    }
    change(edit);
  }

  /** Sets the controller and, if present, a fixed quality for every request type. */
  public void control(Controller controller, OptionalDouble quality) {
    PolicyEdit edit = new PolicyEdit();
    for (String stage : UserRequestType.stages()) {
      edit.stage(stage, new StageSetting(controller, quality));
    }
    change(edit);
  }

  private void change(PolicyEdit edit) {
    long anyone = classes.keySet().iterator().next().id();
    store.service().policies().change(anyone, edit);
  }

  private void putPolicyBack() {
    PolicyEdit edit = new PolicyEdit();
    for (String stage : UserRequestType.stages()) {
      for (ClassPolicy one : before.classes()) {
        Integer millis = one.targetMillis().get(stage);
        if (millis != null) {
          boolean none = millis == ClassPolicy.NO_TARGET;
          edit.target(one.name(), stage, none ? OptionalInt.empty() : OptionalInt.of(millis));
        }
      }
      edit.stage(stage, before.stage(stage));
    }
    change(edit);
  }

  /** Closes the connections and leaves the accounts, in a database that will be deleted. */
  public void abandon() {
    made.close();
  }

  /** Removes accounts and policies from an external server, and closes the connections. */
  @Override
  public void close() {
    try {
      if (product.usesOtherServer() && !classes.isEmpty()) {
        putPolicyBack();
        classes.keySet().forEach(account -> store.people().accounts().remove(account.id()));
      }
    } finally {
      made.close();
    }
  }
}
