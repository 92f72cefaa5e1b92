package arashi.mime.parse;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.unpack.EncodedFiles;
import arashi.mime.view.MailProblem.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.BodyDescriptorBuilder;
import org.apache.james.mime4j.stream.DefaultFieldBuilder;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.stream.RecursionMode;
import org.apache.james.mime4j.util.ByteArrayBuffer;

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

  private static final Set<String> IDENTITY =
      Set.of("", "7bit", "8bit", "binary", "quoted-printable", "base64", "7-bit", "8-bit");

  /** Encodings that are not MIME: the body is one file within text. */
  private static final Set<String> FILES =
      Set.of("x-uuencode", "uuencode", "x-uue", "uue", "x-uu", "uu", "x-yenc", "yenc", "y-enc");

  private static final Set<String> FILE_TYPES =
      Set.of("application/x-uuencode", "application/x-uuencoded", "application/uuencode");

  private static final Set<String> PLAIN =
      Set.of("text", "plain", "ascii", "txt", "mail", "message");

  private static final Set<String> HTML = Set.of("html", "htm", "xhtml");

  /** Wanted parts of a walk that keeps no content. */
  static final Set<Integer> NO_CONTENT = Set.of(Integer.MAX_VALUE);

  /** Bytes kept of a signature, to read its signer. */
  private static final int SIGNATURE_BYTES = 64 << 10;

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
  private int openMails = Integer.MAX_VALUE;
  private IntPredicate isWhole;
  private int count;
  private int headerLeft;
  private int textLeft;
  private int htmlLeft;
  private int otherLeft;
  private int openedLeft;

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
    this.headerLeft = limits.maxAllHeaderBytes();
    this.textLeft = limits.maxTextBytes();
    this.htmlLeft = limits.maxHtmlBytes();
    this.otherLeft = limits.maxTextBytes();
    this.openedLeft = limits.maxOpenedBytes();
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
  MimeTokenStream begin(InputStream mail) {
    var config = MimeConfig.custom().setMaxLineLen(-1).setMaxHeaderCount(-1).setMaxHeaderLen(-1);
    config.setMaxContentLen(-1);
    stream = new MimeTokenStream(config.build(), null, new Fields(), this);
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
      case T_BODY -> readBody(stream.getDecodedInputStream());
      case T_END_MESSAGE, T_END_BODYPART -> {
        if (current.isMultipart() && current.children.isEmpty() && current.size == 0) {
          problems.add(Kind.BROKEN_MULTIPART, "part " + current.n + " has no parts");
          current.type = new HeaderParameters("text/plain", current.type.parameters());
          current.content = current.stray.toByteArray();
          current.size = current.content.length;
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
      current.type = new HeaderParameters("message/rfc822", Map.of());
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
    if (raw.length > headerLeft) {
      problems.add(Kind.TOO_MANY_HEADERS, "part " + current.n);
      return;
    }
    headerLeft -= raw.length;
    int start = Math.min(raw.length, ((RawField) field).getDelimiterIdx() + 1);
    byte[] body = Arrays.copyOfRange(raw, start, raw.length);
    current.headers.add(new MimePart.RawHeader(field.getName(), body));
  }

  private void endHeader() {
    readType();
    current.disposition = HeaderParameters.parse(current.headerText("content-disposition"));
    String encoding = current.headerText("content-transfer-encoding").strip();
    current.encoding = unquoted(encoding).split("[\\s;(]", 2)[0].toLowerCase(Locale.ROOT);
    if (!IDENTITY.contains(current.encoding) && !FILES.contains(current.encoding)) {
      problems.add(Kind.UNKNOWN_ENCODING, "part " + current.n);
    }
    boolean opens = current.isMultipart() || current.isMessage();
    boolean tooDeep = opens && current.depth >= limits.maxDepth();
    if (tooDeep) {
      problems.add(Kind.TOO_DEEP, "part " + current.n);
      current.opaque = true;
    }
    boolean closed = current.isMessage() && current.mailsAround() >= openMails;
    stream.setRecursionMode(
        tooDeep || closed || isWhole.test(current.n)
            ? RecursionMode.M_FLAT
            : RecursionMode.M_RECURSE);
  }

  /** Strips quotes, which some programs add to the token. */
  private static String unquoted(String encoding) {
    return encoding.startsWith("\"") ? encoding.substring(1).replaceFirst("\".*", "") : encoding;
  }

  private void readType() {
    String body = current.headerText("content-type").strip();
    if (body.isEmpty()) {
      return;
    }
    HeaderParameters type = HeaderParameters.parse(body);
    if (type.value().indexOf(' ') > 0) {
      // missing semicolon
      type = HeaderParameters.parse(body.replaceFirst("\\s+", ";"));
    }
    if (!type.value().matches("[!-~&&[^/]]+/[!-~&&[^/]]+")) {
      type = meant(type);
    } else if (type.value().equals("plain/text") || type.value().equals("html/text")) {
      type = meant(type);
    }
    String boundary = type.get("boundary");
    if (type.value().startsWith("multipart/") && boundary.isBlank()) {
      problems.add(Kind.BROKEN_MULTIPART, "part " + current.n + " has no boundary parameter");
      type = new HeaderParameters("text/plain", type.parameters());
    }
    current.type = type;
  }

  /** Repairs a content type that is invalid or reversed. */
  private HeaderParameters meant(HeaderParameters type) {
    List<String> words = List.of(type.value().split("[^a-z]+"));
    if (words.stream().anyMatch(HTML::contains)) {
      return new HeaderParameters("text/html", type.parameters());
    }
    if (words.contains("multipart")) {
      return new HeaderParameters("multipart/mixed", type.parameters());
    }
    if (words.stream().anyMatch(PLAIN::contains)) {
      return new HeaderParameters("text/plain", type.parameters());
    }
    problems.add(Kind.BROKEN_CONTENT_TYPE, "part " + current.n);
    String file = current.headerText("content-disposition") + type.get("name");
    boolean named = file.contains("filename") || !type.get("name").isEmpty();
    return new HeaderParameters(
        named ? "application/octet-stream" : "text/plain", type.parameters());
  }

  private void keepPreamble(InputStream preamble) throws IOException {
    if (current.children.isEmpty() && current.stray.size() == 0) {
      current.stray.writeBytes(preamble.readNBytes(KEPT_STRAY));
    }
  }

  private void readBody(InputStream encoded) throws IOException {
    boolean whole = wanted.contains(current.n);
    InputStream body = isFile() ? file(encoded, whole) : encoded;
    int limit = whole ? Integer.MAX_VALUE : kept();
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
    if (whole && wantedLeft > 1 && current.isMessage() && !current.opaque) {
      openInside(current);
    }
    if (current.stray.size() > 0 && current.isReadable() && !current.isHtml()) {
      current.stray.writeBytes(start);
      current.content = current.stray.toByteArray();
      current.size = current.content.length + rest;
    }
    if (!current.isReadable()) {
      if (current.isText() || current.isCalendar()) {
        otherLeft -= start.length;
      } else {
        openedLeft -= start.length;
      }
    } else if (current.isHtml()) {
      htmlLeft -= Math.min(htmlLeft, start.length);
    } else {
      textLeft -= Math.min(textLeft, start.length);
    }
  }

  /** Whether the current entity is a file whose encoding needs the whole body. */
  boolean isFile() {
    return FILES.contains(current.encoding) || FILE_TYPES.contains(current.type.value());
  }

  /** Decodes a transfer encoding that needs the whole body; a body over the limit stays encoded. */
  private InputStream file(InputStream encoded, boolean whole) throws IOException {
    byte[] start = encoded.readNBytes(whole ? Integer.MAX_VALUE : openedLeft);
    budget.spend(start.length / BYTES_PER_STEP);
    openedLeft -= whole ? 0 : start.length;
    byte[] decoded = EncodedFiles.decode(start);
    return new SequenceInputStream(new ByteArrayInputStream(decoded), encoded);
  }

  private byte[] withRest(byte[] start, InputStream body) throws IOException {
    byte[] rest = body.readNBytes(openedLeft);
    budget.spend(rest.length / BYTES_PER_STEP);
    openedLeft -= rest.length;
    byte[] all = Arrays.copyOf(start, start.length + rest.length);
    System.arraycopy(rest, 0, all, start.length, rest.length);
    return all;
  }

  /** Counts and finds the parts of a mail that is kept whole: later parts have higher numbers. */
  private void openInside(MimePart mail) {
    MimePart first = new MimePart(mail.n + 1, mail);
    PartWalker inside = new PartWalker(limits, new Problems(), wanted, budget, first);
    inside.walk(mail.content);
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
    if (!wanted.isEmpty()) {
      return 0;
    }
    if (current.isReadable()) {
      return current.isHtml() ? htmlLeft : textLeft;
    }
    if (current.isText() || current.isCalendar()) {
      return otherLeft;
    }
    if (current.isSignature()) {
      return Math.min(SIGNATURE_BYTES, openedLeft);
    }
    return current.isCms() || current.isTnef() ? openedLeft : 0;
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
    return new Descriptor(current.type, current.encoding);
  }

  private record Descriptor(HeaderParameters type, String encoding) implements BodyDescriptor {
    @Override
    public String getMimeType() {
      return type.value().equals("message/global") ? "message/rfc822" : type.value();
    }

    @Override
    public String getMediaType() {
      return type.value().substring(0, type.value().indexOf('/'));
    }

    @Override
    public String getSubType() {
      return type.value().substring(type.value().indexOf('/') + 1);
    }

    @Override
    public String getBoundary() {
      return type.get("boundary");
    }

    @Override
    public String getCharset() {
      return type.get("charset");
    }

    @Override
    public String getTransferEncoding() {
      return encoding;
    }

    @Override
    public long getContentLength() {
      return -1;
    }
  }

  /**
   * Builds fields and truncates them at the limit. Keeps lines that are not fields as stray text.
   */
  private final class Fields extends DefaultFieldBuilder {
    private int length;

    Fields() {
      super(-1);
    }

    @Override
    public void reset() {
      super.reset();
      length = 0;
    }

    @Override
    public void append(ByteArrayBuffer line) {
      budget.spend(1 + line.length() / BYTES_PER_STEP);
      int room = limits.maxHeaderBytes() - length;
      length += line.length();
      if (line.length() <= room) {
        getRaw().append(line.buffer(), 0, line.length());
      } else if (room > 0) {
        problems.add(Kind.LONG_HEADER, "part " + current.n);
        getRaw().append(line.buffer(), 0, room);
      }
    }

    @Override
    public RawField build() {
      if (length == 0) {
        // the blank line that ends the header
        return null;
      }
      if (getRaw().indexOf((byte) ':') <= 0) {
        stray(getRaw().toByteArray()); // avoids an exception per line: there may be a million
        return null;
      }
      try {
        return super.build();
      } catch (MimeException notAField) {
        stray(getRaw().toByteArray());
        return null;
      }
    }

    private void stray(byte[] line) {
      String start = new String(line, 0, Math.min(6, line.length), StandardCharsets.US_ASCII);
      if (start.startsWith("From ") || start.startsWith(">From ")) {
        return;
      }
      problems.add(Kind.MALFORMED_HEADER, "part " + current.n);
      if (current.stray.size() < KEPT_STRAY) {
        current.stray.writeBytes(line);
      }
    }
  }
}
