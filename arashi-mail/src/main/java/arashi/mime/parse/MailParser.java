package arashi.mime.parse;

import arashi.mime.limit.MimeLimits;
import arashi.mime.limit.WorkBudget;
import arashi.mime.text.CharsetRescue;
import arashi.mime.view.Envelope;
import arashi.mime.view.ListFields;
import arashi.mime.view.MailFacts;
import arashi.mime.view.MailProblem.Kind;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parses raw mail (RFC 5322, MIME) of any quality. It never throws: it leaves unreadable parts out
 * and reports them. Time and memory are proportional to the mail's size and to the limits.
 * Stateless and thread-safe.
 */
public final class MailParser {

  /**
   * Version of the parse result, stored with each mail. Raise it when the result changes, so that
   * mails parsed by an older version can be found and parsed again.
   */
  public static final int VERSION = 3;

  private static final List<String> SIGNATURES =
      List.of(
          "application/pgp-signature",
          "application/pkcs7-signature",
          "application/x-pkcs7-signature");

  /** Limits for mail shown as source: bytes of the mail, header fields, and bytes per field. */
  private static final int MAX_SOURCE = 64 << 10;

  private static final int MAX_SOURCE_FIELDS = 50;
  private static final int MAX_SOURCE_FIELD = 1_000;

  private final MimeLimits limits;

  /** Creates a parser that reads each mail up to {@code limits}. */
  public MailParser(MimeLimits limits) {
    this.limits = limits;
  }

  /**
   * Parses a mail for display and search.
   *
   * @param raw the mail, perhaps after a {@code From } line of an mbox; not copied, must not change
   */
  public ParsedMail parse(byte[] raw) {
    return parse(raw, WorkBudget.unlimited());
  }

  /**
   * Parses a mail within a budget. When the budget ends, the mail is shown as source: the header
   * fields read so far, the start of its bytes as text, and {@link Kind#SHOWN_AS_SOURCE}.
   */
  public ParsedMail parse(byte[] raw, WorkBudget budget) {
    return parse(raw, new MimePart(0, null), budget, n -> part(raw, n));
  }

  private ParsedMail parse(byte[] raw, MimePart root, WorkBudget budget, ParsedMail.Source source) {
    Problems problems = new Problems();
    PartWalker walker = new PartWalker(limits, problems, Set.of(), budget, root);
    try {
      walker.walk(raw);
      return assembled(raw, root, problems, budget, source);
    } catch (RuntimeException over) { // budget spent, or a bug here: keep the mail anyway
      return asSource(raw, root, problems, source);
    }
  }

  /**
   * Parses a mail that is attached to this one, directly or at any depth. Its parts keep their
   * numbers in the whole mail.
   *
   * @param n number of the attached mail
   * @return empty if there is no such mail, or if {@link #isAttachedMail} is false for it
   */
  public Optional<ParsedMail> attached(byte[] raw, int n, WorkBudget budget) {
    if (n < 0 || isUnpacked(n)) {
      return Optional.empty();
    }
    return whole(raw, n)
        .filter(part -> part.isMessage() && !part.opaque)
        .map(part -> parse(part.content, new MimePart(n + 1, null), budget, m -> part(raw, m)));
  }

  /** Whether {@link #attached} can read the part: it must have been parsed as a mail. */
  public boolean isAttachedMail(PartInfo part) {
    return MimePart.isMail(part.contentType())
        && !isUnpacked(part.n())
        && part.depth() < limits.maxDepth();
  }

  private ParsedMail assembled(
      byte[] raw, MimePart root, Problems problems, WorkBudget budget, ParsedMail.Source source) {
    if (raw.length == 0) {
      problems.add(Kind.EMPTY, "no bytes");
    } else if (root.headers.isEmpty()) {
      problems.add(Kind.NO_HEADER, "shown as text");
    }
    new AttachedSizes(limits, budget).tell(raw, root);
    new Unpacker(limits, problems, budget).openAll(root);
    BodyAssembler assembler = new BodyAssembler(limits, problems, budget);
    BodyAssembler.Body body = assembler.assemble(root);
    EnvelopeReader header = new EnvelopeReader(root, limits, problems, charsetOf(root), budget);
    MailFacts facts = new FactsReader(budget).read(root, header.bcc(), body.text());
    Envelope envelope = header.read();
    ListFields list = header.listFields();
    try {
      facts = facts.with(assembler.otherText(root, body, facts.invitations()));
    } catch (WorkBudget.ExhaustedException over) {
      // display does not need these words; term extraction has no budget left either and reports it
    }
    MailView view =
        new MailView(
            envelope,
            body.text(),
            body.truncated(),
            body.html(),
            assembler.parts(root),
            problems.list(),
            list,
            facts);
    return new ParsedMail(
        view,
        header.received(),
        PreviewText.of(body.text().isBlank() ? words(facts) : body.text()),
        view.attachments().stream().anyMatch(part -> !SIGNATURES.contains(part.contentType())),
        header.resentTo(),
        source);
  }

  private static String words(MailFacts facts) {
    return facts.invitations().stream()
        .map(one -> one.title() + "\n" + one.place() + "\n" + one.description())
        .collect(Collectors.joining("\n"));
  }

  /**
   * Builds the source view of a mail that is too expensive to parse, from a bounded number of
   * bytes.
   */
  private ParsedMail asSource(
      byte[] raw, MimePart root, Problems problems, ParsedMail.Source source) {
    problems.add(Kind.SHOWN_AS_SOURCE, "parsing takes too long");
    int length = Math.min(Math.min(MAX_SOURCE, limits.maxTextBytes()), raw.length);
    byte[] start = Arrays.copyOf(raw, length);
    String text = CharsetRescue.decode(start, "", length < raw.length).text();
    EnvelopeReader header = cheapHeader(root, problems);
    MailView view =
        new MailView(
            header.read(),
            text,
            length < raw.length,
            Optional.empty(),
            List.of(),
            problems.list(),
            header.listFields());
    return new ParsedMail(view, header.received(), "", false, header.resentTo(), source);
  }

  /** Reads a bounded number of header fields without a budget. */
  private EnvelopeReader cheapHeader(MimePart root, Problems problems) {
    MimePart known = new MimePart(0, null);
    root.headers.stream()
        .filter(header -> header.body.length <= MAX_SOURCE_FIELD)
        .limit(MAX_SOURCE_FIELDS)
        .forEach(known.headers::add);
    return new EnvelopeReader(known, limits, problems, "", WorkBudget.unlimited());
  }

  /** Reads all header fields of a mail in order, within a budget. Stops at the first body. */
  public List<HeaderLine> headers(byte[] raw, WorkBudget budget) {
    Problems problems = new Problems();
    PartWalker walker = new PartWalker(limits, problems, Set.of(), budget).onlyHeaders();
    try {
      walker.walk(raw);
      MimePart root = walker.root();
      return new EnvelopeReader(root, limits, problems, charsetOf(root), budget).lines();
    } catch (WorkBudget.ExhaustedException over) {
      return cheapHeader(walker.root(), problems).lines();
    }
  }

  /** Reads the fields that an answer needs, within a budget. Stops at the first body. */
  public AnswerFields answerFields(byte[] raw, WorkBudget budget) {
    Problems problems = new Problems();
    PartWalker walker = new PartWalker(limits, problems, Set.of(), budget).onlyHeaders();
    try {
      walker.walk(raw);
      MimePart root = walker.root();
      return new EnvelopeReader(root, limits, problems, charsetOf(root), budget).answerFields();
    } catch (WorkBudget.ExhaustedException over) {
      return cheapHeader(walker.root(), problems).answerFields();
    }
  }

  /**
   * Returns the content of part {@code n}, as numbered by {@link arashi.mime.view.PartInfo#n()},
   * without its transfer encoding. For an attached mail it returns the raw bytes. The result is
   * never longer than the raw mail.
   */
  public Optional<byte[]> part(byte[] raw, int n) {
    return Optional.ofNullable(parts(raw, Set.of(n)).get(n));
  }

  /**
   * Returns the contents of several parts, each as by {@link #part}, in one walk of the mail: a
   * walk for each part takes quadratic time. Parts that the mail does not have are left out.
   */
  public Map<Integer, byte[]> parts(byte[] raw, Set<Integer> wanted) {
    Map<Integer, Set<Integer>> unpacked = new HashMap<>(); // by container
    Set<Integer> walked = new HashSet<>();
    for (int n : wanted) {
      if (isUnpacked(n)) {
        unpacked.computeIfAbsent(Unpacker.container(n), container -> new HashSet<>()).add(n);
      } else if (n >= 0) {
        walked.add(n);
      }
    }
    walked.addAll(unpacked.keySet());
    Map<Integer, byte[]> contents = new HashMap<>();
    if (walked.isEmpty()) {
      return contents;
    }
    PartWalker walker = walk(raw, walked);
    for (int n : walked) {
      Optional<MimePart> part = walker.wantedPart(n);
      if (part.isPresent() && wanted.contains(n)) {
        contents.put(n, part.get().content);
      }
      if (part.isPresent() && unpacked.containsKey(n)) { // after its own content: this changes it
        Unpacker unpacker = new Unpacker(limits, new Problems(), WorkBudget.unlimited());
        contents.putAll(unpacker.partsOf(part.get(), unpacked.get(n)));
      }
    }
    return contents;
  }

  /** Whether the part was unpacked from another part, so that it is not a MIME entity. */
  public static boolean isUnpacked(int n) {
    return n >= Unpacker.FIRST;
  }

  private Optional<MimePart> whole(byte[] raw, int n) {
    return walk(raw, Set.of(n)).wantedPart(n);
  }

  private PartWalker walk(byte[] raw, Set<Integer> wanted) {
    PartWalker walker = new PartWalker(limits, new Problems(), wanted, WorkBudget.unlimited());
    walker.walk(raw);
    return walker;
  }

  /** Returns the charset of the first part that declares one; the header likely uses the same. */
  private static String charsetOf(MimePart part) {
    String charset = part.type.get("charset");
    for (int i = 0; charset.isEmpty() && i < part.children.size(); i++) {
      charset = charsetOf(part.children.get(i));
    }
    return charset;
  }
}
