package arashi.ingest;

import arashi.store.mail.FolderRole;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Marks that a mail program stored with a mail: in a Maildir's file name, in the header fields of
 * an mbox, or in the property list of an {@code .emlx}. Pure.
 *
 * @param flags its flags
 * @param deleted whether it was marked for removal
 * @param draft whether it is a draft
 * @param place target folder given by the mail itself, which overrides the folder that contains it
 * @param keywords its other keywords
 * @param thread id of its conversation; empty if there is none
 */
record MailMarks(
    MailFlags flags,
    boolean deleted,
    boolean draft,
    Optional<FolderPath> place,
    Set<String> keywords,
    String thread) {
  /** Marks of a mail without any. */
  static final MailMarks NONE =
      new MailMarks(MailFlags.NONE, false, false, Optional.empty(), Set.of(), "");

  private static final int MOZILLA_SEEN = 0x1;
  private static final int MOZILLA_ANSWERED = 0x2;
  private static final int MOZILLA_FLAGGED = 0x4;
  private static final int MOZILLA_DELETED = 0x8;
  private static final int MOZILLA_FORWARDED = 0x1000;
  private static final int MOZILLA2_DELETED = 0x200000;

  private static final long APPLE_SEEN = 1;
  private static final long APPLE_DELETED = 1 << 1;
  private static final long APPLE_ANSWERED = 1 << 2;
  private static final long APPLE_FLAGGED = 1 << 4;
  private static final long APPLE_DRAFT = 1 << 6;
  private static final long APPLE_FORWARDED = 1 << 8;

  private static final Pattern APPLE_FLAGS =
      Pattern.compile("<key>flags</key>\\s*<(?:integer|real|string)>\\s*(\\d{1,18})");

  private static final String FORWARDED = "$Forwarded";
  private static final int MOST_KEYWORDS = 100;

  /**
   * Reads a Maildir file name's flags: {@code …:2,FRSa}; some systems write ; or ! for the colon.
   *
   * @param words keywords by their letters, see {@link DovecotKeywords}
   */
  static MailMarks ofMaildir(String fileName, List<String> words) {
    int info = fileName.lastIndexOf("2,");
    boolean marked = info > 0 && ":;!".indexOf(fileName.charAt(info - 1)) >= 0;
    String letters = marked ? fileName.substring(info + 2) : "";
    Set<String> keywords = DovecotKeywords.of(letters, words);
    boolean forwarded = keywords.remove(FORWARDED) || has(letters, 'P');
    MailFlags flags =
        new MailFlags(has(letters, 'S'), has(letters, 'F'), has(letters, 'R'), forwarded);
    Optional<FolderPath> trash =
        has(letters, 'T') ? Optional.of(FolderPath.of(FolderRole.TRASH)) : Optional.empty();
    return new MailMarks(flags, false, has(letters, 'D'), trash, bounded(keywords), "");
  }

  /** Reads the fields of a mail's header. */
  static MailMarks ofHeader(HeaderFields fields) {
    String status = fields.text("status");
    String other = fields.text("x-status");
    long mozilla = fields.hex("x-mozilla-status");
    Set<String> keywords = new LinkedHashSet<>();
    for (String field : List.of("x-keywords", "x-mozilla-keys")) {
      keywords.addAll(List.of(fields.decoded(field).split("[\\s,]+")));
    }
    MailFlags flags =
        new MailFlags(
            has(status, 'R') || (mozilla & MOZILLA_SEEN) != 0,
            has(other, 'F') || (mozilla & MOZILLA_FLAGGED) != 0,
            has(other, 'A') || (mozilla & MOZILLA_ANSWERED) != 0,
            keywords.remove(FORWARDED) || (mozilla & MOZILLA_FORWARDED) != 0);
    boolean deleted =
        has(other, 'D')
            || (mozilla & MOZILLA_DELETED) != 0
            || (fields.hex("x-mozilla-status2") & MOZILLA2_DELETED) != 0;
    MailMarks marks =
        new MailMarks(
            flags,
            deleted,
            has(other, 'T'),
            Optional.empty(),
            bounded(keywords),
            fields.text("x-gm-thrid"));
    return fields.has("x-gmail-labels")
        ? marks.with(GmailLabels.of(fields.decoded("x-gmail-labels")))
        : marks;
  }

  /** Reads the property list after the mail in an {@code .emlx}. */
  static MailMarks ofPropertyList(String list) {
    Matcher matcher = APPLE_FLAGS.matcher(list);
    long bits = matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    MailFlags flags =
        new MailFlags(
            (bits & APPLE_SEEN) != 0,
            (bits & APPLE_FLAGGED) != 0,
            (bits & APPLE_ANSWERED) != 0,
            (bits & APPLE_FORWARDED) != 0);
    return new MailMarks(
        flags,
        (bits & APPLE_DELETED) != 0,
        (bits & APPLE_DRAFT) != 0,
        Optional.empty(),
        Set.of(),
        "");
  }

  /** Returns the marks without the removal mark. */
  MailMarks kept() {
    return new MailMarks(flags, false, draft, place, keywords, thread);
  }

  /** Returns the place of the mail, given the place of the folder that contains it. */
  Optional<FolderPath> place(Optional<FolderPath> ofFolder) {
    return place
        .or(() -> ofFolder)
        .or(() -> draft ? Optional.of(FolderPath.of(FolderRole.DRAFTS)) : Optional.empty());
  }

  private MailMarks with(GmailLabels labels) {
    Set<String> all = new LinkedHashSet<>(keywords);
    all.addAll(labels.keywords());
    return new MailMarks(
        flags.or(new MailFlags(labels.seen(), labels.starred(), false)),
        deleted,
        draft,
        labels.place(),
        bounded(all),
        thread);
  }

  private static Set<String> bounded(Set<String> keywords) {
    Set<String> bounded = new LinkedHashSet<>();
    keywords.stream()
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .limit(MOST_KEYWORDS)
        .forEach(bounded::add);
    return bounded;
  }

  private static boolean has(String letters, char letter) {
    return letters.indexOf(letter) >= 0;
  }
}
