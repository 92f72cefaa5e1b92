package arashi.delivery.protocol;

import arashi.delivery.MailAddress;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Argument of MAIL or RCPT: {@code FROM:<path> NAME=value NAME}. Blanks before the path are
 * allowed, because some clients send them.
 *
 * @param address empty: the null path {@code <>}
 * @param isAscii true if the path was sent in ASCII
 * @param parameters values by upper-case name; empty for a parameter without a value
 */
record EnvelopeCommand(
    Optional<MailAddress> address, boolean isAscii, Map<String, String> parameters) {

  private static final Pattern PARAMETER =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9-]*)(=([^=\\p{Cntrl} ]+))?");
  private static final Pattern SIZE = Pattern.compile("[0-9]{1,20}");

  /** Numbers with more digits exceed any limit. */
  private static final int COUNTED_DIGITS = 18;

  /**
   * Parses the argument of MAIL.
   *
   * @throws RefusedException if it is malformed
   */
  static EnvelopeCommand mail(String argument) throws RefusedException {
    return new Reader(argument, "FROM:", Optional.empty()).read();
  }

  /**
   * Parses the argument of RCPT.
   *
   * @param hostname domain of a bare {@code <postmaster>} (RFC 5321, 4.5.1)
   * @throws RefusedException if it is malformed, or has parameters, which no offered extension
   *     defines
   */
  static EnvelopeCommand rcpt(String argument, String hostname) throws RefusedException {
    EnvelopeCommand command = new Reader(argument, "TO:", Optional.of(hostname)).read();
    if (command.address().isEmpty()) {
      throw new RefusedException(Replies.BAD_RECIPIENT);
    }
    if (!command.parameters().isEmpty()) {
      throw new RefusedException(Replies.UNKNOWN_PARAMETER);
    }
    return command;
  }

  /**
   * Checks the parameters of MAIL.
   *
   * @return the announced size, 0 for none
   */
  long checkedSize(long maxBytes) throws RefusedException {
    for (Map.Entry<String, String> one : parameters.entrySet()) {
      boolean fine =
          switch (one.getKey()) {
            case "SIZE" -> SIZE.matcher(one.getValue()).matches();
            case "BODY" -> isBody(one.getValue());
            case "SMTPUTF8" -> one.getValue().isEmpty();
            default -> throw new RefusedException(Replies.UNKNOWN_PARAMETER);
          };
      if (!fine) {
        throw new RefusedException(Replies.BAD_PARAMETER);
      }
    }
    if (!isAscii && !isUtf8()) {
      throw new RefusedException(Replies.NEEDS_SMTPUTF8);
    }
    String digits = parameters.getOrDefault("SIZE", "0").replaceFirst("^0+(?=.)", "");
    long size = digits.length() > COUNTED_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
    if (size > maxBytes) {
      throw new RefusedException(Replies.TOO_LARGE);
    }
    return size;
  }

  private static boolean isBody(String value) {
    return value.equalsIgnoreCase("7BIT") || value.equalsIgnoreCase("8BITMIME");
  }

  boolean isUtf8() {
    return parameters.containsKey("SMTPUTF8");
  }

  /** Parses from left to right. */
  private static final class Reader {
    private final String text;
    private final String keyword;
    private final Optional<String> hostname; // RCPT only

    Reader(String text, String keyword, Optional<String> hostname) {
      this.text = text;
      this.keyword = keyword;
      this.hostname = hostname;
    }

    EnvelopeCommand read() throws RefusedException {
      if (!text.regionMatches(true, 0, keyword, 0, keyword.length())) {
        throw new RefusedException(Replies.SYNTAX);
      }
      String rest = text.substring(keyword.length()).stripLeading();
      int end = endOfPath(rest);
      String path = rest.substring(1, end);
      return new EnvelopeCommand(
          address(path), path.chars().allMatch(c -> c < 0x80), parameters(rest.substring(end + 1)));
    }

    /** Returns the index of the closing bracket, ignoring quoted ones. */
    private static int endOfPath(String rest) throws RefusedException {
      boolean quoted = false;
      if (rest.startsWith("<")) {
        for (int i = 1; i < rest.length(); i++) {
          char c = rest.charAt(i);
          if (quoted && c == '\\') {
            i++;
          } else if (c == '"') {
            quoted = !quoted;
          } else if (c == '>' && !quoted) {
            return i;
          }
        }
      }
      throw new RefusedException(Replies.SYNTAX);
    }

    private Optional<MailAddress> address(String path) throws RefusedException {
      if (path.isEmpty()) {
        return Optional.empty();
      }
      if (hostname.isPresent() && path.equalsIgnoreCase("postmaster")) {
        return Optional.of(new MailAddress(path, hostname.get().toLowerCase(Locale.ROOT)));
      }
      Optional<MailAddress> address = MailAddress.parse(withoutRoute(path), true);
      if (address.isEmpty()) {
        throw new RefusedException(
            hostname.isPresent() ? Replies.BAD_RECIPIENT : Replies.BAD_SENDER);
      }
      return address;
    }

    /** Accepts and ignores a source route (RFC 5321, 4.1.1.3 and appendix C). */
    private static String withoutRoute(String path) {
      int colon = path.indexOf(':');
      return path.startsWith("@") && colon > 0 ? path.substring(colon + 1) : path;
    }

    private static Map<String, String> parameters(String rest) throws RefusedException {
      Map<String, String> found = new HashMap<>();
      if (!rest.isEmpty() && rest.charAt(0) != ' ') {
        throw new RefusedException(Replies.SYNTAX);
      }
      for (String one : rest.strip().split(" +", -1)) {
        if (one.isEmpty()) {
          continue;
        }
        var matcher = PARAMETER.matcher(one);
        if (!matcher.matches()) {
          throw new RefusedException(Replies.BAD_PARAMETER);
        }
        String value = matcher.group(3) == null ? "" : matcher.group(3);
        if (found.put(matcher.group(1).toUpperCase(Locale.ROOT), value) != null) {
          throw new RefusedException(Replies.BAD_PARAMETER);
        }
      }
      return found;
    }
  }
}
