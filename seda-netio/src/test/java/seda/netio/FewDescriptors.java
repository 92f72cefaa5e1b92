package seda.netio;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process with few file descriptors, which prints lines for its test. */
public final class FewDescriptors implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private FewDescriptors(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Runs a main class; skips the test without a shell. */
  public static FewDescriptors start(int descriptors, Class<?> main) throws IOException {
    Path shell = Path.of("/bin/sh");
    assumeTrue(Files.exists(shell), "skipped: no shell to limit the descriptors");
    return new FewDescriptors(
        new ProcessBuilder(
                shell.toString(),
                "-c",
                "ulimit -n " + descriptors + " && exec \"$0\" -cp \"$1\" \"$2\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                main.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  /** Reads the next number; skips log lines. */
  public int nextNumber() throws IOException {
    String line = output.readLine();
    while (line != null && !line.matches("\\d+")) {
      line = output.readLine();
    }
    if (line == null) {
      throw new IOException("the process has ended");
    }
    return Integer.parseInt(line);
  }

  /** Sends the process a byte. */
  public void ask() throws IOException {
    process.getOutputStream().write('?');
    process.getOutputStream().flush();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
