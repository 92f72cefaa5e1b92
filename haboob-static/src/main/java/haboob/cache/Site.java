package haboob.cache;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import seda.fileio.FileRoot;
import seda.kernel.Clock;
import seda.netio.http.HttpRequest;

/**
 * A directory of files, served for some hosts.
 *
 * @param root the directory
 * @param prefix prefix of its cache keys, since all sites share the budget; ends in a colon, which
 *     no path contains
 */
record Site(FileRoot root, String prefix) {

  /** True if a file that is too long for memory can be opened instead. */
  boolean sendsFromDisk() {
    return root.directory().getFileSystem() == FileSystems.getDefault();
  }

  Path path(String path) {
    return root.directory().getFileSystem().getPath(path);
  }

  /** Chooses a request's site. */
  static final class Choice {
    private final Site standard;
    private final Map<String, Site> byHost = new HashMap<>();

    Choice(StaticConfig config, Clock clock) {
      standard = site(config, config.root(), "", clock);
      config
          .hosts()
          .forEach(
              (host, root) -> byHost.put(name(host), site(config, root, name(host) + ":", clock)));
    }

    private static Site site(StaticConfig config, Path directory, String prefix, Clock clock) {
      FileRoot root = new FileRoot(directory, PagePath::isVisible);
      return new Site(root.trustingLinksFor(config.revalidateAfter(), clock), prefix);
    }

    Site choose(HttpRequest request) {
      if (byHost.isEmpty()) {
        return standard;
      }
      String host = request.hostName();
      return host == null ? standard : byHost.getOrDefault(host, standard);
    }

    /** Returns a host in lower case, without port and trailing dot. */
    private static String name(String host) {
      int colon = host.lastIndexOf(':');
      String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
      return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name)
          .toLowerCase(Locale.ROOT);
    }
  }
}
