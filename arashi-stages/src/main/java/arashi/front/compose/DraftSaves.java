package arashi.front.compose;

import arashi.compose.Attached;
import arashi.front.BusyException;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.front.page.DisplayFormats;
import arashi.front.page.Pages;
import arashi.store.Store;
import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.database.Commits;
import arashi.store.draft.Drafts;
import arashi.store.draft.NewContent;
import arashi.store.draft.SaveResult;
import arashi.store.draft.SaveResult.AttachmentGone;
import arashi.store.draft.SaveResult.Changed;
import arashi.store.draft.SaveResult.Discarded;
import arashi.store.draft.SaveResult.Saved;
import arashi.store.draft.SaveResult.Sent;
import arashi.store.draft.SaveResult.TooMany;
import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import seda.netio.http.HttpResponse;

/**
 * Saves forms as drafts. A form that can't be saved returns to the user unchanged; a script gets
 * only the reason, because it still has the form.
 */
public final class DraftSaves {
  private static final Gson GSON = new Gson();
  private static final String JSON = "application/json";

  private final ComposePages compose;
  private final Store store;
  private final ItemFiler filer;
  private final CarriedParts parts;

  /** Keeps the folder Drafts in step with the drafts. */
  @FunctionalInterface
  public interface ItemFiler {
    /** Refiles the item of a draft, now or later. */
    void file(long account, long draft);
  }

  /**
   * Saves in {@code store}.
   *
   * @param filer refiles the items of saved drafts
   * @param parts takes parts of forwarded mails into the drafts
   */
  public DraftSaves(ComposePages compose, Store store, ItemFiler filer, CarriedParts parts) {
    this.compose = compose;
    this.store = store;
    this.filer = filer;
    this.parts = parts;
  }

  /** True if a script sent the request and needs no page. */
  public static boolean isForScript(MailRequest request) {
    return JSON.equals(request.exchange().request().header("Accept"));
  }

  /**
   * Answers a script with the draft's id and version. The id is text because a script's numbers
   * have 53 bits.
   */
  public static void tell(MailRequest request, int status, long draft, int version) {
    tell(request, status, new Stored(Long.toString(draft), version));
  }

  /** Members of the answer. */
  private record Stored(String draft, int version) {}

  private static void tell(MailRequest request, int status, Object answer) {
    String json = GSON.toJson(answer);
    request
        .exchange()
        .respond(
            Pages.protect(HttpResponse.of(status))
                .body(JSON, json.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * A save that was tried.
   *
   * @param form the form, with the parts of a forwarded mail as files of its own
   */
  public record Attempt(MailForm form, SaveResult result) {}

  /**
   * Saves a form, and takes in the parts of mails that it refers to.
   *
   * @throws BusyException if such a mail does not fit into memory now
   */
  public Attempt save(MailRequest request, MailForm given) throws RequestProblem, BusyException {
    long account = request.user().account();
    CarriedParts.Taken taken = parts.take(account, given);
    if (taken.gone().isPresent()) {
      AttachmentGone gone = new AttachmentGone(taken.gone().get().sha256());
      Optional<SaveResult> sent =
          store.outgoing().drafts().sent(account, given.key()).map(id -> new Sent(id, false));
      return new Attempt(taken.form(), sent.orElse(gone));
    }
    return new Attempt(taken.form(), save(request, taken.form(), taken.blobs()));
  }

  private SaveResult save(MailRequest request, MailForm form, List<NewBlob> blobs) {
    byte[] content = form.draft().encode();
    if (content.length > Drafts.MAX_CONTENT) {
      throw new IllegalStateException("a form within its limits is too large for a draft");
    }
    long account = request.user().account();
    SaveResult result =
        store
            .outgoing()
            .drafts()
            .save(
                account,
                form.key(),
                form.edited(isForScript(request)),
                new NewContent(content, Set.copyOf(form.blobs()), blobs));
    if (result instanceof Saved saved && saved.itemIsDue()) {
      Commits.afterwards(() -> filer.file(account, saved.id())); // else housekeeping files it
    }
    return result;
  }

  /** Returns the saved form; if empty, the request is answered with the reason. */
  public Optional<MailForm> saved(MailRequest request, Attempt attempt) {
    MailForm form = attempt.form();
    SaveResult result = attempt.result();
    if (result instanceof Saved saved) {
      return Optional.of(form.saved(saved.id(), saved.version()));
    }
    if (isForScript(request)) {
      refuseScript(request, form, result);
    } else if (result instanceof Changed changed) {
      compose.giveBackChanged(request, form, changed.id());
    } else if (result instanceof Sent) {
      refuse(request, form.apart(), 409, compose.wrong(request, "sent"));
    } else if (result instanceof Discarded) {
      refuse(request, form.apart(), 409, compose.wrong(request, "discarded"));
    } else if (result instanceof AttachmentGone gone) {
      refuse(request, form, 422, why(request, form, gone));
    } else if (result instanceof TooMany many) {
      refuse(request, form, 422, why(request, form, many));
    }
    return Optional.empty();
  }

  private void refuse(MailRequest request, MailForm form, int status, String why) {
    compose.giveBack(request, form, new Marks(status).say(why));
  }

  /** Returns why the draft can't be saved. */
  private String why(MailRequest request, MailForm form, SaveResult result) {
    if (result instanceof AttachmentGone gone) {
      return compose.wrong(request, "gone", name(form, gone.sha256()));
    }
    return compose.wrong(request, "drafts", ((TooMany) result).most());
  }

  private void refuseScript(MailRequest request, MailForm form, SaveResult result) {
    if (result instanceof Changed changed) {
      tell(request, 409, changed.id(), changed.version());
    } else if (result instanceof Sent || result instanceof Discarded) {
      tell(request, 409, 0, 0);
    } else {
      String why = why(request, form, result);
      tell(request, 422, Map.of("why", why));
    }
  }

  /** Refuses a form whose files are too large together; true if it did. */
  public boolean refusedAsTooLarge(MailRequest request, MailForm form) {
    if (form.fileBytes() <= compose.limits().fileBytes()) {
      return false;
    }
    String most = DisplayFormats.size(compose.limits().fileBytes());
    refuse(request, form, 413, compose.wrong(request, "large", most));
    return true;
  }

  private static String name(MailForm form, String sha256) {
    return form.draft().attachments().stream()
        .filter(file -> file.sha256().equals(sha256))
        .map(Attached::name)
        .findFirst()
        .orElse("");
  }
}
