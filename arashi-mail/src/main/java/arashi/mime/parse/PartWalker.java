package arashi.mime.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.unpack.EncodedFiles;
import arashi.mime.view.MailProblem.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.BodyDescriptorBuilder;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.stream.RecursionMode;

/**
 * Reads a mail into a tree of {@link MimePart}s with mime4j's token stream. mime4j's own limits
 * abort; these limits only drop the excess and keep everything read before. For one use on one
 * thread.
 */
final class PartWalker implements BodyDescriptorBuilder {
  private static final int KEPT_STRAY = 64 << 10;
  private static final int READ_BYTES = 64 << 10;
  private static final int BYTES_PER_STEP = 64;

  /** Fields that prove a preceding malformed line was a mistake and not the start of the body. */
  private static final Pattern SURE_HEADER =
      Pattern.compile(
          "(?i)content-.*|mime-version|from|to|cc|subject|date|message-id|received|reply-to"
              + "|return-path|references|in-reply-to|sender|x-.*|list-.*");

  private static final Set<String> FILE_TYPES =
      Set.of("application/x-uuencode", "application/x-uuencoded", "application/uuencode");

  /** Wanted parts of a walk that keeps no content. */
  static final Set<Integer> NO_CONTENT = Set.of(Integer.MAX_VALUE);

  private final MimeLimits limits;
  private final Problems problems;
  private final Set<Integer> wanted;
  private final WorkBudget budget;
  private MimeTokenStream stream;
  private final MimePart root;
  private final int first;
  private MimePart current;
  private final Map<Integer, MimePart> found = new HashMap<>();
  private int wantedLeft;
  private boolean onlyHeaders;
  private boolean streams;
  private int openMails = Integer.MAX_VALUE;
  private boolean opensDecoded;
  private IntPredicate isWhole;
  private int count;
  private KeptBytes left;

  /**
   * Keeps the whole content of the wanted parts, and ends after the last of them. An empty set
   * keeps the text of all parts.
   */
  PartWalker(MimeLimits limits, Problems problems, Set<Integer> wanted, WorkBudget budget) {
    this(limits, problems, wanted, budget, new MimePart(0, null));
  }

  /** Walks a nested mail or part; {@code root} sets the first number. */
  PartWalker(
      MimeLimits limits, Problems problems, Set<Integer> wanted, WorkBudget budget, MimePart root) {
    this.root = root;
    this.first = root.n;
    this.limits = limits;
    this.problems = problems;
    this.wanted = wanted;
    this.wantedLeft = wanted.size();
    this.isWhole = wanted::contains;
    this.budget = budget;
    this.left = new KeptBytes(limits);
  }

  /**
   * Walks a mail once.
   *
   * @throws WorkBudget.ExhaustedException if the budget ends; {@link #root} has the parts read so
   *     far
   */
  void walk(byte[] raw) {
    byte[] mail = MailBytes.withEndedHeaders(MailBytes.withReadableLines(raw));
    int start = MailBytes.headerStart(mail);
    begin(new ByteArrayInputStream(mail, start, mail.length - start));
    try {
      for (EntityState state = stream.getState();
          state != EntityState.T_END_OF_STREAM && token(state);
          state = stream.next()) {}
    } catch (WorkBudget.ExhaustedException over) {
      throw over;
    } catch (IOException | MimeException | RuntimeException broken) {
      // a parser of hostile bytes may throw anything: show the parts read so far
      problems.add(Kind.UNREADABLE, broken.getClass().getSimpleName());
    }
  }

  static boolean isSureHeader(String name) {
    return SURE_HEADER.matcher(name).matches();
  }

  /** Starts a mail, at its header, which {@link PartStream} reads token by token. */
  MimeTokenStream stream(InputStream mail) {
    streams = true;
    return begin(mail);
  }

  private MimeTokenStream begin(InputStream mail) {
    var config = MimeConfig.custom().setMaxLineLen(-1).setMaxHeaderCount(-1).setMaxHeaderLen(-1);
    config.setMaxContentLen(-1);
    stream =
        new MimeTokenStream(
            config.build(), null, new FieldLines(limits, problems, budget, this::current), this);
    stream.parse(mail);
    return stream;
  }

  MimePart current() {
    return current;
  }

  /** Keeps the bodies of these parts whole, even if they contain other parts. */
  void keepWhole(IntPredicate parts) {
    isWhole = parts;
  }

  int count() {
    return count;
  }

  /** Adds the entities of a part that was read whole. */
  void countInside(int entities) {
    count += entities;
  }

  /** Never null. */
  MimePart root() {
    return root;
  }

  /** Ends the walk at the first body, after its own header and all enclosing headers. */
  PartWalker onlyHeaders() {
    onlyHeaders = true;
    return this;
  }

  /** Reads mails nested deeper as bytes; this changes the numbers of parts. */
  PartWalker closedMails(int within) {
    openMails = within;
    return this;
  }

  /** Returns a wanted part, if the mail has it. */
  Optional<MimePart> wantedPart(int n) {
    return Optional.ofNullable(found.get(n));
  }

  /** Processes one token; false ends the walk. */
  boolean token(EntityState state) throws IOException {
    budget.spend(1);
    if (state == EntityState.T_BODY && onlyHeaders) {
      return false;
    }
    switch (state) {
      case T_START_MESSAGE, T_START_BODYPART -> {
        if (count == limits.maxParts()) {
          problems.add(Kind.TOO_MANY_PARTS, "more than " + count);
          return false;
        }
        open();
      }
      case T_FIELD -> field(stream.getField());
      case T_END_HEADER -> endHeader();
      case T_PREAMBLE -> keepPreamble(stream.getInputStream());
      case T_EPILOGUE -> keepEpilogue(stream.getInputStream());
      case T_BODY -> readBody(stream.getInputStream());
      case T_END_MESSAGE, T_END_BODYPART -> {
        if (current.isMultipart() && current.children.isEmpty() && current.size == 0) {
          withoutParts();
        }
        boolean done = wanted.contains(current.n) && --wantedLeft == 0;
        current = current.parent;
        return !done;
      }
      default -> {
        // the other states carry no data
      }
    }
    return true;
  }

  private void open() {
    if (count == 0) {
      current = root;
    } else {
      MimePart part = new MimePart(first + count, current);
      current.children.add(part);
      current = part;
    }
    count++;
    if (wanted.contains(current.n)) {
      found.put(current.n, current);
    }
    if (current.parent != null && current.parent.type.value().equals("multipart/digest")) {
      current.type = MeantType.plain("message/rfc822");
    }
  }

  private void field(Field field) {
    if (current.headers.size() == limits.maxHeaders()) {
      problems.add(Kind.TOO_MANY_HEADERS, "part " + current.n);
      return;
    }
    if (current.stray.size() > 0 && SURE_HEADER.matcher(field.getName()).matches()) {
      current.stray.reset();
    }
    byte[] raw = field.getRaw().toByteArray();
    if (!left.takeHeader(raw.length)) {
      problems.add(Kind.TOO_MANY_HEADERS, "part " + current.n);
      return;
    }
    int start = Math.min(raw.length, ((RawField) field).getDelimiterIdx() + 1);
    byte[] body = Arrays.copyOfRange(raw, start, raw.length);
    current.headers.add(new MimePart.RawHeader(field.getName(), body));
  }

  private void endHeader() {
    current.type = MeantType.of(current, problems);
    current.disposition = MeantType.disposition(current);
    current.encoding = TransferEncoding.of(current.headerTexts("content-transfer-encoding"));
    if (current.encoding == TransferEncoding.UNKNOWN) {
      problems.add(Kind.UNKNOWN_ENCODING, "part " + current.n);
    }
    boolean opens = current.isMultipart() || current.isMessage();
    boolean tooDeep = opens && current.depth >= limits.maxDepth();
    if (tooDeep) {
      problems.add(Kind.TOO_DEEP, "part " + current.n);
      current.opaque = true;
    }
    boolean closed = current.isMessage() && current.mailsAround() >= openMails;
    opensDecoded = !tooDeep && !closed && !streams && current.isMessage() && current.isEncoded();
    stream.setRecursionMode(
        tooDeep || closed || opensDecoded || isWhole.test(current.n)
            ? RecursionMode.M_FLAT
            : RecursionMode.M_RECURSE);
  }

  /** Makes a multipart whose boundary does not occur a text. */
  private void withoutParts() throws IOException {
    problems.add(Kind.BROKEN_MULTIPART, "part " + current.n + " has no parts");
    current.type = new HeaderParameters("text/plain", current.type.parameters());
    InputStream stray = new ByteArrayInputStream(current.stray.toByteArray());
    current.content = decoded(stray).readAllBytes();
    current.size = current.content.length;
    current.stray.reset();
  }

  private void keepPreamble(InputStream preamble) throws IOException {
    if (current.children.isEmpty() && current.stray.size() == 0) {
      current.stray.writeBytes(preamble.readNBytes(streams ? KEPT_STRAY : left.text()));
      current.cut = preamble.read() >= 0;
    }
  }

  private void keepEpilogue(InputStream epilogue) throws IOException {
    if (!streams && wanted.isEmpty()) {
      byte[] text = epilogue.readNBytes(left.text());
      budget.spend(1 + text.length / BYTES_PER_STEP);
      left.takeText(text.length);
      current.rest = text;
      current.cut |= epilogue.read() >= 0;
    }
  }

  /** Returns the content of the current entity without its transfer encoding. */
  InputStream decoded(InputStream encoded) {
    return switch (current.encoding) {
      case BASE64 -> new Base64Stream(encoded, current.isText());
      case QUOTED_PRINTABLE -> new QuotedPrintableStream(encoded);
      default -> encoded;
    };
  }

  private void readBody(InputStream raw) throws IOException {
    boolean whole = wanted.contains(current.n);
    CountedBody counted = new CountedBody(raw);
    InputStream decoded = current.isMultipart() ? counted : decoded(counted);
    InputStream body = isFile() ? file(decoded, whole) : decoded;
    int limit = whole || opensDecoded ? Integer.MAX_VALUE : kept();
    byte[] start = body.readNBytes(limit);
    budget.spend(start.length / BYTES_PER_STEP);
    boolean goesOn = !whole && start.length == limit && current.isReadable() && !current.isHtml();
    if (goesOn && EncodedFiles.mayBeIn(start, start.length)) {
      start = withRest(start, body); // half of an encoded file is useless
    }
    long rest = skip(body);
    current.cut = rest > 0;
    current.content = limit == 0 ? new byte[0] : start;
    current.size = start.length + rest;
    current.octets = counted.octets();
    current.lines = counted.lines();
    if (decoded instanceof DecodedStream known) {
      undecoded(known.rest(), known.damaged);
    }
    if (current.isMessage() && !current.opaque && (opensDecoded || (whole && wantedLeft > 1))) {
      openInside(current);
    }
    opensDecoded = false;
    if (current.stray.size() > 0 && current.isReadable() && !current.isHtml()) {
      current.stray.writeBytes(start);
      current.content = current.stray.toByteArray();
      current.size = current.content.length + rest;
    }
    if (!current.isMessage()) {
      left.take(current, start.length);
    }
  }

  /** Keeps text that stands in an encoded file; in a text it is part of the content. */
  private void undecoded(byte[] rest, boolean damaged) {
    if (damaged) {
      problems.add(Kind.UNDECODED, "part " + current.n);
    }
    if (rest.length > 0) {
      current.rest = Arrays.copyOf(rest, Math.min(left.text(), rest.length));
      current.restCut = rest.length > left.text() || rest.length == DecodedStream.MAX_REST;
      left.takeText(current.rest.length);
    }
  }

  /** Whether the current entity is a file whose encoding needs the whole body. */
  boolean isFile() {
    return current.encoding == TransferEncoding.FILE || FILE_TYPES.contains(current.type.value());
  }

  /** Decodes a transfer encoding that needs the whole body; a body over the limit stays encoded. */
  private InputStream file(InputStream encoded, boolean whole) throws IOException {
    byte[] start = encoded.readNBytes(whole ? Integer.MAX_VALUE : left.opened());
    budget.spend(start.length / BYTES_PER_STEP);
    left.takeOpened(whole ? 0 : start.length);
    EncodedFiles.Found found = EncodedFiles.in(start, 1);
    byte[] decoded = found.files().isEmpty() ? start : found.files().get(0).content();
    if (!found.files().isEmpty() && !new String(found.text(), ISO_8859_1).isBlank()) {
      undecoded(found.text(), true);
    } else if (found.files().isEmpty() && start.length > 0) {
      undecoded(new byte[0], true);
    }
    return new SequenceInputStream(new ByteArrayInputStream(decoded), encoded);
  }

  private byte[] withRest(byte[] start, InputStream body) throws IOException {
    byte[] rest = body.readNBytes(left.opened());
    budget.spend(rest.length / BYTES_PER_STEP);
    left.takeOpened(rest.length);
    byte[] all = Arrays.copyOf(start, start.length + rest.length);
    System.arraycopy(rest, 0, all, start.length, rest.length);
    return all;
  }

  /** Counts and finds the parts of a mail that is kept whole: later parts have higher numbers. */
  private void openInside(MimePart mail) {
    MimePart first = new MimePart(mail.n + 1, mail);
    Problems known = opensDecoded ? problems : new Problems();
    PartWalker inside = new PartWalker(limits, known, wanted, budget, first).closedMails(openMails);
    inside.left = left;
    inside.walk(mail.content);
    if (opensDecoded) {
      mail.children.add(first);
      mail.content = wanted.contains(mail.n) ? mail.content : new byte[0];
    }
    count = Math.min(limits.maxParts(), count + inside.count);
    found.putAll(inside.found);
    wantedLeft -= inside.found.size();
  }

  private long skip(InputStream body) throws IOException {
    byte[] buffer = new byte[READ_BYTES];
    long skipped = 0;
    for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
      skipped += n;
      budget.spend(1 + n / BYTES_PER_STEP);
    }
    return skipped;
  }

  private int kept() {
    return wanted.isEmpty() ? left.of(current) : 0;
  }

  // mime4j asks its descriptor builder for the entity type, which this walker has read already

  @Override
  public void reset() {}

  @Override
  public Field addField(RawField field) {
    return null;
  }

  @Override
  public BodyDescriptorBuilder newChild() {
    return this;
  }

  @Override
  public BodyDescriptor build() {
    return new EntityDescriptor(current.type, current.encoding);
  }
}
