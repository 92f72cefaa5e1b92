package arashi.mime.address;

import arashi.mime.text.TextCleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reader of a received header field. mime4j's lenient parser loses names in comments and miscounts
 * non-ASCII text, so it is not used here.
 */
final class ReceivedAddresses extends AddressScanner {
  private static final int MAX_CHARS = 1_000;

  /** Matches addresses in the text of one encoded word. */
  private static final Pattern LIST =
      Pattern.compile("<[^\\s<>@,]{1,250}@[^\\s<>@,]{1,250}>|@[^<>@,;]{1,250}[,;][^<>@]{1,250}@");

  private final int limit;
  private final boolean encoded;
  private final List<Mailbox> found = new ArrayList<>();
  private String group = "";
  private int foundAtGroup;

  ReceivedAddresses(String in, int limit, boolean encoded) {
    super(in, ",;");
    this.limit = limit;
    this.encoded = encoded;
  }

  List<Mailbox> read() {
    scan();
    return found;
  }

  @Override
  boolean isFull() {
    return found.size() >= limit;
  }

  /** Many mails name a group without the semicolon that ends it. */
  @Override
  boolean opensGroup(CharSequence word) {
    return !inGroup && !hasAt && !follows;
  }

  @Override
  void openGroup() {
    group = shown(name(words));
    foundAtGroup = found.size();
  }

  /** Adds the name of an empty group, as in {@code undisclosed-recipients:;}. */
  @Override
  void closeGroup() {
    if (inGroup && found.size() == foundAtGroup && !group.isEmpty()) {
      found.add(new Mailbox(group, ""));
    }
  }

  @Override
  boolean named(String address) {
    int before = found.size();
    if (address.isEmpty()) {
      bare();
      return false;
    }
    add(name(words), address);
    return found.size() > before;
  }

  @Override
  void bare() {
    Map<Boolean, List<Word>> parts =
        words.stream().collect(Collectors.partitioningBy(word -> word.kind() == Kind.COMMENT));
    String remark = name(parts.get(true));
    String text = name(parts.get(false));
    int sign = text.indexOf('@');
    // followed by an address, the word is a name and must not pass for someone else's address
    if (encoded && LIST.matcher(text).find()) {
      found.addAll(new ReceivedAddresses(text, limit - found.size(), false).read());
    } else if (hasAt) {
      bareAddresses();
    } else if (sign >= 0) { // in quotes
      int start = text.lastIndexOf(' ', sign) + 1;
      int next = text.indexOf(' ', sign);
      int end = next < 0 ? text.length() : next;
      String name = text.substring(0, start) + text.substring(end);
      add(name.isBlank() ? remark : name, text.substring(start, end));
    } else if (follows) {
      Mailbox last = found.remove(found.size() - 1);
      add(last.name() + " " + name(words), last.address());
    } else {
      add(remark, text);
    }
  }

  /**
   * The first word with an {@code @} gets the name; valid addresses behind it are no part of it.
   */
  private void bareAddresses() {
    List<Word> addresses = new ArrayList<>();
    List<Word> others = new ArrayList<>();
    for (Word word : words) {
      boolean isAddress =
          word.hasAt() && (addresses.isEmpty() || MailAddress.parse(word.text()).isPresent());
      (isAddress ? addresses : others).add(word);
      if (addresses.size() > limit - found.size()) {
        break; // hostile mail repeats them without end
      }
    }
    add(name(others), addresses.get(0).text());
    addresses.stream().skip(1).limit(limit - found.size()).forEach(one -> add("", one.text()));
  }

  private void add(String name, String address) {
    String shown = shown(name);
    String line = TextCleaner.cut(TextCleaner.oneLine(address), MAX_CHARS);
    if (!line.isEmpty() || !shown.isEmpty()) {
      found.add(new Mailbox(shown.equalsIgnoreCase(line) ? "" : shown, line));
    }
  }

  private static String shown(String text) {
    String name = TextCleaner.oneLine(text);
    if (name.length() > 1 && name.startsWith("'") && name.endsWith("'")) {
      name = name.substring(1, name.length() - 1);
    }
    return TextCleaner.cut(name, MAX_CHARS);
  }
}
