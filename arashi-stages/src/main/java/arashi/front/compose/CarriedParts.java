package arashi.front.compose;

import arashi.compose.Attached;
import arashi.compose.Draft;
import arashi.compose.PartOfMail;
import arashi.front.BusyException;
import arashi.front.RequestProblem;
import arashi.front.page.RawMails;
import arashi.front.route.Front;
import arashi.front.route.RetryAfter;
import arashi.mime.limit.MimeLimits;
import arashi.mime.parse.MailParser;
import arashi.store.Store;
import arashi.store.blob.BlobWriter.NewBlob;
import arashi.store.blob.Deflate;
import arashi.store.blob.Sha256;
import arashi.store.draft.StoredDraft;
import arashi.web.ErrorPage.Problem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Takes parts of a forwarded mail into the draft. A form refers to them by the mail's hash and the
 * part's number, because a GET must not write. The first save reads the mail once and stores all
 * parts in the draft's transaction; later saves of the form find them in the stored draft.
 *
 * <p>A reference is valid while the account has the mail, or can restore it after deletion. Blocks
 * on the database, and computes.
 */
public final class CarriedParts {
  private final Store store;
  private final RawMails rawMails;
  private final RetryAfter retryAfter;
  private final MailParser parser = new MailParser(MimeLimits.DEFAULT);
  private final long fileBytes;

  /** Takes parts up to the size limit of a mail's files. */
  public CarriedParts(Front front, ComposeLimits limits) {
    this.store = front.store();
    this.rawMails = front.rawMails();
    this.retryAfter = front.retryAfter();
    this.fileBytes = limits.fileBytes();
  }

  /**
   * A form without open references.
   *
   * @param form the form; parts that could not be taken in keep their references
   * @param blobs contents of the parts that are not stored yet
   * @param gone a file whose mail the account does not have any more
   */
  record Taken(MailForm form, List<NewBlob> blobs, Optional<Attached> gone) {}

  /**
   * Takes in the parts of a form.
   *
   * @throws RequestProblem if the files are too large, or a forged form names several mails
   * @throws BusyException if the mail does not fit into memory now
   */
  Taken take(long account, MailForm form) throws RequestProblem, BusyException {
    if (open(form).isEmpty()) {
      return new Taken(form, List.of(), Optional.empty());
    }
    Optional<StoredDraft> stored = store.outgoing().drafts().ofForm(account, form.key());
    MailForm known = stored.map(draft -> known(form, draft)).orElse(form);
    Set<PartOfMail> open = open(known);
    return open.isEmpty()
        ? new Taken(known, List.of(), Optional.empty())
        : read(account, known, open); // also after sending, to compare what was sent
  }

  /** Returns the references whose contents are not known to be stored. */
  private static Set<PartOfMail> open(MailForm form) {
    Set<PartOfMail> open = new LinkedHashSet<>();
    for (Attached file : form.draft().attachments()) {
      if (!file.isStored()) {
        file.part().ifPresent(open::add);
      }
    }
    return open;
  }

  private static MailForm known(MailForm form, StoredDraft stored) {
    Map<PartOfMail, Attached> before = new HashMap<>();
    for (Attached file : Draft.decode(stored.content()).attachments()) {
      if (file.isStored()) {
        file.part().ifPresent(part -> before.put(part, file));
      }
    }
    return replaced(form, before);
  }

  /** Returns the form with the hashes and sizes of these contents. */
  private static MailForm replaced(MailForm form, Map<PartOfMail, Attached> contents) {
    List<Attached> files = new ArrayList<>();
    for (Attached file : form.draft().attachments()) {
      Attached content = file.isStored() ? null : file.part().map(contents::get).orElse(null);
      files.add(content == null ? file : file.stored(content.sha256(), content.size()));
    }
    return form.with(form.draft().withAttachments(files));
  }

  private Taken read(long account, MailForm form, Set<PartOfMail> open)
      throws RequestProblem, BusyException {
    Set<String> mails = new HashSet<>();
    open.forEach(part -> mails.add(part.mail()));
    if (mails.size() > 1) { // our forms have the parts of one; reading many would be dear
      throw new RequestProblem(Problem.BAD_REQUEST, "parts of " + mails.size() + " mails");
    }
    Sha256 mail = new Sha256(mails.iterator().next());
    OptionalLong size =
        store.mail().links().has(account, mail)
            ? store.mail().blobs().size(mail)
            : OptionalLong.empty();
    if (size.isEmpty()) {
      return new Taken(form, List.of(), firstOpen(form));
    }
    Map<PartOfMail, Attached> stored = new HashMap<>();
    List<NewBlob> blobs = new ArrayList<>();
    try {
      if (!rawMails.use(mail, size.getAsLong(), raw -> read(form, open, raw, stored, blobs))) {
        throw new BusyException("memory for mails", retryAfter.spread(RawMails.UNTIL_USED));
      }
    } catch (IOException impossible) {
      throw new IllegalStateException("the mail is in memory", impossible);
    }
    MailForm taken = replaced(form, stored);
    return new Taken(taken, blobs, firstOpen(taken));
  }

  private void read(
      MailForm form,
      Set<PartOfMail> open,
      byte[] raw,
      Map<PartOfMail, Attached> stored,
      List<NewBlob> blobs)
      throws RequestProblem {
    Set<Integer> numbers = new HashSet<>();
    open.forEach(part -> numbers.add(part.n()));
    Map<Integer, byte[]> contents = parser.parts(raw, numbers);
    long total = 0;
    for (Attached file : form.draft().attachments()) {
      byte[] content =
          file.isStored() ? null : file.part().map(PartOfMail::n).map(contents::get).orElse(null);
      total += content == null ? file.size() : content.length;
    }
    if (total > fileBytes) { // the form had fewer; its sizes are forged
      throw new RequestProblem(Problem.TOO_LARGE, "files of " + total + " bytes");
    }
    for (PartOfMail part : open) {
      byte[] content = contents.get(part.n());
      if (content != null) {
        NewBlob blob = new NewBlob(Sha256.of(content), content.length, Deflate.compress(content));
        blobs.add(blob);
        String hash = blob.sha256().hex();
        stored.put(part, new Attached(hash, "", "", content.length, Optional.empty()));
      }
    }
  }

  private static Optional<Attached> firstOpen(MailForm form) {
    return form.draft().attachments().stream().filter(file -> !file.isStored()).findFirst();
  }
}
