package arashi.deploy.demo;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.request.login.Passwords;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.NameTakenException;
import arashi.store.account.Secrets;
import arashi.store.address.Address;
import arashi.store.address.AddressEdit.Tombstone;
import arashi.store.address.AddressRefusedException;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import seda.kernel.Clock;

/**
 * The demo accounts of an empty store: one with mail, one to write to, and an admin. They share a
 * password that is random for each database. Each start prints it, so they are for this machine
 * only.
 */
public final class DemoAccounts {
  /** The user with mail. */
  public static final String NAME = "demo";

  /** The other user. */
  static final String SECOND = "grace";

  /** The admin, who may use the console. */
  public static final String ADMIN = "admin";

  /** 80 bits in four groups, which can be typed. */
  private static final int PASSWORD_CHARS = 16;

  private static final int GROUP = 4;
  private static final String LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
  private static final String DOMAIN = "example.org";
  private static final List<String> NAMES = List.of(NAME, SECOND, ADMIN);
  private static final long FIRST_UID = 1;
  private static final String SERVICE_CLASS = "standard";

  private final Store store;
  private final KnownPassword password;

  /** The demo accounts of a store. Blocks on the database. */
  public DemoAccounts(Store store) {
    this.store = store;
    this.password =
        new KnownPassword(typable(store.service().secrets().key(Secrets.DEMO_PASSWORD)));
  }

  private static String typable(byte[] key) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < PASSWORD_CHARS; i++) {
      text.append(i > 0 && i % GROUP == 0 ? "-" : "");
      text.append(LETTERS.charAt(Math.floorMod(key[i], LETTERS.length())));
    }
    return text.toString();
  }

  /** The password of the demo accounts, the same on all nodes. */
  public String password() {
    return password.text;
  }

  /**
   * Creates missing demo accounts if there are no other accounts, and completes those that an
   * interrupted start left empty. Several nodes may run this concurrently. Returns the names that
   * accept the demo password.
   */
  public List<String> ensure() {
    List<Account> first = store.people().accounts().list("", NAMES.size() + 1);
    if (first.stream().allMatch(password::opens)) {
      make(first);
    }
    List<Account> open = open();
    open.stream().filter(account -> account.name().equals(NAME)).forEach(this::fill);
    return open.stream().map(Account::name).toList();
  }

  /**
   * Revokes the admin right of demo accounts, for a service that others can reach. Returns the
   * names that still accept the demo password.
   */
  public List<String> disarm() {
    List<Account> open = open();
    open.stream()
        .filter(Account::admin)
        .forEach(account -> store.people().accounts().setAdmin(account.id(), false));
    return open.stream().map(Account::name).toList();
  }

  /** The address of a demo account. */
  static String address(String name) {
    return name + "@" + DOMAIN;
  }

  private List<Account> open() {
    return named().filter(password::opens).toList();
  }

  private Stream<Account> named() {
    return NAMES.stream().flatMap(name -> store.people().accounts().byName(name).stream());
  }

  /** Recognizes demo accounts. Checks each hash once, because a check is slow. */
  private static final class KnownPassword {
    private final String text;
    private final Map<String, Boolean> checked = new HashMap<>();

    KnownPassword(String text) {
      this.text = text;
    }

    boolean opens(Account account) {
      return NAMES.contains(account.name())
          && checked.computeIfAbsent(account.passwordHash(), hash -> Passwords.matches(text, hash));
    }
  }

  private void make(List<Account> known) {
    String hash = null; // computed on demand: slow
    for (String name : NAMES) {
      if (known.stream().noneMatch(account -> account.name().equals(name))) {
        hash = hash == null ? Passwords.hash(password.text) : hash;
        create(name, hash);
      }
    }
    store.people().addressEdit().addDomain(DOMAIN);
    for (String name : NAMES) {
      store.people().accounts().byName(name).ifPresent(this::giveAddress);
    }
  }

  private void create(String name, String hash) {
    try {
      store.people().accounts().create(name, hash, SERVICE_CLASS, name.equals(ADMIN), 0);
    } catch (NameTakenException e) {
      // Another node created it first.
    }
  }

  private void giveAddress(Account account) {
    if (!store.people().addresses().of(account.id()).isEmpty()) {
      return;
    }
    Address address = Address.parse(address(account.name()));
    try { // a demo account that was removed may have left a tombstone
      store.people().addressEdit().give(account.id(), address, Tombstone.IGNORE);
    } catch (AddressRefusedException e) {
      // An admin made it an alias; that choice stands.
    }
  }

  /**
   * Fills the folders that never contained a mail. Each folder is filled in one transaction, and
   * deleting or moving mail keeps its next uid. The mails are dated by the account, so all attempts
   * produce the same bytes, and the store adds no duplicates.
   */
  private void fill(Account account) {
    Map<FolderRole, Folder> empty = new EnumMap<>(FolderRole.class);
    for (FolderRole role : FolderRole.values()) {
      store
          .mail()
          .folders()
          .byRole(account.id(), role)
          .filter(folder -> folder.uidNext() == FIRST_UID)
          .ifPresent(folder -> empty.put(role, folder));
    }
    if (empty.isEmpty()) {
      return;
    }
    Clock clock = Clock.system();
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT), new TermExtractor(TermLimits.DEFAULT), clock);
    Map<FolderRole, List<NewMail>> mails = new EnumMap<>(FolderRole.class);
    for (DemoMails.DemoMail mail : DemoMails.load(account.created())) {
      MailFlags flags = new MailFlags(mail.seen(), mail.flagged(), false);
      FolderRole role = FolderRole.valueOf(mail.folder().toUpperCase(Locale.ROOT));
      if (!empty.containsKey(role)) {
        continue;
      }
      mails
          .computeIfAbsent(role, unused -> new ArrayList<>())
          .add(intake.take(mail.raw(), Optional.of(mail.received()), flags).mail());
    }
    mails.forEach(
        (role, batch) -> store.mail().mailWriter().add(account.id(), empty.get(role).id(), batch));
  }
}
