package arashi.front.compose;

import arashi.compose.Attached;
import arashi.compose.Draft;
import arashi.compose.Origin;
import arashi.front.Arguments;
import arashi.front.RequestProblem;
import arashi.front.Tokens;
import arashi.store.blob.Sha256;
import arashi.store.draft.StoredDraft;
import arashi.web.ErrorPage.Problem;
import arashi.web.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seda.netio.http.Form;

/**
 * A mail that is being written, as its form holds it: all of it, so that any node can take it up.
 *
 * @param key tells it from all others of the account, however often the form is sent
 * @param id of the draft; 0: it was never saved
 * @param version of the draft that the form began from; 0: it was never saved
 * @param signedAs the sender whose signature the text has, unless a person has changed it; may be
 *     another than the draft's until {@link ComposePages#signed} has exchanged it
 * @param draft what was typed, and the files that are attached
 * @param chosen names of files that were chosen and not attached yet
 * @param sendAt when to send it, as it was typed; or empty
 */
public record MailForm(
    String key,
    long id,
    int version,
    String signedAs,
    Draft draft,
    List<String> chosen,
    String sendAt) {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{8,64}");

  /** Hash, size, type, Content-ID or a dash, and the name, which may have blanks. */
  private static final Pattern FILE =
      Pattern.compile("([0-9a-f]{64}) (\\d{1,10}) (\\S{1,200}) (\\S{1,500}) (.*)", Pattern.DOTALL);

  private static final int MOST_TYPE = 200;
  private static final String ANY_TYPE = "application/octet-stream";
  private static final String NONE = "-";
  private static final int MOST_FILES = 1_000;

  /** Copies the list. */
  public MailForm {
    chosen = List.copyOf(chosen);
  }

  /** A mail that begins. */
  public static MailForm begin(Draft draft) {
    return new MailForm(Tokens.random(), 0, 0, draft.from(), draft, List.of(), "");
  }

  /** A draft as it was saved. */
  public static MailForm of(StoredDraft stored) {
    Draft draft = Draft.decode(stored.content());
    return new MailForm(
        stored.key(), stored.id(), stored.version(), draft.from(), draft, List.of(), "");
  }

  /** The same text as a draft of its own. */
  public MailForm apart() {
    return new MailForm(Tokens.random(), 0, 0, signedAs, draft, List.of(), sendAt);
  }

  /** The same as it was saved. */
  public MailForm saved(long savedId, int savedVersion) {
    return new MailForm(key, savedId, savedVersion, signedAs, draft, chosen, sendAt);
  }

  /** The same with another draft. */
  public MailForm with(Draft other) {
    return new MailForm(key, id, version, signedAs, other, chosen, sendAt);
  }

  /** The same with a draft that has the signature of its sender. */
  MailForm signed(Draft other) {
    return new MailForm(key, id, version, other.from(), other, chosen, sendAt);
  }

  /** Bytes of all attached files, as far as the form tells. */
  public long fileBytes() {
    return draft.attachments().stream().mapToLong(Attached::size).sum();
  }

  /** What the draft keeps with it. */
  public List<Sha256> blobs() {
    return draft.attachments().stream().map(file -> new Sha256(file.sha256())).distinct().toList();
  }

  /** Reads a form. */
  public static MailForm read(Form form) throws RequestProblem {
    String key = Arguments.first(form, "key");
    if (!KEY.matcher(key).matches()) {
      throw new RequestProblem(Problem.BAD_REQUEST, "key of a draft");
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
        line(form, "send-at"));
  }

  private static int version(Form form) throws RequestProblem {
    return (int) Math.min(number(form, "version"), Integer.MAX_VALUE);
  }

  private static long number(Form form, String name) throws RequestProblem {
    String value = Arguments.first(form, name);
    return value.isEmpty() ? 0 : Arguments.parse(value, Problem.BAD_REQUEST);
  }

  /** No field of one line has another line, whatever a client sends. */
  private static String line(Form form, String name) {
    return Arguments.first(form, name).replace("\r\n", " ").replace('\r', ' ').replace('\n', ' ');
  }

  private static String lines(Form form, String name) {
    return Arguments.first(form, name).replace("\r\n", "\n").replace('\r', '\n');
  }

  private static Attached file(String value) throws RequestProblem {
    Matcher fields = FILE.matcher(value);
    if (!fields.matches()) {
      throw new RequestProblem(Problem.BAD_REQUEST, "attached file");
    }
    String contentId = fields.group(4);
    return new Attached(
        fields.group(1),
        fields.group(5),
        fields.group(3),
        Long.parseLong(fields.group(2)),
        contentId.equals(NONE) ? Optional.empty() : Optional.of(contentId));
  }

  /** An attached file as the form holds it, and takes it again whatever a mail has said of it. */
  static String value(Attached file) {
    String type = file.type().replaceAll("\\s", "");
    boolean fits = !type.isEmpty() && type.length() <= MOST_TYPE;
    String contentId = file.contentId().filter(id -> !id.isBlank()).orElse(NONE);
    return String.join(
        " ",
        file.sha256(),
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
    throw new RequestProblem(Problem.BAD_REQUEST, "origin of a draft");
  }

  private static String word(Origin.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** The fields that nobody types. */
  List<Field> carried() {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("signed", signedAs));
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
