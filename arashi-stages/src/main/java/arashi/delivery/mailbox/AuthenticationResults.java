package arashi.delivery.mailbox;

import arashi.delivery.mailbox.HeaderFields.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Authentication results of one server in front (RFC 8601). Senders choose parts of these fields,
 * such as addresses and comments, and may add whole fields, so three rules apply:
 *
 * <ul>
 *   <li>Text in comments and quoted strings is never a result. A field that breaks the grammar says
 *       so ({@link #broken}), because a server that does not escape the sender's text breaks it.
 *   <li>The id is believed only in the form in which a server writes it: quoted only if it must be,
 *       and without a trailing dot.
 *   <li>A field counts only above the first {@code Received} below the topmost field of the server:
 *       that {@code Received} and everything below it came with the mail.
 * </ul>
 *
 * Pure functions, linear in the header's size.
 *
 * @param results the results, in order
 * @param broken the fields that break the grammar behind the server's id, in lower case
 */
record AuthenticationResults(List<Result> results, List<String> broken) {
  private static final String VERSION = "1";

  /**
   * A result.
   *
   * @param method like {@code dkim}, in lower case
   * @param value like {@code pass}, in lower case
   * @param properties properties that were checked, like {@code header.d}
   * @param comments its comments, in lower case, without parentheses
   */
  record Result(String method, String value, List<Property> properties, List<String> comments) {
    /** Returns a property's value; empty if it is missing or given more than once. */
    Optional<String> property(String name) {
      List<Property> found = properties.stream().filter(one -> one.name().equals(name)).toList();
      return found.size() == 1 ? Optional.of(found.get(0).value()) : Optional.empty();
    }

    /** True if the result names the property, once or more. */
    boolean has(String name) {
      return properties.stream().anyMatch(one -> one.name().equals(name));
    }
  }

  /** A property by its name in lower case, like {@code header.d}; its value is as sent. */
  record Property(String name, String value) {}

  /**
   * Reads the results of a server.
   *
   * @param authservId id of the server; empty: no server is trusted
   */
  static AuthenticationResults of(HeaderFields header, String authservId) {
    AuthenticationResults all = new AuthenticationResults(new ArrayList<>(), new ArrayList<>());
    if (authservId.isEmpty()) {
      return all;
    }
    boolean own = false;
    for (Field field : header.fields()) {
      if (own && field.name().equalsIgnoreCase("Received")) {
        break;
      }
      if (field.name().equalsIgnoreCase("Authentication-Results")) {
        own |= all.add(field.body(), authservId);
      }
    }
    return all;
  }

  /** Adds the results of a field. Returns false if it is not of the server. */
  private boolean add(String body, String authservId) {
    ResultTokens tokens = new ResultTokens(body);
    tokens.skipBlanks();
    if (!tokens.takeId(authservId)) {
      return false;
    }
    tokens.skipBlanks();
    String version = tokens.isAt(';') ? VERSION : tokens.word();
    tokens.skipBlanks();
    if (!version.equals(VERSION)) {
      return true; // RFC 8601, 2.5: a reader ignores versions that it does not know
    }
    List<Result> read = new ArrayList<>();
    boolean whole = true;
    while (whole && !tokens.atEnd()) {
      whole = tokens.take(';') && result(tokens, read);
    }
    if (whole && tokens.isWhole()) {
      results.addAll(read);
    } else {
      broken.add(body.toLowerCase(Locale.ROOT));
    }
    return true;
  }

  /** Reads what follows a semicolon. Returns false if it breaks the grammar. */
  private static boolean result(ResultTokens tokens, List<Result> read) {
    List<String> comments = new ArrayList<>(tokens.skipBlanks());
    if (tokens.atEnd() || tokens.isAt(';')) {
      return true; // some servers end with a semicolon
    }
    String method = tokens.word();
    comments.addAll(tokens.skipBlanks());
    if (method.equals("none") && tokens.atEnd()) {
      return true;
    }
    String version = VERSION;
    if (tokens.take('/')) {
      comments.addAll(tokens.skipBlanks());
      version = tokens.word();
      comments.addAll(tokens.skipBlanks());
    }
    if (method.isEmpty() || !tokens.take('=')) {
      return false;
    }
    comments.addAll(tokens.skipBlanks());
    String value = tokens.word();
    boolean separate = tokens.atBlank();
    comments.addAll(tokens.skipBlanks());
    List<Property> properties = new ArrayList<>();
    while (!tokens.atEnd() && !tokens.isAt(';')) {
      if (!separate || !property(tokens, properties, comments)) {
        return false;
      }
    }
    if (version.equals(VERSION)) {
      read.add(new Result(method, value, properties, comments));
    }
    return !value.isEmpty();
  }

  /** Reads {@code header.d=value}, or {@code reason=value} and the like, which some servers add. */
  private static boolean property(
      ResultTokens tokens, List<Property> properties, List<String> comments) {
    StringBuilder name = new StringBuilder(tokens.word());
    boolean named = name.length() > 0;
    comments.addAll(tokens.skipBlanks());
    while (tokens.take('.')) {
      comments.addAll(tokens.skipBlanks());
      name.append('.').append(tokens.word());
      comments.addAll(tokens.skipBlanks());
    }
    if (!named || !tokens.take('=')) {
      return false;
    }
    comments.addAll(tokens.skipBlanks());
    properties.add(new Property(name.toString(), tokens.value()));
    comments.addAll(tokens.skipBlanks());
    return true;
  }
}
