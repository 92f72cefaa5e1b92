package arashi.deploy;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.MailParser;
import arashi.mime.MimeLimits;
import arashi.mime.TermExtractor;
import arashi.mime.TermLimits;
import arashi.request.login.Passwords;
import arashi.store.Account;
import arashi.store.Folder;
import arashi.store.FolderRole;
import arashi.store.NameTakenException;
import arashi.store.NewMail;
import arashi.store.Store;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import seda.kernel.Clock;

/** The account that a newcomer finds in an empty store. */
final class DemoAccount {
  static final String NAME = "demo";
  static final String PASSWORD = "storm-in-a-teacup";

  private static final String SERVICE_CLASS = "standard";

  private DemoAccount() {}

  /** Makes the account if there is none at all; true if one can sign in with its password now. */
  static boolean ensure(Store store) {
    Optional<Account> known = store.accounts().byName(NAME);
    if (known.isPresent()) {
      return Passwords.matches(PASSWORD, known.get().passwordHash());
    }
    if (!store.accounts().list("", 1).isEmpty()) {
      return false;
    }
    fill(store, create(store));
    return true;
  }

  private static Account create(Store store) {
    try {
      return store.accounts().create(NAME, Passwords.hash(PASSWORD), SERVICE_CLASS, false, 0);
    } catch (NameTakenException e) {
      throw new CommandException(e.getMessage(), e);
    }
  }

  private static void fill(Store store, Account account) {
    Clock clock = Clock.system();
    Intake intake =
        new Intake(
            new MailParser(MimeLimits.DEFAULT), new TermExtractor(TermLimits.DEFAULT), clock);
    Map<FolderRole, List<NewMail>> mails = new EnumMap<>(FolderRole.class);
    for (DemoMails.DemoMail mail : DemoMails.load(clock.instant())) {
      MailFlags flags = new MailFlags(mail.seen(), mail.flagged(), false);
      FolderRole role = FolderRole.valueOf(mail.folder().toUpperCase(Locale.ROOT));
      mails
          .computeIfAbsent(role, unused -> new ArrayList<>())
          .add(intake.take(mail.raw(), Optional.of(mail.received()), flags).mail());
    }
    mails.forEach(
        (role, batch) -> {
          Folder folder = store.folders().byRole(account.id(), role).orElseThrow();
          store.mailWriter().add(account.id(), folder.id(), batch);
        });
  }
}
