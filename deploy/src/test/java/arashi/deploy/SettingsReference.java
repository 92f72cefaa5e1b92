package arashi.deploy;

import arashi.deploy.config.MailSettings;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the reference of all settings. Keys, defaults and meanings are those of the file of
 * defaults; allowed values come from the messages of each record about refused ones.
 */
final class SettingsReference {
  private static final Pattern TIME = Pattern.compile("[0-9]+ (ms|s|m|h|d)");
  private static final Pattern SIZE = Pattern.compile("[0-9]+ (B|KiB|MiB|GiB)");
  private static final Pattern ALLOWED = Pattern.compile("must (?:be |have )?(.*)");

  /** An answer that has the probe in it, because two keys were compared. */
  private static final String ECHO = ".*(" + Long.MAX_VALUE + "|PT876000H).*";

  private static final Config DEFAULTS =
      ConfigFactory.parseResources(
              "arashi-defaults.conf", ConfigParseOptions.defaults().setAllowMissing(false))
          .resolve(ConfigResolveOptions.defaults().setUseSystemEnvironment(false));

  private final StringBuilder text = new StringBuilder();

  private SettingsReference() {}

  /** The whole document. */
  static String markdown() {
    SettingsReference reference = new SettingsReference();
    reference.text.append(
        """
        # All settings

        Generated from `arashi-defaults.conf` and from what the service says to values that it refuses;
        `SettingsReferenceTest` fails if this page is not what it would write, and tells how to write it.
        [operator.md](operator.md) says which of them matter when. Section `seda` is the kernel's: [kernel-reference.md](kernel-reference.md).
        """);
    reference.section("", DEFAULTS.root());
    return reference.text.toString();
  }

  private void section(String path, ConfigObject section) {
    if (path.equals("seda")) {
      return;
    }
    List<Map.Entry<String, ConfigValue>> entries = new ArrayList<>(section.entrySet());
    entries.sort(Comparator.comparingInt(entry -> entry.getValue().origin().lineNumber()));
    text.append("\n## ").append(path.isEmpty() ? "At the top" : "`" + path + "`").append("\n\n");
    if (!path.isEmpty() && !comment(section).isEmpty()) {
      text.append(comment(section)).append("\n\n");
    }
    text.append("| key | default | unit | allowed | meaning |\n|---|---|---|---|---|\n");
    for (Map.Entry<String, ConfigValue> entry : entries) {
      if (entry.getValue().valueType() != ConfigValueType.OBJECT) {
        row(entry.getKey(), below(path, entry.getKey()), entry.getValue());
      }
    }
    for (Map.Entry<String, ConfigValue> entry : entries) {
      if (entry.getValue() instanceof ConfigObject inner) {
        section(below(path, entry.getKey()), inner);
      }
    }
  }

  private static String below(String path, String key) {
    return path.isEmpty() ? key : path + "." + ConfigUtil.quoteString(key).replace("\"", "");
  }

  private void row(String name, String key, ConfigValue value) {
    Kind kind = Kind.of(value);
    text.append("| `").append(name).append("` | ");
    text.append(shown(value)).append(" | ").append(kind.unit).append(" | ");
    text.append(String.join("; ", allowed(key, kind))).append(" | ");
    text.append(comment(value).replace("|", "\\|").replace("<", "&lt;")).append(" |\n");
  }

  private static String shown(ConfigValue value) {
    if (value.valueType() == ConfigValueType.LIST) {
      return "`" + value.render(ConfigRenderOptions.concise()) + "`";
    }
    String shown = String.valueOf(value.unwrapped());
    return shown.isEmpty() ? "empty" : "`" + shown + "`";
  }

  private static String comment(ConfigValue value) {
    return String.join(" ", value.origin().comments()).replaceAll("\\s+", " ").strip();
  }

  /** Returns the messages of records about values that are hardly ever allowed. */
  static Set<String> allowed(String key, Kind kind) {
    Set<String> allowed = new LinkedHashSet<>();
    for (Object value : kind.suspects()) {
      String answer = answer(key, value);
      Matcher said = ALLOWED.matcher(answer);
      if (said.find()
          && names(answer.substring(0, said.start()), key)
          && !said.group(1).matches(ECHO)) {
        allowed.add(
            said.group(1).replaceAll("\\bPT([0-9.]+)S\\b", "$1 s").replace("not be", "not"));
      }
    }
    return allowed;
  }

  /** False for the bound of another setting that depends on the key. */
  private static boolean names(String subject, String key) {
    return subject.contains(key.substring(key.lastIndexOf('.') + 1));
  }

  /** Returns the refusal of a value; empty if it is accepted. */
  static String answer(String key, Object value) {
    try {
      MailSettings.load(null).with(key, value).check();
      return "";
    } catch (RuntimeException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  /** Kinds of values. */
  enum Kind {
    AUTO(""),
    TIME("time"),
    SIZE("size"),
    COUNT(""),
    SHARE(""),
    TRUTH("true or false"),
    TEXT(""),
    LIST("list");

    final String unit;

    Kind(String unit) {
      this.unit = unit;
    }

    /** Values that can hardly be allowed, the least first. */
    List<Object> suspects() {
      return switch (this) {
        case AUTO -> List.of(-1, 0);
        case TIME -> List.of("-1 ms", "0 s", "36500 d");
        case SIZE -> List.of(-1L, 0L, Long.MAX_VALUE);
        case COUNT -> List.of(-1, 0, Integer.MAX_VALUE);
        case SHARE -> List.of(-1.0, 0.0, 2.0, 1e9);
        case TRUTH, TEXT, LIST -> List.of();
      };
    }

    static Kind of(ConfigValue value) {
      return switch (value.valueType()) {
        case LIST -> LIST;
        case BOOLEAN -> TRUTH;
        case NUMBER -> value.unwrapped() instanceof Double ? SHARE : COUNT;
        default -> {
          String text = String.valueOf(value.unwrapped());
          if (text.equals("auto")) {
            yield AUTO;
          }
          yield SettingsReference.TIME.matcher(text).matches()
              ? Kind.TIME
              : SettingsReference.SIZE.matcher(text).matches() ? Kind.SIZE : TEXT;
        }
      };
    }
  }
}
