package arashi.mime.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mozilla.universalchardet.UniversalDetector;

/**
 * Decodes bytes whose declared charset may be missing, misspelt or wrong. Uses the first of these
 * that decodes without an error: the declared charset, or the superset that its users mean; UTF-8;
 * the declared charset, if only some octets are wrong; the guess of a detector; the declared
 * charset again, with more replaced characters; windows-1252.
 */
public final class CharsetRescue {
  /** Maximum length of a charset name. */
  private static final int MAX_NAME = 60;

  /** Year suffix, as in {@code ISO_8859-2:1987}. */
  private static final Pattern YEAR = Pattern.compile(":[0-9]{4}$");

  private static final Pattern EXPERIMENTAL = Pattern.compile("\\s*[Xx]-");
  private static final Pattern NO_LETTERS = Pattern.compile("[^a-z0-9]+");

  /**
   * Intended charset for wrong names, and for names whose users mean a superset (as in the WHATWG
   * Encoding Standard).
   */
  private static final Map<String, List<String>> MEANT =
      names(
          """
          ascii us-ascii iso646us iso-ir-6 csascii ansi_x3.4-1968 ansi_x3.4-1986 ::
          x-user-defined unknown-8bit x-unknown default_charset 8bit ::
          iso-8859-1 latin1 l1 iso-ir-100 cp819 ibm819 csisolatin1 :: windows-1252 iso-8859-1
          iso-8859-9 latin5 l5 iso-ir-148 csisolatin5 :: windows-1254 iso-8859-9
          iso-8859-8-i iso-8859-8-e csiso88598i csiso88598e logical visual :: iso-8859-8
          gb2312 gb_2312-80 gbk x-gbk gb_2312 cp936 windows-936 ms936 chinese csgb2312 csiso58gb231280 iso-ir-58 :: gb18030
          big5 big5-hkscs cn-big5 csbig5 x-x-big5 :: big5 big5-hkscs x-ms950-hkscs
          shift_jis shift-jis sjis cp932 ms932 ms_kanji csshiftjis x-sjis :: windows-31j
          iso-2022-jp csiso2022jp :: iso-2022-jp x-windows-iso2022jp
          ks_c_5601-1987 ks_c_5601-1989 ks_c_5601 ksc5601 ksc_5601 korean iso-ir-149 :: x-windows-949
          euc-kr csksc56011987 cseuckr windows-949 :: x-windows-949
          tis-620 iso-8859-11 dos-874 windows-874 :: x-windows-874 tis-620
          macintosh mac x-mac-roman csmacintosh macroman :: x-macroman
          x-mac-cyrillic x-mac-ukrainian mac-cyrillic :: x-macukraine x-maccyrillic
          x-mac-ce mac-ce x-mac-centraleurroman :: x-maccentraleurope
          utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf-8-mac utf8mb4 :: utf-8
          ucs-2 unicode csunicode iso-10646-ucs-2 unicodefeff :: utf-16
          unicodefffe :: utf-16be
          koi koi8 cskoi8r koi8_r :: koi8-r
          koi8-ru :: koi8-u
          866 csibm866 dos-866 :: ibm866
          850 cp-850 cspc850multilingual :: ibm850
          437 cspc8codepage437 :: ibm437
          sun_eu_greek ecma-118 elot_928 greek greek8 csisolatingreek :: iso-8859-7
          ecma-114 asmo-708 arabic csisolatinarabic csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i :: iso-8859-6
          hebrew csisolatinhebrew :: iso-8859-8
          cyrillic csisolatincyrillic :: iso-8859-5
          latin9 l9 latin-9 csisolatin9 csiso885915 iso8859-15-euro :: iso-8859-15
          latin10 l10 csiso885916 :: iso-8859-16
          latin7 l7 csiso885913 :: iso-8859-13
          csisolatin2 :: iso-8859-2
          csisolatin3 :: iso-8859-3
          csisolatin4 :: iso-8859-4
          latin6 l6 csisolatin6 iso-ir-157 :: iso-8859-10
          latin8 l8 iso-celtic iso-ir-199 csiso885914 :: iso-8859-14
          x-euc-jp cseucpkdfmtjapanese ujis :: euc-jp
          """);

  private static final Map<String, Charset> KNOWN = knownCharsets();

  /** Characters from 0xA0 of single-byte charsets that the platform lacks. */
  private static final Map<String, String> TABLES =
      Map.of(
          "iso885910",
          "\u00a0ĄĒĢĪĨĶ§ĻĐŠŦŽ\u00adŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏ"
              + "ÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ",
          "iso885914",
          "\u00a0Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u00ad®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ"
              + "ŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ");

  /** Enough bytes for a reliable guess, and few enough to be fast. */
  private static final int DETECT_BYTES = 16 << 10;

  /** The declared charset is still accepted below this share of replaced characters. */
  private static final double BELIEVABLE_LOSS = 0.25;

  /** A detector does not correct the declared charset below this share of replaced characters. */
  private static final double SMALL_LOSS = 0.05;

  /** Replaced characters that are few in any text. */
  private static final int FEW_LOST = 2;

  private static final Set<String> UTF_7 =
      Set.of("utf7", "unicode11utf7", "csunicode11utf7", "csutf7", "unicode20utf7");
  private static final Set<String> HZ = Set.of("hzgb2312", "hz", "cshzgb2312", "hzgb");
  private static final Charset WESTERN = Charset.forName("windows-1252");

  /**
   * Decoded text.
   *
   * @param text text cleaned by {@link TextCleaner#clean}
   * @param guessed whether a charset other than the declared one decoded it
   * @param lossy whether characters were replaced
   */
  public record Decoded(String text, boolean guessed, boolean lossy) {}

  /**
   * Limits the guesses for the short texts of one field. A guess costs as much as decoding a
   * kilobyte, and a field may have thousands of words with unknown charsets. When the guesses are
   * used up, the last guessed charset is tried. For one thread.
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

    /** Returns the number of detector calls. */
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

  /** Decodes one of several texts that share {@code guesses}. */
  public static Decoded decode(byte[] bytes, String declared, boolean cut, Guesses guesses) {
    String name = loose(declared);
    boolean plain = isPlainAscii(bytes);
    if (UTF_7.contains(name)) {
      if (plain) {
        return new Decoded(TextCleaner.clean(Utf7.decode(bytes)), false, false);
      }
      name = "";
    }
    if (HZ.contains(name)) {
      if (plain) {
        return new Decoded(TextCleaner.clean(Hz.decode(bytes)), false, false);
      }
      name = "gb2312";
    }
    String table = TABLES.get(aliased(name));
    if (table != null) {
      return new Decoded(TextCleaner.clean(byTable(bytes, table)), false, false);
    }
    List<Charset> meant = meant(name);
    if (meant.isEmpty() && !name.isEmpty() && EXPERIMENTAL.matcher(declared).lookingAt()) {
      meant = meant(name.substring(1));
    }
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

  /** Decodes bytes without a declared charset; {@code hint} is tried after UTF-8. */
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
            ? Optional.empty() // already failed
            : strict(bytes, StandardCharsets.UTF_8, cut);
    if (utf8.isPresent()) {
      return new Decoded(TextCleaner.clean(utf8.get()), true, false);
    }
    for (Charset charset : meant) {
      String lenient = new String(bytes, charset);
      if (isNearlyRight(lenient, charset)) {
        return new Decoded(TextCleaner.clean(lenient), false, true);
      }
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

  /**
   * Whether a text is in the declared charset but for some octets. Other charsets hardly ever form
   * sequences of UTF-8, so there more may be wrong.
   */
  private static boolean isNearlyRight(String lenient, Charset charset) {
    double loss = loss(lenient);
    boolean few = lenient.chars().filter(c -> c == '\uFFFD').count() <= FEW_LOST;
    boolean checksItself = charset.equals(StandardCharsets.UTF_8);
    return loss < SMALL_LOSS || (loss < BELIEVABLE_LOSS && (few || checksItself));
  }

  /** Returns the replaced share of the non-ASCII characters. */
  private static double loss(String text) {
    long lost = text.chars().filter(c -> c == '\uFFFD').count();
    long foreign = text.chars().filter(c -> c >= 0x80).count();
    return foreign == 0 ? 0 : (double) lost / foreign;
  }

  /** Normalises a name by removing all signs between letters and digits (UTS 22, 1.4). */
  private static String loose(String declared) {
    String name = TextCleaner.cut(declared, MAX_NAME).toLowerCase(Locale.ROOT);
    int language = name.indexOf('*');
    String bare = language < 0 ? name : name.substring(0, language);
    return NO_LETTERS.matcher(YEAR.matcher(bare).replaceFirst("")).replaceAll("");
  }

  private static Map<String, List<String>> names(String table) {
    Map<String, List<String>> meant = new HashMap<>();
    for (String line : table.lines().toList()) {
      int middle = line.indexOf("::");
      List<String> sets =
          Arrays.stream(line.substring(middle + 2).strip().split(" "))
              .map(CharsetRescue::loose)
              .filter(name -> !name.isEmpty())
              .toList();
      for (String label : line.substring(0, middle).strip().split(" ", -1)) {
        meant.put(loose(label), sets);
      }
    }
    return Map.copyOf(meant);
  }

  private static String aliased(String name) {
    List<String> sets = MEANT.getOrDefault(name, List.of());
    return sets.size() == 1 ? sets.get(0) : name;
  }

  private static String byTable(byte[] bytes, String table) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte b : bytes) {
      int c = b & 0xff;
      text.append(c < 0xa0 ? (char) c : table.charAt(c - 0xa0));
    }
    return text.toString();
  }

  private static List<Charset> meant(String name) {
    if (name.isEmpty()) {
      return List.of();
    }
    List<Charset> found = new ArrayList<>(2);
    for (String candidate : MEANT.getOrDefault(name, List.of(name))) {
      lookUp(candidate).ifPresent(found::add);
    }
    return found;
  }

  private static Optional<Charset> lookUp(String name) {
    return Optional.ofNullable(KNOWN.get(name));
  }

  /**
   * Caches all charsets, because the platform's look-up asks all providers for each unknown name.
   */
  private static Map<String, Charset> knownCharsets() {
    Map<String, Charset> known = new HashMap<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      known.put(loose(charset.name()), charset);
      charset.aliases().forEach(alias -> known.putIfAbsent(loose(alias), charset));
    }
    return known;
  }

  private static boolean isPlainAscii(byte[] bytes) {
    for (byte b : bytes) {
      // ESC and SO switch charsets within seven bits (ISO 2022)
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
    // the convenience method throws on malformed input, which costs more than decoding; with cut
    // input, an incomplete last character is left over without an error
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
        : meant(loose(name)).stream().findFirst().filter(found -> fits(found, bytes, from));
  }

  /**
   * Rejects wrong guesses: the detector takes western text with a few accents for Cyrillic or
   * Greek. Words in those scripts have hardly any ASCII letters; western words have mostly those.
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
