package arashi.ingest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The format of a file, determined by its first bytes. The name decides only in ambiguous cases. A
 * file that does not begin with a mail header field is not mail, even if its name says so.
 *
 * @param kind how to read it
 * @param reason why it is skipped, for the user, with a hint; empty if it is read
 */
record FileShape(Kind kind, String reason) {
  /** Bytes of a file that are examined. */
  static final int SNIFFED = 64 << 10;

  /** How to read a file. */
  enum Kind {
    MBOX,
    ONE_MAIL,
    EMLX,
    ZIP,
    TAR,
    GZIP,
    NO_MAIL
  }

  private static final int TAR_MAGIC = 257;

  /** Extensions of formats in which {@code name: value} is not a mail header. */
  private static final Set<String> OTHER_TEXT =
      Set.of(
          "cfg",
          "conf",
          "config",
          "css",
          "csv",
          "htm",
          "html",
          "ics",
          "ini",
          "java",
          "js",
          "json",
          "ldif",
          "log",
          "markdown",
          "md",
          "mht",
          "mhtml",
          "plist",
          "properties",
          "py",
          "rst",
          "rtf",
          "sh",
          "sql",
          "tex",
          "toml",
          "tsv",
          "txt",
          "vcf",
          "vcs",
          "xhtml",
          "xml",
          "yaml",
          "yml");

  /** Minimum number of mail header fields for such a file to be mail. */
  private static final int FIELDS_OF_TEXT = 3;

  private record Magic(String bytes, String what) {}

  private static final String EXPORT = "; export it as .mbox or .eml first";
  private static final String UNPACK = "; unpack it first";

  private static final List<Magic> MAGIC =
      List.of(
          new Magic(
              "!BDN",
              "an Outlook data file (.pst, .ost)" + EXPORT + ", or convert it with readpst"),
          new Magic("\u00cf\u00ad\u0012\u00fe", "an Outlook Express folder (.dbx)" + EXPORT),
          new Magic("\u00d0\u00cf\u0011\u00e0", "an Outlook mail or an Office document" + EXPORT),
          new Magic("\u001a\u0000\u0000\u0004\u0000\u0000", "a Notes database" + EXPORT),
          new Magic("x\u009f>\"", "an attachment of Outlook (winmail.dat)"),
          new Magic("\u0089PNG", "an image"),
          new Magic("\u00ff\u00d8\u00ff", "an image"),
          new Magic("GIF8", "an image"),
          new Magic("BM", "an image"),
          new Magic("II*\u0000", "an image"),
          new Magic("MM\u0000*", "an image"),
          new Magic("RIFF", "an image, a film or a sound"),
          new Magic("%PDF", "a PDF document"),
          new Magic("\u007fELF", "a program"),
          new Magic("MZ", "a program"),
          new Magic("\u00fd7zXZ", "an archive (.xz)" + UNPACK),
          new Magic("BZh", "an archive (.bz2)" + UNPACK),
          new Magic("7z\u00bc\u00af", "an archive (.7z)" + UNPACK),
          new Magic("Rar!", "an archive (.rar)" + UNPACK),
          new Magic("(\u00b5/\u00fd", "an archive (.zst)" + UNPACK),
          new Magic("SQLite format 3", "a database"),
          new Magic("\u00ff\u00fe", "text in UTF-16" + "; save it in UTF-8 first"),
          new Magic("\u00fe\u00ff", "text in UTF-16" + "; save it in UTF-8 first"),
          new Magic("BEGIN:VCALENDAR", "a calendar"),
          new Magic("BEGIN:VCARD", "contacts"),
          new Magic("<?xml", "XML"),
          new Magic("<!DOCTYPE", "a web page"),
          new Magic("<html", "a web page"),
          new Magic("{\\rtf", "a text document"));

  private static FileShape read(Kind kind) {
    return new FileShape(kind, "");
  }

  private static FileShape no(String reason) {
    return new FileShape(Kind.NO_MAIL, reason);
  }

  /**
   * Determines the shape of a file.
   *
   * @param head its first {@link #SNIFFED} bytes, or all
   * @param fileName the last part of its path
   * @param inMaildir whether it is at a Maildir's place for mails
   */
  static FileShape of(byte[] head, String fileName, boolean inMaildir) {
    String name = fileName.toLowerCase(Locale.ROOT);
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.isBlank()) {
      return no(head.length == 0 ? "it is empty" : "it has only white space");
    }
    Optional<FileShape> archive = archive(text);
    if (archive.isPresent()) {
      return archive.get();
    }
    String start = withoutMark(text).stripLeading();
    if (name.endsWith(".emlx") && start.matches("(?s)\\d{1,12}[ \\t]*\\r?\\n.*")) {
      return mail(start.substring(start.indexOf('\n') + 1), name, Kind.EMLX, true);
    }
    if (inMaildir || name.endsWith(".eml")) {
      return !inMaildir && beginsMbox(start)
          ? read(Kind.MBOX)
          : mail(start, name, Kind.ONE_MAIL, true);
    }
    if (beginsMbox(start)) {
      return read(Kind.MBOX);
    }
    boolean mbox = name.endsWith(".mbox") || name.endsWith(".mbx") || name.endsWith(".mboxrd");
    return mail(start, name, mbox ? Kind.MBOX : Kind.ONE_MAIL, mbox);
  }

  private static Optional<FileShape> archive(String text) {
    if (text.startsWith("PK\u0003\u0004") || text.startsWith("PK\u0005\u0006")) {
      return Optional.of(read(Kind.ZIP));
    }
    if (text.startsWith("\u001f\u008b")) {
      return Optional.of(read(Kind.GZIP));
    }
    return text.startsWith("ustar", TAR_MAGIC) ? Optional.of(read(Kind.TAR)) : Optional.empty();
  }

  /** Strips a UTF-8 byte-order mark. */
  private static String withoutMark(String text) {
    return text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text;
  }

  private static boolean beginsMbox(String start) {
    if (!start.startsWith(MboxSeparator.FROM)) {
      return false;
    }
    List<String> lines = start.lines().limit(2).toList();
    return lines.size() == 2 && MboxSeparator.isHeader(lines.get(1));
  }

  /** Checks for a mail header. Mail declared by name or place may begin with another line. */
  private static FileShape mail(String start, String name, Kind kind, boolean said) {
    int fields = 0;
    boolean byProgram = false;
    for (String line : (Iterable<String>) start.lines()::iterator) {
      if (line.isBlank()) {
        break;
      }
      fields += KnownFields.isField(line) ? 1 : 0;
      byProgram |= KnownFields.isOfPrograms(line);
    }
    boolean otherText = OTHER_TEXT.contains(extension(name));
    boolean webPage = name.endsWith(".mht") || name.endsWith(".mhtml");
    boolean known = said || start.lines().findFirst().filter(MboxSeparator::isHeader).isPresent();
    if (known && fields > 0 && !webPage && (!otherText || byProgram || fields >= FIELDS_OF_TEXT)) {
      return read(kind);
    }
    return no(whatElse(start, name));
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private static String whatElse(String start, String name) {
    if (name.endsWith(".mht") || name.endsWith(".mhtml")) {
      return "not mail: a saved web page";
    }
    for (Magic magic : MAGIC) {
      if (start.regionMatches(true, 0, magic.bytes(), 0, magic.bytes().length())) {
        return "not mail: " + magic.what();
      }
    }
    if (start.indexOf('\0') >= 0 || controls(start) > start.length() / 10) {
      return "not mail: a binary file";
    }
    return "not mail: text without a mail header";
  }

  private static long controls(String text) {
    return text.chars().filter(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t').count();
  }
}
