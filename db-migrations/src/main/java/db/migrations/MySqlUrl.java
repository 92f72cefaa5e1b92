package db.migrations;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDBC URL of MySQL. It may contain passwords in all places that the driver accepts (Connector/J,
 * "Connection URL Syntax"): in parameters, in parentheses, and before a host.
 *
 * @param text URL as given
 */
public record MySqlUrl(String text) {
  private static final Pattern PARAMETER = Pattern.compile("(?i)(?<=[?&])password=([^&#]*)&?");
  private static final Pattern IN_TEXT =
      Pattern.compile("(?i)(?<=[?&(,\\s])(password[123]?\\s*=\\s*)[^&#,)\\s]*");
  private static final Pattern BEFORE_HOST = Pattern.compile("(?<=//|,)([^/@,:()]*):[^/@]*(?=@)");

  /** True if it contains a password anywhere. */
  public boolean holdsPassword() {
    return !masked(text).equals(text);
  }

  /** Returns the password parameter, if any. */
  public Optional<String> password() {
    Matcher matcher = PARAMETER.matcher(text);
    return matcher.find()
        ? Optional.of(URLDecoder.decode(matcher.group(1), StandardCharsets.UTF_8))
        : Optional.empty();
  }

  /** Returns a copy without the password parameter. */
  public MySqlUrl withoutPassword() {
    return new MySqlUrl(PARAMETER.matcher(text).replaceAll("").replaceFirst("[?&]$", ""));
  }

  /** Returns a copy with another parameter. */
  public MySqlUrl with(String name, String value) {
    String encoded = java.net.URLEncoder.encode(value, StandardCharsets.UTF_8);
    String separator = !text.contains("?") ? "?" : text.endsWith("?") ? "" : "&";
    return new MySqlUrl(text + separator + name + "=" + encoded);
  }

  /** Hosts and database, without parameters and login. */
  public String server() {
    return masked(text.split("\\?", 2)[0]).replaceAll("(?<=//|,)[^/@,()]*@", "");
  }

  /** Masks passwords in a text that may quote URLs with an ellipsis. */
  public static String masked(String text) {
    String parameters = IN_TEXT.matcher(text).replaceAll("$1…");
    return BEFORE_HOST.matcher(parameters).replaceAll("$1:…");
  }

  /** The URL with masked passwords. */
  @Override
  public String toString() {
    return masked(text);
  }
}
