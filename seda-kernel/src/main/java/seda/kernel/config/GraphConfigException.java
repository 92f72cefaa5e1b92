package seda.kernel.config;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;

/** A setting is not allowed; the message has its full key, its value and what is allowed. */
public final class GraphConfigException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  GraphConfigException(String message) {
    super(message);
  }

  static GraphConfigException of(String key, ConfigValue value, String allowed) {
    String shown =
        value.valueType() == ConfigValueType.STRING
            ? value.unwrapped().toString()
            : value.render(ConfigRenderOptions.concise());
    return new GraphConfigException(key + " = " + shown + ", " + allowed);
  }
}
