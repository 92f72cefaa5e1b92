package arashi.delivery.mailbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Authentication results of an upstream server (RFC 8601). Pure functions. */
final class AuthenticationResults {
  private AuthenticationResults() {}

  /**
   * Returns the results of one server, each like {@code dkim=pass header.d=example.org}, with
   * comments.
   *
   * @param authservId id of the server; empty: no server is trusted
   */
  static Stream<String> of(HeaderFields header, String authservId) {
    return authservId.isEmpty()
        ? Stream.empty()
        : header
            .all("Authentication-Results")
            .map(AuthenticationResults::parts)
            .filter(parts -> isOf(parts.get(0), authservId))
            .flatMap(parts -> parts.stream().skip(1))
            .map(String::strip);
  }

  private static boolean isOf(String first, String authservId) {
    String server = first.strip().split("\\s", 2)[0]; // a version may follow
    return server.toLowerCase(Locale.ROOT).equals(authservId.toLowerCase(Locale.ROOT));
  }

  /** Splits at semicolons outside of quotes and comments. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' && depth == 0) {
        quoted = !quoted;
      } else if (!quoted && c == '(') {
        depth++;
      } else if (!quoted && c == ')' && depth > 0) {
        depth--;
      }
      if (c == ';' && !quoted && depth == 0) {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  /** Removes comments, because servers quote sender-controlled text in them. */
  static String withoutComments(String result) {
    StringBuilder kept = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < result.length(); i++) {
      char c = result.charAt(i);
      depth += c == '(' ? 1 : 0;
      kept.append(depth == 0 ? c : ' ');
      depth -= c == ')' && depth > 0 ? 1 : 0;
    }
    return kept.toString();
  }
}
