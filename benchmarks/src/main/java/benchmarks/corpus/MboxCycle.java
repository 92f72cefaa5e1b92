package benchmarks.corpus;

import benchmarks.report.BenchmarkException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The mails of mbox files, again from the first after the last, or endless generated mail. The
 * program {@code xz} unpacks {@code .xz} files. Blocks on the disk; for one thread.
 */
public final class MboxCycle implements AutoCloseable {
  /** A mail: its lines, the mbox separator first, and the number of its earlier copies. */
  record Mail(List<String> lines, int copy) {
    byte[] bytes(boolean separator) {
      String text = String.join("\n", lines.subList(separator ? 0 : 1, lines.size())) + "\n";
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private final List<Path> files;
  private final long seed;
  private final int together;
  private int opened;
  private Process unpacking;
  private BufferedReader in;
  private String separator;

  /** A cycle of mboxes; if there are none, generated mail, {@code together} mails at a time. */
  MboxCycle(List<Path> files, long seed, int together) {
    this.files = List.copyOf(files);
    this.seed = seed;
    this.together = together;
  }

  /** The mboxes of a folder, sorted by name. */
  public static List<Path> mboxes(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      List<Path> found =
          inside
              .filter(file -> file.toString().matches(".*\\.mbox(rd)?(\\.xz)?"))
              .sorted()
              .toList();
      BenchmarkException.require(
          !found.isEmpty(), folder + " has no file *.mbox, *.mboxrd or *.xz of these");
      return found;
    }
  }

  Mail next() throws IOException {
    while (separator == null) {
      open();
    }
    List<String> lines = new ArrayList<>();
    boolean blank = false;
    do {
      lines.add(separator);
      blank = separator.isEmpty();
      separator = in.readLine();
    } while (separator != null && !(blank && separator.startsWith("From ")));
    return new Mail(lines, files.isEmpty() ? 0 : (opened - 1) / files.size());
  }

  private void open() throws IOException {
    close();
    InputStream bytes = files.isEmpty() ? generated() : unpacked(files.get(opened % files.size()));
    opened++;
    in = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.ISO_8859_1), 1 << 16);
    separator = in.readLine();
    BenchmarkException.require(
        separator != null && separator.startsWith("From "),
        "mbox number " + opened + " has no mail at its beginning");
  }

  private InputStream generated() throws IOException {
    StringWriter mbox = new StringWriter();
    new MailGenerator(seed + opened).write(together, mbox);
    return new ByteArrayInputStream(mbox.toString().getBytes(StandardCharsets.UTF_8));
  }

  private InputStream unpacked(Path file) throws IOException {
    if (!file.toString().endsWith(".xz")) {
      return Files.newInputStream(file);
    }
    ProcessBuilder xz = new ProcessBuilder("xz", "-dc", file.toString());
    unpacking = xz.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return unpacking.getInputStream();
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
    }
    if (unpacking != null) {
      unpacking.destroy();
      unpacking = null;
    }
  }
}
