package arashi.store.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Encodes uids as an IMAP sequence-set, like {@code 1:500,507} (RFC 9051, section 9). */
final class UidSet {
  private UidSet() {}

  static String encode(Collection<Long> uids) {
    StringBuilder text = new StringBuilder();
    long first = 0;
    long last = 0;
    for (long uid : new TreeSet<>(uids)) {
      if (first != 0 && uid != last + 1) {
        append(text, first, last);
        first = 0;
      }
      first = first == 0 ? uid : first;
      last = uid;
    }
    if (first != 0) {
      append(text, first, last);
    }
    return text.toString();
  }

  private static void append(StringBuilder text, long first, long last) {
    text.append(text.isEmpty() ? "" : ",").append(first);
    if (last != first) {
      text.append(':').append(last);
    }
  }

  static List<Long> decode(String text) {
    List<Long> uids = new ArrayList<>();
    for (String range : text.split(",", -1)) {
      int colon = range.indexOf(':');
      long first = Long.parseLong(colon < 0 ? range : range.substring(0, colon));
      long last = colon < 0 ? first : Long.parseLong(range.substring(colon + 1));
      for (long uid = first; uid <= last; uid++) {
        uids.add(uid);
      }
    }
    return uids;
  }
}
