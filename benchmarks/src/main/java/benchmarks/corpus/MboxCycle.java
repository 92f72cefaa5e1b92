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
 * The mails of mbox files, one after the other, from the first again after the last; or made-up
 * mail without end. Files whose names end in {@code .xz} are unpacked by the program {@code xz}.
 * Blocks on the disk; for one thread.
 */
public final class MboxCycle implements AutoCloseable {
  /**
   * A mail.
   *
   * @param lines the separator line of its mbox first; may be changed
   * @param copy 0 when it comes for the first time
   */
  record Mail(List<String> lines, int copy) {}

  private final List<Path> files;
  private final long seed;
  private final int together;
  private int opened;
  private Process unpacking;
  private BufferedReader in;
  private String separator;

  /**
   * A cycle.
   *
   * @param files mboxes; none for made-up mail
   * @param seed of made-up mail
   * @param together mails that are made up together
   */
  MboxCycle(List<Path> files, long seed, int together) {
    this.files = List.copyOf(files);
    this.seed = seed;
    this.together = together;
  }

  /** The mboxes in a folder, in the order of their names. */
  public static List<Path> mboxes(Path folder) throws IOException {
    try (Stream<Path> inside = Files.list(folder)) {
      List<Path> found =
          inside
              .filter(file -> file.getFileName().toString().matches(".*\\.mbox(rd)?(\\.xz)?"))
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new BenchmarkException(folder + " has no file *.mbox, *.mboxrd or *.xz of these");
      }
      return found;
    }
  }

  Mail next() throws IOException {
    while (separator == null) {
      open();
    }
    List<String> lines = new ArrayList<>();
    lines.add(separator);
    int copy = files.isEmpty() ? 0 : (opened - 1) / files.size();
    boolean blank = false;
    String line = in.readLine();
    while (line != null && !(blank && line.startsWith("From "))) {
      lines.add(line);
      blank = line.isEmpty();
      line = in.readLine();
    }
    separator = line;
    return new Mail(lines, copy);
  }

  private void open() throws IOException {
    close();
    InputStream bytes = files.isEmpty() ? madeUp() : open(files.get(opened % files.size()));
    opened++;
    in = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.ISO_8859_1), 1 << 16);
    separator = in.readLine();
    if (separator == null || !separator.startsWith("From ")) {
      throw new BenchmarkException("mbox number " + opened + " does not begin with a mail");
    }
  }

  private InputStream madeUp() throws IOException {
    StringWriter mbox = new StringWriter();
    new MailGenerator(seed + opened).write(together, mbox);
    return new ByteArrayInputStream(mbox.toString().getBytes(StandardCharsets.UTF_8));
  }

  private InputStream open(Path file) throws IOException {
    if (!file.toString().endsWith(".xz")) {
      return Files.newInputStream(file);
    }
    unpacking =
        new ProcessBuilder("xz", "-dc", file.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
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
