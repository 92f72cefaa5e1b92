package arashi.mime.term;

import arashi.mime.term.QueryNote.Reason;
import arashi.mime.text.Folding;
import arashi.mime.text.TextCleaner;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses search queries. Never throws: unknown operators count as words.
 *
 * <pre>
 *  word "several words" from:x to:x subject:x in:folder has:attachment
 *  label:x is:unread is:read is:flagged after:2024-03-01 before:2024 larger:5M smaller:100k
 * </pre>
 */
public final class QueryParser {
  /** The term of partly indexed mails. */
  public static final String PARTIAL = TermExtractor.PARTIAL;

  /**
   * Version of the parser since which terms are folded as now. Mails of earlier versions, until
   * they are parsed again, have {@link ParsedQuery#earlierTerms}.
   */
  public static final int FOLDED_SINCE = 4;

  private static final int MAX_CHARS = 2_000;

  /** Phrases beyond this limit are searched as single words. */
  private static final int MAX_PHRASES = 4;

  private static final Pattern TOKEN =
      Pattern.compile("(?:(\\p{Alpha}{2,10}):)?(?:\"([^\"]*)\"?|(\\S+))");
  private static final Pattern DATE =
      Pattern.compile("(\\d{4})(?:[-/.](\\d{1,2})(?:[-/.](\\d{1,2}))?)?");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg]?)b?");

  private final ZoneId zone;
  private final int maxTerms;
  private final Set<String> terms = new LinkedHashSet<>();
  private final Set<String> earlierTerms = new LinkedHashSet<>();
  private final List<Phrase> phrases = new ArrayList<>();
  private final List<QueryNote> notes = new ArrayList<>();
  private Optional<String> folder = Optional.empty();
  private Optional<Boolean> attachment = Optional.empty();
  private Optional<Boolean> unread = Optional.empty();
  private Optional<Boolean> flagged = Optional.empty();
  private Optional<Instant> after = Optional.empty();
  private Optional<Instant> before = Optional.empty();
  private OptionalLong larger = OptionalLong.empty();
  private OptionalLong smaller = OptionalLong.empty();

  private QueryParser(ZoneId zone, int maxTerms) {
    this.zone = zone;
    this.maxTerms = maxTerms;
  }

  /**
   * Parses a query as typed.
   *
   * @param zone time zone of its dates
   * @param maxTerms maximum number of terms; the rest is dropped with a note
   */
  public static ParsedQuery parse(String typed, ZoneId zone, int maxTerms) {
    return new QueryParser(zone, maxTerms).read(typed);
  }

  private ParsedQuery read(String typed) {
    if (typed.length() > MAX_CHARS) {
      note(Reason.LONG, Integer.toString(MAX_CHARS));
    }
    Matcher token = TOKEN.matcher(plain(TextCleaner.clean(TextCleaner.cut(typed, MAX_CHARS))));
    while (token.find()) {
      boolean quoted = token.group(2) != null;
      String value = quoted ? token.group(2) : token.group(3);
      String operator = token.group(1);
      if (operator == null || !filter(operator.toLowerCase(Locale.ROOT), value, quoted)) {
        words("", quoted ? value : token.group(), quoted);
      }
    }
    return new ParsedQuery(
        new ArrayList<>(terms),
        new ArrayList<>(earlierTerms),
        phrases,
        folder,
        attachment,
        unread,
        flagged,
        after,
        before,
        larger,
        smaller,
        notes);
  }

  /**
   * Writes the syntax in ASCII: quotation marks, colons and spaces as phones and IMEs type them.
   */
  private static String plain(String typed) {
    StringBuilder plain = new StringBuilder(typed);
    for (int at = 0; at < plain.length(); at++) {
      switch (plain.charAt(at)) {
        case '\u201c', '\u201d', '\u201e', '\u201f', '\u00ab', '\u00bb', '\uff02' ->
            plain.setCharAt(at, '"');
        case '\uff1a' -> plain.setCharAt(at, ':');
        default -> {
          if (Character.isSpaceChar(plain.charAt(at))) {
            plain.setCharAt(at, ' ');
          }
        }
      }
    }
    return plain.toString();
  }

  /** Applies an operator; false if it is unknown or does not accept this value. */
  private boolean filter(String operator, String value, boolean quoted) {
    switch (operator) {
      case "from" -> words(TermExtractor.FROM, value, quoted);
      case "to", "cc" -> words(TermExtractor.TO, value, quoted);
      case "subject" -> words(TermExtractor.SUBJECT, value, quoted);
      case "label", "keyword" -> words(TermExtractor.KEYWORD, value, quoted);
      case "in", "folder" -> folder = Optional.of(value.strip()).filter(name -> !name.isEmpty());
      case "has" -> {
        return has(value);
      }
      case "is" -> {
        return is(value.toLowerCase(Locale.ROOT));
      }
      case "after", "since" -> {
        Optional<Instant> day = day(operator, value);
        after = day.isPresent() ? day : after;
        return day.isPresent();
      }
      case "before", "until" -> {
        Optional<Instant> day = day(operator, value);
        before = day.isPresent() ? day : before;
        return day.isPresent();
      }
      case "larger" -> {
        OptionalLong size = size(operator, value);
        larger = size.isPresent() ? size : larger;
        return size.isPresent();
      }
      case "smaller" -> {
        OptionalLong size = size(operator, value);
        smaller = size.isPresent() ? size : smaller;
        return size.isPresent();
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean has(String value) {
    boolean known = value.toLowerCase(Locale.ROOT).matches("attachments?|files?");
    if (known) {
      attachment = Optional.of(true);
    } else {
      note(Reason.HAS, "");
    }
    return known;
  }

  private boolean is(String value) {
    switch (value) {
      case "unread", "new" -> unread = Optional.of(true);
      case "read", "seen" -> unread = Optional.of(false);
      case "flagged", "starred" -> flagged = Optional.of(true);
      case "partial" -> {
        add(TermExtractor.PARTIAL);
        earlierTerms.add(TermExtractor.PARTIAL);
      }
      case "unflagged", "unstarred" -> flagged = Optional.of(false);
      default -> {
        note(Reason.IS, "");
        return false;
      }
    }
    return true;
  }

  private Optional<Instant> day(String operator, String value) {
    Matcher date = DATE.matcher(Folding.fold(value).strip());
    if (date.matches()) {
      int month = date.group(2) == null ? 1 : Integer.parseInt(date.group(2));
      int day = date.group(3) == null ? 1 : Integer.parseInt(date.group(3));
      try {
        LocalDate local = LocalDate.of(Integer.parseInt(date.group(1)), month, day);
        return Optional.of(local.atStartOfDay(zone).toInstant());
      } catch (DateTimeException impossible) {
        // reported below, like any other invalid date
      }
    }
    note(Reason.DATE, operator);
    return Optional.empty();
  }

  private OptionalLong size(String operator, String value) {
    Matcher size = SIZE.matcher(Folding.fold(value).strip());
    if (!size.matches()) {
      note(Reason.SIZE, operator);
      return OptionalLong.empty();
    }
    int shift =
        switch (size.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return OptionalLong.of(Long.parseLong(size.group(1)) << shift);
  }

  private void words(String prefix, String text, boolean quoted) {
    int[] found = {0};
    for (String word : text.split("\\s+", -1)) {
      TermAnalyzer.query(
          word,
          term -> {
            found[0]++;
            return add(prefix + term);
          });
      EarlierTerms.query(word, term -> addEarlier(prefix + term));
    }
    if (quoted && found[0] > 1 && phrases.size() < MAX_PHRASES) {
      Phrase.of(prefix, text).ifPresent(phrases::add);
    }
    if (found[0] == 0 && !text.isBlank()) {
      note(Reason.NO_WORD, text);
    }
  }

  private boolean add(String term) {
    if (terms.size() == maxTerms && !terms.contains(term)) {
      note(Reason.WORDS, Integer.toString(maxTerms));
      return false;
    }
    terms.add(term);
    return true;
  }

  private boolean addEarlier(String term) {
    if (earlierTerms.size() < maxTerms) {
      earlierTerms.add(term);
    }
    return earlierTerms.size() < maxTerms;
  }

  private void note(Reason reason, String value) {
    QueryNote note = new QueryNote(reason, value);
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }
}
