package arashi.deploy;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.TermLimits;
import arashi.mime.parse.MailParser;
import arashi.mime.term.TermExtractor;
import arashi.store.Store;
import arashi.store.account.Account;
import arashi.store.account.NameTakenException;
import arashi.store.mail.Added;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import seda.kernel.Clock;

/** A fresh account, and the way for mail into it. */
public record TestUser(Store store, long id, String name) {
  public static final String PASSWORD = "a long enough password";

  private static final String HASH = hash(64, 1);
  private static final int BATCH = 200;
  private static final AtomicInteger NEXT = new AtomicInteger();
  private static final Intake INTAKE =
      new Intake(
          new MailParser(MimeLimits.DEFAULT),
          new TermExtractor(TermLimits.DEFAULT),
          Clock.system());

  static TestUser create(Store store) {
    return create(store, HASH, false);
  }

  /** One that may open the console. */
  static TestUser createAdmin(Store store) {
    return create(store, HASH, true);
  }

  /**
   * One whose login takes some tens of milliseconds, as with a password that the service has
   * hashed: a JVM with the first compiler alone is as slow with a quarter of the memory.
   */
  static TestUser createAtFullCost(Store store) {
    return create(store, hash(19 * 1024 / 4, 2), false);
  }

  /** By Argon2id as the service's own, but cheap: tests sign in hundreds of times. */
  private static String hash(int memoryKib, int passes) {
    return Password.hash(PASSWORD)
        .addRandomSalt(16)
        .with(Argon2Function.getInstance(memoryKib, passes, 1, 32, Argon2.ID))
        .getResult();
  }

  private static TestUser create(Store store, String hash, boolean admin) {
    try {
      Account account =
          store
              .people()
              .accounts()
              .create("user" + NEXT.incrementAndGet(), hash, "standard", admin, 0);
      return new TestUser(store, account.id(), account.name());
    } catch (NameTakenException e) {
      throw new IllegalStateException(e);
    }
  }

  Folder folder(FolderRole role) {
    return store.mail().folders().byRole(id, role).orElseThrow();
  }

  /** Path of a folder's page. */
  public String path(FolderRole role) {
    return "/mail/" + folder(role).id();
  }

  /** Path of a message's page in the inbox. */
  public String path(long uid) {
    return path(FolderRole.INBOX) + "/" + uid;
  }

  /** A folder of its own making. */
  Folder addFolder(String name) {
    try {
      return store.mail().folders().create(id, Folder.TOP, name);
    } catch (NameTakenException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Puts a mail into the inbox; returns its uid. */
  public long receives(byte[] mail) {
    return receives(List.of(mail)).get(0);
  }

  /** Puts a short mail into the inbox for each subject, the newest last; returns their uids. */
  public List<Long> receives(String... subjects) {
    List<byte[]> mails = new ArrayList<>();
    for (String subject : subjects) {
      int number = mails.size() + 1;
      mails.add(Mails.plain(number, "Ada <ada@example.org>", subject, "Text " + number));
    }
    return receives(mails);
  }

  /** Puts mails into the inbox; returns their uids. */
  public List<Long> receives(List<byte[]> mails) {
    List<NewMail> taken = new ArrayList<>();
    for (byte[] mail : mails) {
      taken.add(INTAKE.take(mail, Optional.empty(), MailFlags.NONE).mail());
    }
    List<Long> uids = new ArrayList<>();
    long inbox = folder(FolderRole.INBOX).id();
    for (int from = 0; from < taken.size(); from += BATCH) {
      List<NewMail> batch = taken.subList(from, Math.min(taken.size(), from + BATCH));
      store.mail().mailWriter().add(id, inbox, batch).stream().map(Added::uid).forEach(uids::add);
    }
    return uids;
  }

  /** Total and unread of a folder, as its row says. */
  public Counters counters(FolderRole role) {
    Folder folder = folder(role);
    return new Counters(folder.total(), folder.unread());
  }

  public record Counters(long total, long unread) {}
}
