package arashi.outbox;

import arashi.ingest.Intake;
import arashi.ingest.MailFlags;
import arashi.store.Store;
import arashi.store.database.StoreException;
import arashi.store.draft.Drafts;
import arashi.store.draft.Drafts.Stale;
import arashi.store.draft.StoredDraft;
import arashi.store.mail.Flag;
import arashi.store.mail.MailWriter;
import arashi.store.mail.NewMail;
import arashi.store.mail.PreparedMail;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the items of drafts for the folder Drafts. While a draft changes, its item has no search
 * terms; after a minute without changes it is refiled with them. Blocks on the database; any
 * thread.
 */
public final class DraftFolder {
  private static final Logger log = LoggerFactory.getLogger(DraftFolder.class);

  private static final Duration REST = Duration.ofMinutes(1);
  private static final int STEP = 10;

  private final Drafts drafts;
  private final MailWriter mailWriter;
  private final Intake intake;
  private final Renderer renderer;
  private final InstantSource time;

  /** Renders the content of drafts, which the store does not interpret. */
  @FunctionalInterface
  public interface Renderer {
    /**
     * Renders a draft as a mail (RFC 5322) with header and text; attachments may be omitted.
     *
     * @param content content of the saved draft
     */
    byte[] mail(long account, byte[] content);
  }

  /** Draft folders of a store. */
  public DraftFolder(Store store, Intake intake, Renderer renderer, InstantSource time) {
    this.drafts = store.outgoing().drafts();
    this.mailWriter = store.mail().mailWriter();
    this.intake = intake;
    this.renderer = renderer;
    this.time = time;
  }

  /** Refiles the item of a draft; true if it succeeded. */
  public boolean file(long account, long id) {
    Optional<StoredDraft> draft = drafts.find(account, id);
    return draft.isPresent() && tryToFile(account, draft.get(), false);
  }

  private boolean file(long account, StoredDraft draft, boolean indexed) {
    byte[] raw = renderer.mail(account, draft.content());
    NewMail mail =
        intake
            .take(raw, Optional.of(draft.savedAt()), MailFlags.NONE)
            .mail()
            .withFlags(Set.of(Flag.SEEN, Flag.DRAFT))
            .withAttachment(!draft.attachments().isEmpty());
    NewMail item = indexed ? mail : mail.withTerms(Set.of());
    PreparedMail prepared = mailWriter.prepare(item);
    return drafts.file(account, draft.id(), draft.version(), prepared, indexed);
  }

  /** Files some settled drafts; true if there may be more. */
  boolean step() {
    Instant since = time.instant().minus(REST);
    List<Stale> stale = drafts.stale(since, STEP);
    for (Stale each : stale) {
      Optional<StoredDraft> draft = drafts.find(each.account(), each.id());
      if (draft.isPresent()) {
        tryToFile(each.account(), draft.get(), true);
      }
    }
    return stale.size() == STEP;
  }

  /** Files an item, tolerating a draft that can't be rendered: it can still be saved and sent. */
  private boolean tryToFile(long account, StoredDraft draft, boolean indexed) {
    try {
      return file(account, draft, indexed);
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) { // the draft itself is intact
      log.warn("draft not shown in the folder Drafts: {}", e.toString());
      drafts.giveUp(new Stale(account, draft.id()));
      return false;
    }
  }
}
