package arashi.deploy.service;

import arashi.web.Assets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;

/** The folder of the pages' style sheets, scripts and icons: in a jar, or on disk in tests. */
public final class AssetFolder implements AutoCloseable {
  private final FileSystem jar;
  private final Path path;

  private AssetFolder(FileSystem jar, Path path) {
    this.jar = jar;
    this.path = path;
  }

  /** Opens the folder at the start; blocks on the disk. */
  public static AssetFolder open() {
    URL url = Assets.class.getResource("static");
    if (url == null) {
      throw new IllegalStateException("the pages' assets are not on the class path");
    }
    try {
      URI uri = url.toURI();
      if (!uri.getScheme().equals("jar")) {
        return new AssetFolder(null, Path.of(uri));
      }
      String[] jarAndPath = uri.toString().split("!", 2);
      FileSystem jar =
          FileSystems.newFileSystem(Path.of(URI.create(jarAndPath[0].substring(4))), Map.of());
      return new AssetFolder(jar, jar.getPath(jarAndPath[1]));
    } catch (IOException e) {
      throw new UncheckedIOException("the pages' assets can't be read", e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    if (jar == null) {
      return;
    }
    try {
      jar.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
