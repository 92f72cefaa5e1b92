package arashi.request.attach;

import arashi.compose.Attached;
import arashi.front.BusyException;
import arashi.front.FormParts;
import arashi.front.RequestProblem;
import arashi.front.compose.ComposePages;
import arashi.front.compose.DraftSaves;
import arashi.front.compose.MailForm;
import arashi.front.compose.Marks;
import arashi.front.page.DisplayFormats;
import arashi.front.page.Flash;
import arashi.front.page.Pages;
import arashi.front.route.RequestHandler;
import arashi.front.session.User;
import arashi.store.Store;
import arashi.store.delivery.Quotas;
import arashi.store.delivery.Usage;
import arashi.store.draft.Uploads.Receiving;
import arashi.store.draft.Uploads.Upload;
import arashi.web.MessageKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import seda.netio.http.HttpRequest;

/**
 * Stores the files of a form in one transaction, then saves the draft that refers to them. If the
 * form is too large, the quota is full, or too many uploads run, it saves the text and returns it
 * with the reason. A form that is restored after a refusal has lost its files: its text is saved,
 * and the page asks for the files again.
 */
final class AttachHandler extends RequestHandler<AttachRequest> {
  private static final String UNKNOWN = "application/octet-stream";

  private final Store store;
  private final ComposePages compose;
  private final DraftSaves saves;
  private final Quotas quotas;
  private final Path spool;
  private final MessageKey attached;

  AttachHandler(
      Pages pages, Store store, ComposePages compose, DraftSaves saves, Quotas quotas, Path spool) {
    super(pages, pages.busyWords(Attach.TYPE.words()));
    this.store = store;
    this.compose = compose;
    this.saves = saves;
    this.quotas = quotas;
    this.spool = spool;
    this.attached = pages.done("attached");
  }

  @Override
  protected void answer(AttachRequest request) throws Exception {
    MailForm form = compose.signed(request, MailForm.read(request.arguments().form()));
    HttpRequest http = request.exchange().request();
    try (Receiving receiving =
        store.outgoing().uploads().receive(request.user().account(), spool)) {
      Files files = new Files(request, form, receiving);
      if (http.isCut()) { // cut files are useless
        files.refusal = isTooLarge(http) ? Refusal.LARGE : Refusal.BUSY;
      } else if (FormParts.isIn(http)) {
        FormParts.read(http, files::take);
      }
      files.store();
      save(request, form, files);
    }
  }

  private void save(AttachRequest request, MailForm form, Files files)
      throws RequestProblem, BusyException {
    MailForm filled = form.with(form.draft().withAttachments(files.all()));
    Optional<MailForm> saved = saves.saved(request, saves.save(request, filled));
    if (saved.isEmpty()) {
      return;
    }
    if (files.refusal != Refusal.NONE) {
      Refusal refusal = files.refusal;
      String most = DisplayFormats.size(compose.limits().fileBytes());
      String why = compose.wrong(request, refusal.word, most);
      compose.giveBack(request, saved.get(), new Marks(refusal.status).say(why));
    } else if (!form.chosen().isEmpty() || files.added.isEmpty()) {
      String why = compose.wrong(request, "upload");
      compose.giveBack(request, saved.get(), new Marks(422).say(why));
    } else {
      String page = ComposePages.draftUrl(saved.get().id());
      pages.redirect(request.exchange(), page, Flash.of(attached, files.added.size()));
    }
  }

  /** False if the body is within the limit and was cut because of other uploads. */
  private boolean isTooLarge(HttpRequest http) {
    String announced = http.header("Content-Length");
    return announced == null || Long.parseLong(announced.strip()) > compose.limits().formBytes();
  }

  private long most(User user) {
    return quotas.bytesOf(user.quotaBytes(), user.serviceClass());
  }

  /** Returns the bytes left in the account's quota for files. */
  private long room(User user) {
    long most = most(user);
    if (most == Long.MAX_VALUE) {
      return most;
    }
    long mail =
        store.mail().usages().of(List.of(user.account())).stream().mapToLong(Usage::bytes).sum();
    return most - mail - store.outgoing().uploads().bytes(user.account());
  }

  /** The reason why files are not attached. */
  private enum Refusal {
    NONE("", 200),
    LARGE("large", 413),
    FULL("quota", 413),
    BUSY("uploads", 429);

    private final String word;
    private final int status;

    Refusal(String word, int status) {
      this.word = word;
      this.status = status;
    }
  }

  /** Receives the files of one mail. */
  private final class Files {
    private final User user;
    private final MailForm form;
    private final Receiving receiving;
    private final List<Attached> added = new ArrayList<>();
    private long left;
    private long room;
    private Refusal refusal = Refusal.NONE;

    Files(AttachRequest request, MailForm form, Receiving receiving) {
      this.user = request.user();
      this.form = form;
      this.receiving = receiving;
      this.left = compose.limits().fileBytes() - form.fileBytes();
      this.room = room(user);
    }

    boolean take(String field, String name, String type, InputStream content) throws IOException {
      Optional<Upload> kept = receiving.add(content, Math.max(0, Math.min(left, room)));
      if (kept.isEmpty()) {
        refusal = room < left ? Refusal.FULL : Refusal.LARGE;
        return false;
      }
      left -= kept.get().size();
      room -= kept.get().size();
      added.add(
          new Attached(
              kept.get().sha256().hex(),
              name,
              type.isEmpty() ? UNKNOWN : type,
              kept.get().size(),
              Optional.empty()));
      return true;
    }

    /** Stores the files, or none of them if other sessions have filled the account meanwhile. */
    void store() {
      if (!receiving.store(most(user))) {
        added.clear();
        refusal = Refusal.FULL;
      }
    }

    List<Attached> all() {
      List<Attached> all = new ArrayList<>(form.draft().attachments());
      all.addAll(added);
      return all;
    }
  }
}
