package arashi.mime.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Decodes bytes whose declared charset may be missing, misspelt or a lie. In order: the declared
 * charset or the larger one that is meant by it, UTF-8, what a detector guesses, the declared
 * charset again if hardly anything fails in it, windows-1252. The first that decodes without an
 * error is taken.
 */
public final class CharsetRescue {
  /**
   * What is meant by names that are wrong, or taken for larger sets by everyone who writes them (as
   * in the WHATWG Encoding Standard).
   */
  private static final Map<String, List<String>> MEANT =
      Map.ofEntries(
          Map.entry("us-ascii", List.of()),
          Map.entry("ascii", List.of()),
          Map.entry("iso-8859-1", List.of("windows-1252", "iso-8859-1")),
          Map.entry("latin1", List.of("windows-1252", "iso-8859-1")),
          Map.entry("iso8859-1", List.of("windows-1252", "iso-8859-1")),
          Map.entry("iso-8859-9", List.of("windows-1254", "iso-8859-9")),
          Map.entry("iso-8859-8-i", List.of("iso-8859-8")),
          Map.entry("iso-8859-8-e", List.of("iso-8859-8")),
          Map.entry("gb2312", List.of("gb18030")),
          Map.entry("gb_2312-80", List.of("gb18030")),
          Map.entry("gbk", List.of("gb18030")),
          Map.entry("cp936", List.of("gb18030")),
          Map.entry("hz-gb-2312", List.of("gb18030")),
          Map.entry("big5", List.of("big5", "big5-hkscs", "x-ms950-hkscs")),
          Map.entry("shift_jis", List.of("windows-31j")),
          Map.entry("shift-jis", List.of("windows-31j")),
          Map.entry("sjis", List.of("windows-31j")),
          Map.entry("x-sjis", List.of("windows-31j")),
          Map.entry("cp932", List.of("windows-31j")),
          Map.entry("iso-2022-jp", List.of("iso-2022-jp", "x-windows-iso2022jp")),
          Map.entry("ks_c_5601-1987", List.of("x-windows-949")),
          Map.entry("ks_c_5601", List.of("x-windows-949")),
          Map.entry("euc-kr", List.of("x-windows-949")),
          Map.entry("utf8", List.of("utf-8")),
          Map.entry("unicode-1-1-utf-8", List.of("utf-8")),
          Map.entry("cp-850", List.of("ibm850")),
          Map.entry("tis-620", List.of("x-windows-874", "tis-620")),
          Map.entry("tis620", List.of("x-windows-874", "tis-620")),
          Map.entry("iso-8859-11", List.of("x-windows-874", "tis-620")));

  private static final Map<String, Charset> KNOWN = knownCharsets();

  /** Enough for the detector to be sure, and little enough to be quick. */
  private static final int DETECT_BYTES = 16 << 10;

  /** Below this share of replaced characters a charset is believed all the same. */
  private static final double BELIEVABLE_LOSS = 0.25;

  private static final Charset WESTERN = Charset.forName("windows-1252");

  /**
   * Decoded text.
   *
   * @param text cleaned by {@link TextCleaner#clean}
   * @param guessed the declared charset was not the one that decoded it
   * @param lossy some characters were replaced
   */
  public record Decoded(String text, boolean guessed, boolean lossy) {}

  /**
   * The guesses that the short texts of one field may cost: to guess takes as long as to decode a
   * kilobyte, and a field may have thousands of words that declare no charset which exists. When
   * they are used up, the charset that was guessed last is tried. For one thread.
   */
  public static final class Guesses {
    private static final int MOST = 8;

    private int made;
    private Optional<Charset> last = Optional.empty();

    private Optional<Charset> of(byte[] bytes) {
      if (made < MOST) {
        made++;
        last = detect(bytes);
      }
      return last;
    }

    /** How often the detector was asked. */
    public int made() {
      return made;
    }
  }

  private CharsetRescue() {}

  /**
   * Decodes {@code bytes}.
   *
   * @param declared name of a charset, or empty
   * @param cut whether the bytes end at a limit, perhaps within a character
   */
  public static Decoded decode(byte[] bytes, String declared, boolean cut) {
    return decode(bytes, declared, cut, new Guesses());
  }

  /** The same for one of several texts, which share {@code guesses}. */
  public static Decoded decode(byte[] bytes, String declared, boolean cut, Guesses guesses) {
    String name = normalise(declared);
    boolean plain = isPlainAscii(bytes);
    if (name.equals("utf-7") || name.equals("unicode-1-1-utf-7")) {
      if (plain) {
        return new Decoded(TextCleaner.clean(Utf7.decode(bytes)), false, false);
      }
      name = "";
    }
    List<Charset> meant = meant(name);
    if (plain && meant.stream().noneMatch(CharsetRescue::readsAsciiAsOther)) {
      String text = new String(bytes, StandardCharsets.US_ASCII);
      return new Decoded(TextCleaner.clean(text), false, false);
    }
    for (Charset charset : meant) {
      Optional<String> text = strict(bytes, charset, cut);
      if (text.isPresent()) {
        return new Decoded(TextCleaner.clean(text.get()), false, false);
      }
    }
    return guess(bytes, meant, cut, guesses);
  }

  /** The text of bytes whose charset nobody declared; {@code hint} is tried after UTF-8. */
  public static String decodeUndeclared(byte[] bytes, String hint) {
    if (isPlainAscii(bytes)) {
      return new String(bytes, StandardCharsets.US_ASCII);
    }
    return strict(bytes, StandardCharsets.UTF_8, false)
        .orElseGet(() -> decode(bytes, hint, false).text());
  }

  private static Decoded guess(byte[] bytes, List<Charset> meant, boolean cut, Guesses guesses) {
    Optional<String> utf8 =
        meant.contains(StandardCharsets.UTF_8)
            ? Optional.empty() // it failed before
            : strict(bytes, StandardCharsets.UTF_8, cut);
    if (utf8.isPresent()) {
      return new Decoded(TextCleaner.clean(utf8.get()), true, false);
    }
    Optional<Charset> detected = guesses.of(bytes);
    Optional<String> text = detected.flatMap(charset -> strict(bytes, charset, cut));
    if (text.isPresent()) {
      return new Decoded(TextCleaner.clean(text.get()), true, false);
    }
    for (Charset charset : meant) {
      String lenient = new String(bytes, charset);
      if (loss(lenient) < BELIEVABLE_LOSS) {
        return new Decoded(TextCleaner.clean(lenient), false, true);
      }
    }
    String lenient = new String(bytes, detected.orElse(WESTERN));
    if (loss(lenient) >= BELIEVABLE_LOSS) {
      lenient = new String(bytes, WESTERN);
    }
    return new Decoded(TextCleaner.clean(lenient), true, lenient.indexOf('\uFFFD') >= 0);
  }

  /** The replaced share of the characters beyond ASCII. */
  private static double loss(String text) {
    long lost = text.chars().filter(c -> c == '\uFFFD').count();
    long foreign = text.chars().filter(c -> c >= 0x80).count();
    return foreign == 0 ? 0 : (double) lost / foreign;
  }

  private static String normalise(String declared) {
    String name = declared.strip().toLowerCase(Locale.ROOT);
    int language = name.indexOf('*');
    return language < 0 ? name : name.substring(0, language);
  }

  private static List<Charset> meant(String name) {
    if (name.isEmpty()) {
      return List.of();
    }
    List<Charset> found = new ArrayList<>(2);
    for (String candidate : MEANT.getOrDefault(name, List.of(name))) {
      lookUp(candidate).ifPresent(found::add);
    }
    if (found.isEmpty() && name.startsWith("x-")) {
      return meant(name.substring(2));
    }
    return found;
  }

  private static Optional<Charset> lookUp(String name) {
    return Optional.ofNullable(KNOWN.get(name));
  }

  /** The platform's own look-up goes through all providers for each name that it doesn't know. */
  private static Map<String, Charset> knownCharsets() {
    Map<String, Charset> known = new HashMap<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      known.put(charset.name().toLowerCase(Locale.ROOT), charset);
      charset
          .aliases()
          .forEach(alias -> known.putIfAbsent(alias.toLowerCase(Locale.ROOT), charset));
    }
    return known;
  }

  private static boolean isPlainAscii(byte[] bytes) {
    for (byte b : bytes) {
      // ESC and SO start another charset within seven bits (ISO 2022)
      if (b < 0 || b == 0x1b || b == 0x0e) {
        return false;
      }
    }
    return true;
  }

  private static boolean readsAsciiAsOther(Charset charset) {
    String name = charset.name();
    return name.startsWith("UTF-16") || name.startsWith("UTF-32") || name.startsWith("IBM");
  }

  private static Optional<String> strict(byte[] bytes, Charset charset, boolean cut) {
    var decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    int chars = (int) Math.ceil(bytes.length * (double) decoder.maxCharsPerByte()) + 1;
    CharBuffer out = CharBuffer.allocate(chars);
    // the convenient method throws where bytes do not fit, which costs more than it decodes; if
    // the bytes are cut, an incomplete last character is left over, and no error
    boolean failed =
        decoder.decode(ByteBuffer.wrap(bytes), out, !cut).isError()
            || (!cut && decoder.flush(out).isError());
    return failed ? Optional.empty() : Optional.of(out.flip().toString());
  }

  private static Optional<Charset> detect(byte[] bytes) {
    int foreign = 0;
    while (foreign < bytes.length && bytes[foreign] >= 0 && bytes[foreign] != 0x1b) {
      foreign++;
    }
    int from = Math.max(0, foreign - 64);
    UniversalDetector detector = new UniversalDetector();
    detector.handleData(bytes, from, Math.min(DETECT_BYTES, bytes.length - from));
    detector.dataEnd();
    String name = detector.getDetectedCharset();
    return name == null
        ? Optional.empty()
        : meant(normalise(name)).stream().findFirst().filter(found -> fits(found, bytes, from));
  }

  /**
   * The detector takes a western text with a few accents for Cyrillic or Greek. In those, a word
   * has hardly any letters of ASCII; in western languages it has mostly those.
   */
  private static boolean fits(Charset detected, byte[] bytes, int from) {
    if (!detected.canEncode() || detected.newEncoder().maxBytesPerChar() > 1) {
      return true;
    }
    int foreign = 0;
    int ascii = 0;
    int wordForeign = 0;
    int wordAscii = 0;
    for (int i = from; i <= bytes.length; i++) {
      if (i < bytes.length && bytes[i] < 0) {
        wordForeign++;
      } else if (i < bytes.length && Character.isLetter(bytes[i])) {
        wordAscii++;
      } else {
        foreign += wordForeign;
        ascii += wordForeign > 0 ? wordAscii : 0;
        wordForeign = 0;
        wordAscii = 0;
      }
    }
    return foreign > ascii;
  }
}
