package arashi.mime.parse;

import arashi.mime.address.Mailbox;
import arashi.mime.html.HtmlText;
import arashi.mime.html.PlainTextRenderer;
import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.CharsetRescue;
import arashi.mime.text.TextCleaner;
import arashi.mime.unpack.RtfText;
import arashi.mime.view.Envelope;
import arashi.mime.view.ImageName;
import arashi.mime.view.Invitation;
import arashi.mime.view.MailProblem.Kind;
import arashi.mime.view.PartInfo;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selects the displayed body from a tree of parts (RFC 2046, 5.1): the last HTML and the last text
 * of alternatives, the root of related parts, every readable part of a mixture, and the header and
 * body of an attached mail as a separate section. For one use on one thread.
 */
final class BodyAssembler {
  private static final Pattern META_CHARSET =
      Pattern.compile("(?i)<meta[^>]{0,200}charset\\s*=\\s*[\"']?\\s*([a-z0-9_:-]{2,40})");

  private static final Pattern SEEN =
      Pattern.compile(
          "(?i)<(?:img|svg|picture|input|video|button)\\b|background(?:-image)?\\s*[=:]");

  private static final int BLANK_CHARS = 200;
  private static final int META_SCANNED = 2048;
  private static final int CHARS_PER_STEP = 64;

  /** Maximum image references within the mail (RFC 2392); an id ends with its attribute. */
  private static final int MAX_IMAGE_NAMES = 10_000;

  /** Matches image references in HTML and CSS. */
  private static final Pattern IMAGE =
      Pattern.compile(
          "(?i)(?:\\b(?:src|background)\\s{0,5}=\\s{0,5}[\"']?|url\\(\\s{0,5}[\"']?)([^\"'<>)]{1,255})");

  /** A run of the body as text, HTML or both. A missing form is null. */
  private record Piece(String text, String html) {}

  /** The assembled body; {@code html} is empty unless the mail has an HTML part. */
  record Body(String text, boolean truncated, Optional<String> html) {}

  private final MimeLimits limits;
  private final Problems problems;
  private final WorkBudget budget;
  private final List<PartInfo> parts = new ArrayList<>();
  private boolean truncated;

  BodyAssembler(MimeLimits limits, Problems problems, WorkBudget budget) {
    this.limits = limits;
    this.problems = problems;
    this.budget = budget;
  }

  Body assemble(MimePart root) {
    List<Piece> pieces = pieces(root);
    if (isBlank(pieces)) {
      pieces = attachedText(root);
    }
    pieces = new ArrayList<>(pieces);
    outside(root, pieces);
    boolean anyHtml = pieces.stream().anyMatch(piece -> piece.html != null);
    String text = pieces.stream().map(this::textOf).collect(Collectors.joining("\n\n"));
    if (text.length() > limits.maxTextBytes()) {
      text = TextCleaner.cut(text, limits.maxTextBytes());
      truncated = true;
    }
    if (truncated) {
      problems.add(Kind.TEXT_TRUNCATED, "the rest is in the raw mail");
    }
    Optional<String> html =
        anyHtml
            ? Optional.of(
                pieces.stream().map(BodyAssembler::htmlOf).collect(Collectors.joining("<hr>")))
            : Optional.empty();
    if (html.isPresent() && html.get().length() > limits.maxHtmlBytes()) {
      problems.add(Kind.HTML_DROPPED, "more than " + limits.maxHtmlBytes() + " bytes");
      html = Optional.empty();
    }
    markShownImages(root, imageNames(html.orElse("")));
    return new Body(text, truncated, html);
  }

  /** Lists leaves and attached mails. Call it after all shown parts are marked. */
  List<PartInfo> parts(MimePart root) {
    list(root);
    return parts;
  }

  private boolean isBlank(List<Piece> pieces) {
    return pieces.stream()
        .allMatch(piece -> piece.html != null ? isBlank(piece) : piece.text.isBlank());
  }

  /** True if there are neither words nor images. */
  private boolean isBlank(Piece piece) {
    String html = piece.html;
    return HtmlText.of(html, BLANK_CHARS, budget).isBlank() && !SEEN.matcher(html).find();
  }

  /** Uses an attached text as the body of a mail that has no other. */
  private List<Piece> attachedText(MimePart part) {
    boolean rtf = part.type.value().equals("text/rtf");
    boolean text = part.type.value().equals("text/plain") || part.isHtml() || rtf;
    if (part.children.isEmpty() && text && part.content.length > 0 && !part.isReadable()) {
      truncated |= part.cut;
      if (rtf) {
        budget.spend(1 + part.content.length / CHARS_PER_STEP);
        String words = RtfText.of(new String(part.content, StandardCharsets.ISO_8859_1));
        return List.of(new Piece(TextCleaner.clean(words), null));
      }
      return part.isHtml() ? html(part) : List.of(new Piece(plain(part), null));
    }
    List<Piece> pieces = new ArrayList<>();
    if (part.isTnef()) {
      part.children.stream()
          .filter(child -> child.shown)
          .forEach(child -> pieces.addAll(pieces(child)));
      return pieces;
    }
    part.children.forEach(child -> pieces.addAll(attachedText(child)));
    return pieces;
  }

  /** Adds the text that stands beside the content of parts, which no other form has. */
  private void outside(MimePart part, List<Piece> pieces) {
    if (part.isMultipart()) {
      outside(part, OutsideText.stray(part), Kind.OUTSIDE_PARTS, pieces);
    } else if (!part.isReadable() || part.isHtml()) { // plain text has it in front
      outside(part, OutsideText.stray(part), Kind.MALFORMED_HEADER, pieces);
    }
    part.children.forEach(child -> outside(child, pieces));
    Kind kind = part.isMultipart() ? Kind.OUTSIDE_PARTS : Kind.UNDECODED;
    outside(part, OutsideText.rest(part), kind, pieces);
  }

  private void outside(MimePart part, String text, Kind kind, List<Piece> pieces) {
    budget.spend(1 + text.length() / CHARS_PER_STEP);
    if (!text.isEmpty()) {
      problems.add(kind, "part " + part.n);
      truncated |= part.isMultipart() ? part.cut : part.restCut;
      pieces.add(new Piece(text, null));
    }
  }

  private void list(MimePart part) {
    boolean opened = part.isTnef() || part.isCms();
    if ((!part.isMultipart() && !(opened && part.shown)) || part.children.isEmpty()) {
      parts.add(part.info());
    }
    part.children.forEach(this::list);
  }

  private List<Piece> pieces(MimePart part) {
    if (part.isMessage() && !part.children.isEmpty()) {
      return section(part.children.get(0));
    }
    if (part.isMultipart() && !part.children.isEmpty()) {
      return switch (part.type.value()) {
        case "multipart/alternative" -> alternative(part);
        case "multipart/related" -> related(part);
        default -> part.children.stream().flatMap(child -> pieces(child).stream()).toList();
      };
    }
    if (part.isCms() && !part.children.isEmpty()) {
      return pieces(part.children.get(0));
    }
    if (!part.isReadable()) {
      return List.of();
    }
    // a text with a file name is shown inline and offered as a file
    part.shown = part.fileName().isEmpty();
    truncated |= part.cut && !part.isHtml();
    return part.isHtml() ? html(part) : List.of(new Piece(plain(part), null));
  }

  private List<Piece> html(MimePart part) {
    String html = decode(part, declaredInHtml(part));
    if (part.cut) {
      problems.add(Kind.HTML_DROPPED, "part " + part.n);
      return List.of(new Piece(HtmlText.of(html, limits.maxTextBytes(), budget), null));
    }
    return List.of(new Piece(null, html));
  }

  private List<Piece> alternative(MimePart part) {
    List<Piece> text = List.of();
    List<Piece> html = List.of();
    for (MimePart child : part.children) {
      List<Piece> pieces = pieces(child);
      if (pieces.stream().anyMatch(piece -> piece.html != null && !isBlank(piece))) {
        html = pieces;
      } else if (pieces.stream().anyMatch(piece -> piece.html != null)) {
        child.shown = true; // blank
      } else if (!pieces.isEmpty() && (text.isEmpty() || child.type.value().equals("text/plain"))) {
        text = pieces;
      }
      child.shown |= child.type.value().startsWith("text/x-amp");
    }
    if (html.isEmpty() || text.isEmpty()) {
      return html.isEmpty() ? text : html;
    }
    String plain = text.stream().map(this::textOf).collect(Collectors.joining("\n\n"));
    if (plain.isBlank()) {
      return html;
    }
    return List.of(
        new Piece(
            plain, html.stream().map(BodyAssembler::htmlOf).collect(Collectors.joining("<hr>"))));
  }

  private List<Piece> related(MimePart part) {
    String start = part.type.get("start");
    MimePart root = part.children.get(0);
    for (MimePart child : part.children) {
      if (!start.isEmpty() && child.headerText("content-id").strip().equals(start)) {
        root = child;
      }
    }
    List<Piece> pieces = pieces(root);
    if (!pieces.isEmpty()) {
      return pieces;
    }
    // the root is unreadable: fall back to the readable parts
    return part.children.stream().flatMap(child -> pieces(child).stream()).toList();
  }

  private List<Piece> section(MimePart mail) {
    Envelope envelope = new EnvelopeReader(mail, limits, problems, "", budget).read();
    StringBuilder head = new StringBuilder();
    field(head, "From", join(envelope.from()));
    field(head, "To", join(envelope.to()));
    field(head, "Cc", join(envelope.cc()));
    envelope
        .date()
        .map(date -> DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atOffset(ZoneOffset.UTC)))
        .ifPresent(date -> field(head, "Date", date));
    field(head, "Subject", envelope.subject());
    List<Piece> pieces = new ArrayList<>();
    pieces.add(new Piece(head.toString().strip(), null));
    pieces.addAll(pieces(mail));
    return pieces;
  }

  private static String join(List<Mailbox> addresses) {
    return addresses.stream().limit(20).map(Mailbox::toString).collect(Collectors.joining(", "));
  }

  private static void field(StringBuilder out, String name, String value) {
    if (!value.isEmpty()) {
      out.append(name).append(": ").append(value).append('\n');
    }
  }

  private String plain(MimePart part) {
    String text = decode(part, part.type.get("charset"));
    if (part.type.get("format").equalsIgnoreCase("flowed")) {
      text = FlowedText.unwrap(text, part.type.get("delsp").equalsIgnoreCase("yes"));
    }
    if (part.type.value().equals("text/enriched")) {
      text = EnrichedText.plain(text);
    }
    return text.stripTrailing();
  }

  private String decode(MimePart part, String charset) {
    var decoded = CharsetRescue.decode(part.content, charset, part.cut);
    budget.spend(1 + part.content.length / CHARS_PER_STEP);
    if (decoded.guessed()) {
      problems.add(Kind.CHARSET_GUESSED, "part " + part.n);
    }
    if (decoded.lossy()) {
      problems.add(Kind.CHARSET_LOSSY, "part " + part.n);
    }
    return decoded.text();
  }

  private static String declaredInHtml(MimePart part) {
    String declared = part.type.get("charset");
    if (!declared.isBlank()) {
      return declared;
    }
    int length = Math.min(META_SCANNED, part.content.length);
    Matcher meta =
        META_CHARSET.matcher(new String(part.content, 0, length, StandardCharsets.ISO_8859_1));
    return meta.find() ? meta.group(1) : "";
  }

  /**
   * Collects words that are not displayed but must be found: lines of the HTML, of calendars and of
   * attached text.
   */
  String otherText(MimePart root, Body body, List<Invitation> invitations) {
    Set<String> known = new HashSet<>(words(body.text()));
    StringBuilder other = new StringBuilder();
    if (body.html().isPresent()) {
      addNew(HtmlText.of(body.html().get(), limits.maxTextBytes(), budget), known, other);
    }
    for (Invitation one : invitations) {
      addNew(one.title() + "\n" + one.place() + "\n" + one.description(), known, other);
      one.organiser().ifPresent(who -> addNew(who.toString(), known, other));
      one.people().forEach(who -> addNew(who.address().toString(), known, other));
    }
    addAttached(root, known, other);
    return TextCleaner.cut(other.toString(), limits.maxTextBytes());
  }

  private void addAttached(MimePart part, Set<String> known, StringBuilder other) {
    boolean file = part.children.isEmpty() && part.isText() && !part.isReadable();
    if (file && part.content.length > 0 && other.length() < limits.maxTextBytes()) {
      String text = CharsetRescue.decode(part.content, declaredInHtml(part), part.cut).text();
      budget.spend(1 + part.content.length / CHARS_PER_STEP);
      boolean html = part.isHtml();
      addNew(html ? HtmlText.of(text, limits.maxTextBytes(), budget) : text, known, other);
    }
    part.children.forEach(child -> addAttached(child, known, other));
  }

  /** Adds each line that has a new word. Lines stay whole, so that phrase search works. */
  private void addNew(String text, Set<String> known, StringBuilder other) {
    budget.spend(1 + text.length() / CHARS_PER_STEP);
    for (String line : text.split("\n", -1)) {
      List<String> words = words(line);
      if (!known.containsAll(words)) {
        known.addAll(words);
        other.append(line).append('\n');
      }
    }
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (StringTokenizer each = new StringTokenizer(text); each.hasMoreTokens(); ) {
      words.add(each.nextToken());
    }
    return words;
  }

  private String textOf(Piece piece) {
    return piece.text != null ? piece.text : HtmlText.of(piece.html, limits.maxTextBytes(), budget);
  }

  private static String htmlOf(Piece piece) {
    return piece.html != null ? piece.html : PlainTextRenderer.renderForMail(piece.text);
  }

  private static Set<ImageName> imageNames(String html) {
    Set<ImageName> names = new HashSet<>();
    Matcher matcher = IMAGE.matcher(html);
    while (matcher.find() && names.size() < MAX_IMAGE_NAMES) {
      ImageName.of(matcher.group(1).strip()).ifPresent(names::add);
    }
    return names;
  }

  private static void markShownImages(MimePart part, Set<ImageName> names) {
    if (names.isEmpty()) {
      return;
    }
    if (part.type.value().startsWith("image/")) {
      part.shown = ImageName.all(part.info()).stream().anyMatch(names::contains);
    }
    part.children.forEach(child -> markShownImages(child, names));
  }
}
