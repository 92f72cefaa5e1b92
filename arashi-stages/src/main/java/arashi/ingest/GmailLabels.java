package arashi.ingest;

import arashi.mime.text.TextCleaner;
import arashi.store.mail.FolderRole;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Labels of a Gmail export in {@code X-Gmail-Labels}, in the language of the account. A mail goes
 * to one folder: that of its special label, or else of its first own label. Its other own labels
 * become keywords.
 *
 * @param seen whether it was opened
 * @param starred whether it has a star
 * @param place its folder; empty for the inbox
 * @param keywords the remaining labels
 */
record GmailLabels(
    boolean seen, boolean starred, Optional<FolderPath> place, Set<String> keywords) {
  /** What a label of Gmail itself says. */
  private enum Meaning {
    INBOX(FolderRole.INBOX),
    SENT(FolderRole.SENT),
    DRAFTS(FolderRole.DRAFTS),
    SPAM(FolderRole.JUNK),
    TRASH(FolderRole.TRASH),
    STARRED(null),
    IMPORTANT(null),
    UNREAD(null),
    OPENED(null),
    ARCHIVED(FolderRole.ARCHIVE),
    CHATS(null),
    /** The first word of the label; the name of the category follows. */
    CATEGORY(null);

    private final FolderRole role;

    Meaning(FolderRole role) {
      this.role = role;
    }
  }

  /** Labels that are kept as keywords. */
  private static final Set<Meaning> KEPT =
      Set.of(Meaning.IMPORTANT, Meaning.CHATS, Meaning.CATEGORY);

  private static final String TABLE = "gmail-labels.txt";

  /** Labels that Gmail had in earlier years, or only in English. */
  private static final Pattern OF_SYSTEM =
      Pattern.compile("category_.*|\\^.*|muted|snoozed|scheduled");

  private static final Map<String, Meaning> MEANINGS = new HashMap<>();
  private static final Set<String> CATEGORIES = new HashSet<>();

  static {
    table().forEach(GmailLabels::language);
  }

  /** Precedence of special labels. */
  private static final List<FolderRole> ORDER =
      List.of(FolderRole.TRASH, FolderRole.JUNK, FolderRole.DRAFTS, FolderRole.SENT);

  /** Parses comma-separated labels; some are quoted. */
  static GmailLabels of(String field) {
    boolean unread = false;
    boolean starred = false;
    Set<FolderRole> roles = new LinkedHashSet<>();
    Set<String> own = new LinkedHashSet<>();
    Set<String> systems = new LinkedHashSet<>();
    for (String label : split(field)) {
      Optional<Meaning> meaning = meaning(label);
      Optional<FolderRole> role =
          meaning.isPresent() ? meaning.map(known -> known.role) : FolderNames.role(label);
      role.ifPresent(roles::add);
      unread |= meaning.equals(Optional.of(Meaning.UNREAD));
      starred |= meaning.equals(Optional.of(Meaning.STARRED));
      if (meaning.isPresent() && KEPT.contains(meaning.get())) {
        systems.add(label);
      } else if (meaning.isEmpty() && role.isEmpty()) {
        own.add(label);
      }
    }
    Optional<FolderPath> place =
        ORDER.stream().filter(roles::contains).findFirst().map(FolderPath::of);
    if (place.isEmpty() && !own.isEmpty()) {
      String first = own.iterator().next();
      place = FolderNames.place(List.of(first.split("/")));
      own.remove(first);
    }
    if (place.isEmpty() && roles.equals(Set.of(FolderRole.ARCHIVE))) {
      place = Optional.of(FolderPath.of(FolderRole.ARCHIVE));
    }
    own.addAll(systems);
    return new GmailLabels(!unread, starred, place, own);
  }

  private static Optional<Meaning> meaning(String label) {
    String plain = plain(label);
    if (OF_SYSTEM.matcher(plain).matches()) {
      return Optional.of(Meaning.CATEGORY);
    }
    Meaning known = MEANINGS.get(plain);
    return known == null && isCategory(plain)
        ? Optional.of(Meaning.CATEGORY)
        : Optional.ofNullable(known);
  }

  /**
   * Whether a word for a category stands before its name, which may be quoted or follow a colon.
   */
  private static boolean isCategory(String plain) {
    return CATEGORIES.stream()
        .anyMatch(
            word ->
                plain.length() > word.length()
                    && plain.startsWith(word)
                    && endsWord(plain.charAt(word.length())));
  }

  private static boolean endsWord(char c) {
    return " :\"\u00a0\u00ab\u201c\u201e\u300c\uff1a".indexOf(c) >= 0;
  }

  private static String plain(String label) {
    return TextCleaner.composed(label).replace('\u2019', '\'').strip().toLowerCase(Locale.ROOT);
  }

  private static List<String> table() {
    try (InputStream in = GmailLabels.class.getResourceAsStream(TABLE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the labels of one language. */
  private static void language(String line) {
    List<String> cells = List.of(line.split("\\|", -1));
    int column = 1; // the columns are in the order of the meanings
    for (Meaning meaning : Meaning.values()) {
      for (String name : cells.get(column++).split(",", -1)) {
        if (meaning == Meaning.CATEGORY) {
          CATEGORIES.add(plain(name));
        } else {
          MEANINGS.putIfAbsent(plain(name), meaning);
        }
      }
    }
  }

  private static List<String> split(String field) {
    List<String> labels = new ArrayList<>();
    StringBuilder label = new StringBuilder();
    boolean quoted = false;
    for (char c : (field + ",").toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        labels.add(label.toString().strip());
        label.setLength(0);
      } else {
        label.append(c);
      }
    }
    labels.removeIf(String::isEmpty);
    return labels;
  }
}
