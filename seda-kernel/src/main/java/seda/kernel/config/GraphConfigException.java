package seda.kernel.config;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;

/** An invalid setting. The message names the full key, the value and the allowed values. */
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
