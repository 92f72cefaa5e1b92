package arashi.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code dovecot-keywords} of a Maildir, with lines like {@code 0 work}: the letters a to
 * z in the names of its mails stand for the words 0 to 25 (Dovecot, "Maildir Mailbox Format").
 * Pure.
 */
final class DovecotKeywords {
  static final String FILE = "dovecot-keywords";

  private static final int LETTERS = 'z' - 'a' + 1;
  private static final int MOST_BYTES = 64 << 10;
  private static final Pattern LINE = Pattern.compile("(\\d{1,2}) (\\S{1,255})");

  private DovecotKeywords() {}

  /** Reads the words by their letters; empty words have no letter. Ignores malformed lines. */
  static List<String> read(InputStream in) throws IOException {
    List<String> words = new ArrayList<>(Collections.nCopies(LETTERS, ""));
    String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    text.lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .filter(line -> Integer.parseInt(line.group(1)) < LETTERS)
        .forEach(line -> words.set(Integer.parseInt(line.group(1)), line.group(2)));
    return List.copyOf(words);
  }

  /**
   * Returns the words of a mail.
   *
   * @param letters the flags in its file name
   * @param words those of its Maildir; empty if there is no file
   */
  static Set<String> of(String letters, List<String> words) {
    Set<String> found = new LinkedHashSet<>();
    letters
        .chars()
        .map(letter -> letter - 'a')
        .filter(n -> n >= 0 && n < words.size() && !words.get(n).isEmpty())
        .forEach(n -> found.add(words.get(n)));
    return found;
  }
}
