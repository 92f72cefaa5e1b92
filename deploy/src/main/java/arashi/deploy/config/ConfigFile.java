package arashi.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Parses a HOCON file. Includes are relative to the file itself and must exist. The library would
 * skip a missing {@code include}, and would look on the class path for one in a file that was given
 * without a directory; the service would then start with unintended settings.
 */
public final class ConfigFile {
  private ConfigFile() {}

  /**
   * Parses a file and its includes. The result is not resolved.
   *
   * @throws CommandException if the file or an included one can't be read
   * @throws ConfigException if it is not valid HOCON
   */
  public static Config parse(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    try {
      return ConfigFactory.parseFile(absolute.toFile(), new Includer(List.of(absolute)).options());
    } catch (ConfigException.IO e) {
      throw new CommandException("can't read " + Failures.words(e.getCause()), e);
    }
  }

  /**
   * The includes of one file. {@code required(...)} makes no difference.
   *
   * @param files the chain of including files, ending in this file
   */
  private record Includer(List<Path> files)
      implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderClasspath, ConfigIncluderURL {

    Path file() {
      return files.get(files.size() - 1);
    }

    ConfigParseOptions options() {
      return ConfigParseOptions.defaults().setAllowMissing(false).setIncluder(this);
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
      return includeFile(context, new File(what.replaceFirst("^file:/+", "/")));
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
      Path path = file().resolveSibling(what.toPath()).normalize();
      if (files.contains(path)) {
        throw new CommandException(file() + " includes " + path + ", which is a cycle");
      }
      boolean exact = Files.exists(path);
      if (!exact && withExtension(path).noneMatch(Files::exists)) {
        throw new CommandException(file() + " includes " + path + ", which is not there");
      }
      List<Path> all = new ArrayList<>(files);
      all.add(path);
      ConfigParseOptions options = new Includer(all).options();
      return included(
          path.toString(),
          () ->
              exact
                  ? ConfigFactory.parseFile(path.toFile(), options).root()
                  : ConfigFactory.parseFileAnySyntax(path.toFile(), options).root());
    }

    /** Returns the three candidates for a name without extension, as in the library. */
    private static Stream<Path> withExtension(Path path) {
      return Stream.of(".conf", ".json", ".properties")
          .map(extension -> path.resolveSibling(path.getFileName() + extension));
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
      ConfigParseOptions options = ConfigParseOptions.defaults().setAllowMissing(false);
      return included(
          "classpath(" + what + ")", () -> ConfigFactory.parseResources(what, options).root());
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
      if (!"file".equals(what.getProtocol())) {
        throw new CommandException(file() + " includes " + what + ", but only files are included");
      }
      try {
        return includeFile(context, new File(what.toURI()));
      } catch (URISyntaxException | IllegalArgumentException e) {
        throw new CommandException(file() + " includes " + what + ", which names no file", e);
      }
    }

    private ConfigObject included(String what, Supplier<ConfigObject> parse) {
      try {
        return parse.get();
      } catch (ConfigException.IO e) {
        throw new CommandException(
            file() + " includes " + what + ", which can't be read: " + cause(e), e);
      }
    }

    private static String cause(ConfigException.IO failure) {
      return Failures.words(failure.getCause() == null ? failure : failure.getCause());
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
      return this; // the library's own includer skips missing files
    }
  }
}
