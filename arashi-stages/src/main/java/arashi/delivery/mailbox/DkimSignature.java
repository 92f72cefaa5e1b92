package arashi.delivery.mailbox;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A {@code DKIM-Signature} (RFC 6376, 3.5), as far as one-click unsubscription needs it.
 *
 * @param domain the signing domain, in lower case
 * @param value the signature, without white space
 * @param fields names of the signed fields, in lower case
 */
record DkimSignature(String domain, String value, List<String> fields) {
  /**
   * Reads a signature. Returns empty if a tag is missing, or if one is given twice: another reader
   * could take the other one (RFC 6376, 3.2).
   */
  static Optional<DkimSignature> read(String field) {
    Map<String, String> tags = new HashMap<>();
    for (String tag : field.split(";", -1)) {
      int sign = tag.indexOf('=');
      String name = sign < 0 ? tag.strip() : tag.substring(0, sign).strip();
      boolean last = sign < 0 && name.isEmpty();
      if (!last && (sign < 0 || tags.put(name, withoutBlanks(tag.substring(sign + 1))) != null)) {
        return Optional.empty();
      }
    }
    String domain = tags.getOrDefault("d", "").toLowerCase(Locale.ROOT);
    String fields = tags.getOrDefault("h", "").toLowerCase(Locale.ROOT);
    return domain.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DkimSignature(domain, tags.getOrDefault("b", ""), List.of(fields.split(":", -1))));
  }

  boolean covers(String field) {
    return fields.contains(field);
  }

  private static String withoutBlanks(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    text.chars().filter(c -> c > ' ').forEach(c -> kept.append((char) c));
    return kept.toString();
  }
}
