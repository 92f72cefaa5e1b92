package arashi.front.compose;

import static java.nio.charset.StandardCharsets.UTF_8;

import arashi.compose.Attached;
import arashi.compose.Draft;
import arashi.compose.Origin;
import arashi.compose.PartOfMail;
import arashi.front.Arguments;
import arashi.front.RequestProblem;
import arashi.front.session.Tokens;
import arashi.store.blob.Sha256;
import arashi.store.draft.Edited;
import arashi.store.draft.StoredDraft;
import arashi.web.ErrorPage.Problem;
import arashi.web.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seda.netio.http.Form;

/**
 * A mail in composition, as its form holds it. The form is complete, so any node can continue it.
 *
 * @param key unique in the account, stable across repeated POSTs
 * @param id of the draft; 0: never saved
 * @param version of the draft that the form started from; 0: never saved
 * @param signedAs sender whose signature is in the text, unless edited; may differ from the draft's
 *     sender until {@link ComposePages#signed} updates it
 * @param draft typed text and attached files
 * @param chosen names of files that are chosen but not yet attached
 * @param sendAt send time as typed; or empty
 * @param window the page that holds the form
 */
public record MailForm(
    String key,
    long id,
    int version,
    String signedAs,
    Draft draft,
    List<String> chosen,
    String sendAt,
    Window window) {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{8,64}");

  /**
   * Hash, size, type, Content-ID or a dash, and the name, which may contain blanks. The hash is
   * that of the content; for a part of a mail, that of the mail, a slash, and the part's number.
   */
  private static final Pattern FILE =
      Pattern.compile(
          "([0-9a-f]{64})(?:/(\\d{1,9}))? (\\d{1,10}) (\\S{1,200}) (\\S{1,500}) (.*)",
          Pattern.DOTALL);

  private static final int MOST_TYPE = 200;
  private static final String ANY_TYPE = "application/octet-stream";
  private static final String NONE = "-";
  private static final int MOST_FILES = 1_000;

  /**
   * A page in a browser that holds the form.
   *
   * @param id unique per page; empty if unknown
   * @param edits counter of the edits, which scripts increment; tells a save from a later one
   */
  record Window(String id, int edits) {
    private static Window open() {
      return new Window(Tokens.random(), 0);
    }
  }

  /** Copies the list. */
  public MailForm {
    chosen = List.copyOf(chosen);
  }

  /** Starts a mail. */
  public static MailForm begin(Draft draft) {
    return new MailForm(Tokens.random(), 0, 0, draft.from(), draft, List.of(), "", Window.open());
  }

  /** Returns the form of a saved draft. */
  public static MailForm of(StoredDraft stored) {
    Draft draft = Draft.decode(stored.content());
    return new MailForm(
        stored.key(),
        stored.id(),
        stored.version(),
        draft.from(),
        draft,
        List.of(),
        "",
        Window.open());
  }

  /**
   * Returns where the form comes from.
   *
   * @param byScript whether a script sends it, which counts the edits
   */
  Edited edited(boolean byScript) {
    return new Edited(version, window.id(), window.edits(), byScript);
  }

  /**
   * Returns the same text as a new draft whose key depends on the text: the same correction of a
   * mail that has left is kept once, however often it is sent.
   */
  public MailForm afterwards() {
    byte[] text = draft.encode();
    byte[] seed = key.getBytes(UTF_8);
    byte[] both = Arrays.copyOf(seed, seed.length + text.length);
    System.arraycopy(text, 0, both, seed.length, text.length);
    String next = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(both).bytes());
    return new MailForm(next, 0, 0, signedAs, draft, List.of(), sendAt, window);
  }

  /** Returns the same text as a new draft. */
  public MailForm apart() {
    List<Attached> files = draft.attachments().stream().map(Attached::withoutPart).toList();
    Draft copy = draft.withAttachments(files); // the parts are known to the other draft only
    return new MailForm(Tokens.random(), 0, 0, signedAs, copy, List.of(), sendAt, window);
  }

  /** Returns the form with its saved id and version. */
  public MailForm saved(long savedId, int savedVersion) {
    return new MailForm(key, savedId, savedVersion, signedAs, draft, chosen, sendAt, window);
  }

  /** Returns the form with another draft. */
  public MailForm with(Draft other) {
    return new MailForm(key, id, version, signedAs, other, chosen, sendAt, window);
  }

  /** Returns the form with a draft that has the signature of its sender. */
  MailForm signed(Draft other) {
    return new MailForm(key, id, version, other.from(), other, chosen, sendAt, window);
  }

  /** Total bytes of the attached files, as the form claims. */
  public long fileBytes() {
    return draft.attachments().stream().mapToLong(Attached::size).sum();
  }

  /** The stored blobs that the draft references. */
  public List<Sha256> blobs() {
    return draft.attachments().stream()
        .filter(Attached::isStored)
        .map(file -> new Sha256(file.sha256()))
        .distinct()
        .toList();
  }

  /** Reads a form. */
  public static MailForm read(Form form) throws RequestProblem {
    String key = Arguments.first(form, "key");
    if (!KEY.matcher(key).matches()) {
      throw new RequestProblem(Problem.BAD_REQUEST, "malformed key of a draft");
    }
    List<Attached> files = new ArrayList<>();
    for (String file : form.all("file")) {
      files.add(file(file));
    }
    if (files.size() > MOST_FILES) {
      throw new RequestProblem(Problem.TOO_LARGE, files.size() + " files");
    }
    Draft draft =
        new Draft(
            line(form, "from"),
            lines(form, "to"),
            lines(form, "cc"),
            lines(form, "bcc"),
            line(form, "subject"),
            Arguments.first(form, "text"),
            files,
            origin(form));
    List<String> chosen = form.all("files").stream().filter(name -> !name.isEmpty()).toList();
    return new MailForm(
        key,
        number(form, "draft"),
        version(form),
        line(form, "signed"),
        draft,
        chosen,
        line(form, "send-at"),
        new Window(window(form), (int) Math.min(number(form, "edits"), Integer.MAX_VALUE)));
  }

  private static String window(Form form) {
    String id = Arguments.first(form, "window");
    return KEY.matcher(id).matches() ? id : "";
  }

  private static int version(Form form) throws RequestProblem {
    return (int) Math.min(number(form, "version"), Integer.MAX_VALUE);
  }

  private static long number(Form form, String name) throws RequestProblem {
    String value = Arguments.first(form, name);
    return value.isEmpty() ? 0 : Arguments.parse(value, Problem.BAD_REQUEST);
  }

  /** Replaces line breaks in a single-line field; a client may send them. */
  private static String line(Form form, String name) {
    return Arguments.first(form, name).replace("\r\n", " ").replace('\r', ' ').replace('\n', ' ');
  }

  private static String lines(Form form, String name) {
    return Arguments.first(form, name).replace("\r\n", "\n").replace('\r', '\n');
  }

  private static Attached file(String value) throws RequestProblem {
    Matcher fields = FILE.matcher(value);
    if (!fields.matches()) {
      throw new RequestProblem(Problem.BAD_REQUEST, "malformed attached file");
    }
    String hash = fields.group(1);
    String part = fields.group(2);
    String contentId = fields.group(5);
    return new Attached(
        part == null ? hash : "",
        fields.group(6),
        fields.group(4),
        Long.parseLong(fields.group(3)),
        contentId.equals(NONE) ? Optional.empty() : Optional.of(contentId),
        part == null
            ? Optional.empty()
            : Optional.of(new PartOfMail(hash, Integer.parseInt(part))));
  }

  /**
   * Encodes an attached file as a field that {@link #read} accepts, with a sanitized type. A part
   * of a mail has the same field before and after it is taken in, so that a form stays the same.
   */
  static String value(Attached file) {
    String type = file.type().replaceAll("\\s", "");
    boolean fits = !type.isEmpty() && type.length() <= MOST_TYPE;
    String contentId = file.contentId().filter(id -> !id.isBlank()).orElse(NONE);
    return String.join(
        " ",
        file.part().map(part -> part.mail() + "/" + part.n()).orElse(file.sha256()),
        Long.toString(file.size()),
        fits ? type : ANY_TYPE,
        contentId.replaceAll("\\s", ""),
        file.name());
  }

  private static Optional<Origin> origin(Form form) throws RequestProblem {
    String kind = Arguments.first(form, "origin");
    if (kind.isEmpty()) {
      return Optional.empty();
    }
    for (Origin.Kind known : Origin.Kind.values()) {
      if (word(known).equals(kind)) {
        String references = Arguments.first(form, "references").strip();
        return Optional.of(
            new Origin(
                known,
                number(form, "origin-folder"),
                number(form, "origin-uid"),
                Arguments.first(form, "in-reply-to").strip(),
                references.isEmpty() ? List.of() : List.of(references.split("\\s+"))));
      }
    }
    throw new RequestProblem(Problem.BAD_REQUEST, "unknown origin of a draft");
  }

  private static String word(Origin.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** The hidden fields. */
  List<Field> carried() {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("signed", signedAs));
    fields.add(new Field("window", window.id()));
    fields.add(new Field("edits", Integer.toString(window.edits())));
    if (draft.origin().isPresent()) {
      Origin origin = draft.origin().get();
      fields.add(new Field("origin", word(origin.kind())));
      fields.add(new Field("origin-folder", Long.toString(origin.folder())));
      fields.add(new Field("origin-uid", Long.toString(origin.uid())));
      fields.add(new Field("in-reply-to", origin.messageId()));
      fields.add(new Field("references", String.join(" ", origin.references())));
    }
    return fields;
  }
}
