package arashi.deploy;

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
import seda.kernel.Clock;

/**
 * The accounts that a newcomer finds in an empty store: one with mail, one to write to, and an
 * admin. Everybody knows their password, so they are for this machine only.
 */
final class DemoAccounts {
  /** The user with mail. */
  static final String NAME = "demo";

  /** The other user. */
  static final String SECOND = "grace";

  /** Who may use the console. */
  static final String ADMIN = "admin";

  static final String PASSWORD = "storm-in-a-teacup";

  private static final String DOMAIN = "example.org";
  private static final List<String> NAMES = List.of(NAME, SECOND, ADMIN);
  private static final long FIRST_UID = 1;
  private static final String SERVICE_CLASS = "standard";

  private DemoAccounts() {}

  /**
   * Makes those that are missing, if there are no others, and completes what a start that was
   * killed left empty. Several nodes may do so at once. Returns the names that one can sign in with
   * by the password.
   */
  static List<String> ensure(Store store) {
    KnownPassword password = new KnownPassword();
    List<Account> first = store.accounts().list("", NAMES.size() + 1);
    if (first.stream().allMatch(password::opens)) {
      make(store, first);
    }
    List<Account> open = open(store, password);
    open.stream().filter(account -> account.name().equals(NAME)).forEach(one -> fill(store, one));
    return open.stream().map(Account::name).toList();
  }

  /**
   * For a service that others can reach: a demo account is no admin there. Returns the names that
   * anybody can still sign in with.
   */
  static List<String> disarm(Store store) {
    List<Account> open = open(store, new KnownPassword());
    open.stream()
        .filter(Account::admin)
        .forEach(account -> store.accounts().setAdmin(account.id(), false));
    return open.stream().map(Account::name).toList();
  }

  /** The address of a demo account. */
  static String address(String name) {
    return name + "@" + DOMAIN;
  }

  private static List<Account> open(Store store, KnownPassword password) {
    return NAMES.stream()
        .flatMap(name -> store.accounts().byName(name).stream())
        .filter(password::opens)
        .toList();
  }

  /** Tells demo accounts; each hash is checked once, because that takes a while. */
  private static final class KnownPassword {
    private final Map<String, Boolean> checked = new HashMap<>();

    boolean opens(Account account) {
      return NAMES.contains(account.name())
          && checked.computeIfAbsent(
              account.passwordHash(), hash -> Passwords.matches(PASSWORD, hash));
    }
  }

  private static void make(Store store, List<Account> known) {
    String hash = null; // to compute it takes a while
    for (String name : NAMES) {
      if (known.stream().noneMatch(account -> account.name().equals(name))) {
        hash = hash == null ? Passwords.hash(PASSWORD) : hash;
        create(store, name, hash);
      }
    }
    store.addressEdit().addDomain(DOMAIN);
    for (String name : NAMES) {
      store.accounts().byName(name).ifPresent(account -> giveAddress(store, account));
    }
  }

  private static void create(Store store, String name, String hash) {
    try {
      store.accounts().create(name, hash, SERVICE_CLASS, name.equals(ADMIN), 0);
    } catch (NameTakenException e) {
      // Another node was first.
    }
  }

  private static void giveAddress(Store store, Account account) {
    if (!store.addresses().of(account.id()).isEmpty()) {
      return;
    }
    Address address = Address.parse(address(account.name()));
    try { // a demo account that was removed may have left a tombstone
      store.addressEdit().give(account.id(), address, Tombstone.IGNORE);
    } catch (AddressRefusedException e) {
      // It is an alias now: that is what somebody wanted.
    }
  }

  /**
   * Fills the folders that never had a mail: each was filled in one transaction or not at all, and
   * what people delete or move away later leaves its uid behind. The mails are dated by the
   * account, so that those of every attempt are byte for byte the same, and the store adds none
   * twice.
   */
  private static void fill(Store store, Account account) {
    Map<FolderRole, Folder> empty = new EnumMap<>(FolderRole.class);
    for (FolderRole role : FolderRole.values()) {
      store
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
        (role, batch) -> store.mailWriter().add(account.id(), empty.get(role).id(), batch));
  }
}
