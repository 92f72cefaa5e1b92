package arashi.ingest;

import arashi.store.Store;
import arashi.store.mail.ExpungedMail;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NewMail;
import arashi.store.mail.PreparedMail;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Restores permanently deleted mails into Trash. Each mail is one transaction, so an interrupted
 * restore can be repeated. Blocks on the database; safe from any thread.
 */
public final class Restorer {
  private static final int PAGE = 20;

  private final Store store;
  private final Intake intake;
  private final long maxMailBytes;

  /**
   * Creates a restorer of mails in a store.
   *
   * @param maxMailBytes maximum size of a mail that is read whole
   */
  public Restorer(Store store, Intake intake, long maxMailBytes) {
    this.store = store;
    this.intake = intake;
    this.maxMailBytes = maxMailBytes;
  }

  /**
   * Outcome of a restore.
   *
   * @param mails number of mails restored to Trash
   * @param left number of mails that could not be read, or exceed the limit
   */
  public record Restored(int mails, long left) {}

  /**
   * Restores mails of an account, the oldest first.
   *
   * @param limit maximum mails
   */
  public Restored restore(long account, int limit) {
    long trash = store.mail().folders().ofRole(account, FolderRole.TRASH).id();
    int restored = 0;
    long after = -1;
    List<ExpungedMail> page = store.mail().expunged().list(account, after, PAGE);
    while (!page.isEmpty() && restored < limit) {
      for (ExpungedMail mail : page) {
        if (restored < limit && restore(mail, trash)) {
          restored++;
        }
        after = mail.message();
      }
      page = store.mail().expunged().list(account, after, PAGE);
    }
    return new Restored(restored, store.mail().expunged().count(account));
  }

  /**
   * Restores some mails of an account; ignores those that no longer exist.
   *
   * @param messages their former ids
   * @return result whose {@code left} is the number of mails that could not be read
   */
  public Restored restore(long account, List<Long> messages) {
    long trash = store.mail().folders().ofRole(account, FolderRole.TRASH).id();
    int restored = 0;
    long left = 0;
    for (ExpungedMail mail : store.mail().expunged().find(account, messages)) {
      boolean done = restore(mail, trash);
      restored += done ? 1 : 0;
      left += done ? 0 : 1;
    }
    return new Restored(restored, left);
  }

  private boolean restore(ExpungedMail mail, long trash) {
    Optional<byte[]> raw = raw(mail);
    if (raw.isEmpty()) {
      return false;
    }
    Set<Flag> flags = EnumSet.noneOf(Flag.class);
    flags.addAll(mail.flags());
    flags.remove(Flag.DRAFT); // its draft no longer exists
    NewMail read =
        intake
            .take(raw.get(), Optional.of(mail.receivedAt()), MailFlags.NONE)
            .mail()
            .withFlags(flags);
    PreparedMail prepared = store.mail().mailWriter().prepare(read);
    return store.mail().expunged().restore(mail, prepared, trash);
  }

  private Optional<byte[]> raw(ExpungedMail mail) {
    return mail.size() > maxMailBytes
        ? Optional.empty()
        : store.mail().blobs().read(mail.sha256(), maxMailBytes);
  }
}
