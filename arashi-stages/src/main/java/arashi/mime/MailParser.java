package arashi.mime;

import arashi.mime.MailProblem.Kind;
import java.util.List;
import java.util.Optional;

/**
 * Reads raw mail (RFC 5322, MIME) in whatever state it comes. Never throws: what can't be read is
 * left out and reported. Takes time and memory proportional to the size of the mail and to the
 * limits. Stateless; safe to share among threads.
 */
public final class MailParser {
  private static final List<String> SIGNATURES =
      List.of(
          "application/pgp-signature",
          "application/pkcs7-signature",
          "application/x-pkcs7-signature");

  private final MimeLimits limits;

  /** A parser that looks at as much of a mail as {@code limits} say. */
  public MailParser(MimeLimits limits) {
    this.limits = limits;
  }

  /**
   * All that is shown and searched of a mail.
   *
   * @param raw the mail, perhaps after a {@code From } line of an mbox; not copied, must not change
   */
  public ParsedMail parse(byte[] raw) {
    Problems problems = new Problems();
    MimePart root = new PartWalker(limits, problems, -1).walk(raw);
    if (raw.length == 0) {
      problems.add(Kind.EMPTY, "no bytes");
    } else if (root.headers.isEmpty()) {
      problems.add(Kind.NO_HEADER, "all of it is shown as text");
    }
    BodyAssembler assembler = new BodyAssembler(limits, problems);
    BodyAssembler.Body body = assembler.assemble(root);
    EnvelopeReader header = new EnvelopeReader(root, limits, problems, charsetOf(root));
    Envelope envelope = header.read();
    MailView view =
        new MailView(
            envelope,
            body.text(),
            body.truncated(),
            body.html(),
            assembler.parts(),
            problems.list());
    return new ParsedMail(
        view,
        header.received(),
        PreviewText.of(body.text()),
        view.attachments().stream().anyMatch(part -> !SIGNATURES.contains(part.contentType())),
        header.lines(),
        n -> part(raw, n));
  }

  /**
   * The content of part {@code n} of a mail, as {@link PartInfo#n()} counts them: its transfer
   * encoding removed, or for an attached mail its raw bytes. Never longer than the raw mail.
   */
  public Optional<byte[]> part(byte[] raw, int n) {
    if (n < 0) {
      return Optional.empty();
    }
    PartWalker walker = new PartWalker(limits, new Problems(), n);
    walker.walk(raw);
    return walker.wantedPart().map(part -> part.content);
  }

  /** The charset of the first part that declares one: its header is likely in the same. */
  private static String charsetOf(MimePart part) {
    String charset = part.type.get("charset");
    for (int i = 0; charset.isEmpty() && i < part.children.size(); i++) {
      charset = charsetOf(part.children.get(i));
    }
    return charset;
  }
}
