package arashi.front;

import arashi.front.CrossSiteGuard.Sender;
import arashi.front.route.Dispatcher;
import arashi.front.session.Cookies;
import arashi.front.session.User;
import arashi.web.Field;
import arashi.web.KeptPost;
import arashi.web.KeptPost.Detail;
import arashi.web.LocalPath;
import arashi.web.MessageKey;
import arashi.web.PostForm;
import arashi.web.Translations;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seda.netio.http.Form;
import seda.netio.http.HttpRequest;

/**
 * Keeps POSTs that need a login or a later try, and decides whether a script may submit them then.
 *
 * <p>A foreign page can post any form. The browser withholds the cookies ({@code SameSite}), so the
 * form reaches the service like one of a user whose session has ended; kept and submitted after the
 * login, it would act with the user's token. Therefore:
 *
 * <pre>
 *   sender    account's cookie    the POST is
 *   FOREIGN   any                 refused, see {@link Dispatcher}; never kept
 *   OURS      present             kept and proven: submitted after the login of that account
 *   OURS      missing             kept, shown, submitted by a press
 *   UNKNOWN   any                 kept, shown, submitted by a press
 * </pre>
 *
 * <p>The sign-in form carries the POST and its proof as fields. A form that is not ours loses the
 * proof. Any thread; never blocks.
 */
public final class KeptPosts {
  private static final String PATH = "resume";
  private static final String FIELD = "resume.";
  private static final String ACCOUNT = "resume-account";
  private static final String PROVEN = "resume-proven";

  /** Prefix of the fields that no page repeats. */
  private static final String SECRET = "password";

  private static final String CSRF = "csrf";
  private static final String MESSAGE = "uid";

  private static final Pattern FOLDER = Pattern.compile("^/mail/([0-9]{1,19})/");
  private static final Pattern MOVE = Pattern.compile("/(refile|move)($|\\?)");

  private final CrossSiteGuard guard;
  private final Cookies cookies;
  private final Translations messages;
  private final Map<String, MessageKey> labels = new LinkedHashMap<>();
  private final MessageKey selected;
  private final MessageKey folder;
  private final MessageKey unknown;
  private volatile List<Action> actions = List.of();

  private record Action(PathPattern pattern, MessageKey words) {}

  /** Creates the kept POSTs; {@link #name} completes them. */
  public KeptPosts(CrossSiteGuard guard, Cookies cookies, Translations messages) {
    this.guard = guard;
    this.cookies = cookies;
    this.messages = messages;
    selected = messages.key("asked.messages");
    folder = messages.key("asked.folder");
    unknown = messages.key("action.unknown");
    for (String name : List.of("from", "to", "cc", "bcc", "subject", "text")) {
      labels.put(name, messages.key("compose." + name));
    }
    labels.put("send-at", messages.key("compose.later.at"));
    labels.put("name", messages.key("folder.name"));
    labels.put("set", messages.key("asked.set"));
    labels.put("clear", messages.key("asked.clear"));
  }

  /**
   * Names the actions of users: the paths of POSTs that need a session. Called once, before the
   * service starts.
   *
   * @throws IllegalArgumentException if a language lacks the words of a path
   */
  public void name(List<PathPattern> paths) {
    actions = paths.stream().map(path -> new Action(path, messages.key(key(path)))).toList();
  }

  /** Returns the key of an action's words: the fixed parts of its path. */
  private static String key(PathPattern pattern) {
    String fixed = pattern.toString().replace("/{}", "").replaceFirst("^/(mail|search)/", "/");
    return "action" + fixed.replace('/', '.');
  }

  /** Returns a POST that needs a login; null if another site made it. */
  public KeptPost of(HttpRequest request) {
    Sender sender = guard.sender(request);
    if (sender == Sender.FOREIGN) {
      return null;
    }
    String account = request.cookie(cookies.account());
    return kept(repeat(request), sender == Sender.OURS && account != null, account);
  }

  /**
   * Returns the POST of a user.
   *
   * @param isGenuine whether its token was right, which is a proof too
   */
  public KeptPost of(HttpRequest request, User user, boolean isGenuine) {
    return kept(repeat(request), isGenuine, Long.toString(user.account()));
  }

  /**
   * Returns the POST that a sign-in form carries; null if there is none, or none of ours.
   *
   * @param isOurs whether a sign-in page of ours sent the form; else its word on the proof counts
   *     nothing
   */
  public KeptPost carriedBy(Form form, boolean isOurs) {
    String path = form.first(PATH);
    if (path == null || !LocalPath.isLocal(path) || action(path).isEmpty()) {
      return null;
    }
    List<Field> fields = new ArrayList<>();
    form.fields()
        .forEach(
            (name, values) -> {
              if (name.startsWith(FIELD)) {
                String own = name.substring(FIELD.length());
                values.forEach(value -> fields.add(new Field(own, value)));
              }
            });
    String account = form.first(ACCOUNT);
    boolean isProven = isOurs && account != null && form.first(PROVEN) != null;
    return kept(new PostForm(path, fields), isProven, account);
  }

  private KeptPost kept(PostForm form, boolean isProven, String account) {
    List<Detail> details = isProven ? List.of() : details(form.fields());
    MessageKey action = action(form.action()).orElse(unknown);
    return new KeptPost(form, action, details, isProven, account);
  }

  private Optional<MessageKey> action(String path) {
    List<String> segments;
    try {
      segments = HttpRequest.of("POST", path).pathSegments();
    } catch (IllegalArgumentException e) { // not a path that a request may have
      return Optional.empty();
    }
    return actions.stream()
        .filter(action -> action.pattern().match(segments) != null)
        .map(Action::words)
        .findFirst();
  }

  /**
   * Returns the POST with the names of its folders: that of its path, and that to which it moves.
   *
   * @param folders names by id
   */
  public KeptPost named(KeptPost kept, Map<String, String> folders) {
    List<Detail> details = new ArrayList<>();
    Matcher own = FOLDER.matcher(kept.form().action());
    if (own.find()) {
      details.add(new Detail(folder, "folder", folders.getOrDefault(own.group(1), own.group(1))));
    }
    boolean isMove = MOVE.matcher(kept.form().action()).find();
    for (Detail detail : kept.details()) {
      String value = detail.value();
      boolean isFolder = isMove && detail.name().equals("to");
      String shown = isFolder ? folders.getOrDefault(value, value) : value;
      details.add(new Detail(detail.label(), detail.name(), shown));
    }
    return new KeptPost(kept.form(), kept.action(), details, kept.proven(), kept.account());
  }

  private List<Detail> details(List<Field> fields) {
    List<Detail> details = new ArrayList<>();
    long count = fields.stream().filter(field -> field.name().equals(MESSAGE)).count();
    if (count > 0) {
      details.add(new Detail(selected, MESSAGE, Long.toString(count)));
    }
    fields.stream()
        .filter(field -> !field.name().equals(MESSAGE) && !field.value().isEmpty())
        .map(field -> new Detail(labels.get(field.name()), field.name(), field.value()))
        .forEach(details::add);
    return details;
  }

  /**
   * Returns a form that repeats a POST, without its token and passwords. The form has no fields if
   * the body is no form.
   */
  private static PostForm repeat(HttpRequest request) {
    try {
      List<Field> fields = new ArrayList<>();
      for (Map.Entry<String, List<String>> field : Arguments.form(request).fields().entrySet()) {
        if (!field.getKey().equals(CSRF) && !field.getKey().startsWith(SECRET)) {
          field.getValue().forEach(value -> fields.add(new Field(field.getKey(), value)));
        }
      }
      return new PostForm(ReturnAddress.of(request), fields);
    } catch (RequestProblem e) {
      return new PostForm(ReturnAddress.of(request), List.of());
    }
  }
}
