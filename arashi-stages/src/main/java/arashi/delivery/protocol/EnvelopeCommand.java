package arashi.delivery.protocol;

import arashi.delivery.Reply;
import arashi.mime.address.AnglePath;
import arashi.mime.address.MailAddress;
import arashi.mime.text.TextCleaner;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
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
    return read(argument, "FROM:", AnglePath::mailbox, Replies.BAD_SENDER);
  }

  /**
   * Parses the argument of RCPT.
   *
   * @throws RefusedException if it is malformed, or has parameters, which no offered extension
   *     defines
   */
  static EnvelopeCommand rcpt(String argument) throws RefusedException {
    EnvelopeCommand command = read(argument, "TO:", AnglePath::recipient, Replies.BAD_RECIPIENT);
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

  private static EnvelopeCommand read(
      String text, String keyword, Function<AnglePath, Optional<MailAddress>> reader, Reply bad)
      throws RefusedException {
    if (!text.regionMatches(true, 0, keyword, 0, keyword.length())) {
      throw new RefusedException(Replies.SYNTAX);
    }
    String rest = text.substring(keyword.length()).stripLeading();
    AnglePath path = AnglePath.read(rest, Math.min(1, rest.length()), ">");
    if (!rest.startsWith("<") || path.end() == rest.length()) {
      throw new RefusedException(Replies.SYNTAX);
    }
    Optional<MailAddress> address = reader.apply(path);
    if (address.isEmpty() && !path.isNull()) {
      throw new RefusedException(bad);
    }
    boolean isAscii = TextCleaner.isAscii(rest.substring(0, path.end()));
    return new EnvelopeCommand(address, isAscii, parameters(rest.substring(path.end() + 1)));
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
