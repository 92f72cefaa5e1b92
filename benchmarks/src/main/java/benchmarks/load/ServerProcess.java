package benchmarks.load;

import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server in its own process, which ends with its children and its folder. */
public final class ServerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_NANOS = 50_000_000;
  private final Process process;
  private final TemporaryFolder folder;
  private final Path log;

  /** Starts a command, with its log in a folder. {@link #close} also deletes the folder. */
  public ServerProcess(List<String> command, TemporaryFolder folder) throws IOException {
    this(new ProcessBuilder(command), folder);
  }

  ServerProcess(ProcessBuilder command, TemporaryFolder folder) throws IOException {
    this.folder = folder;
    log = folder.path().resolve("log");
    process = command.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    folder.atEnd(this::stop);
  }

  Path log() {
    return log;
  }

  /** A readiness check. */
  @FunctionalInterface
  interface Check {
    /** Fails while the server is not ready. */
    void run() throws IOException;
  }

  /** Waits until it listens. A timeout closes it. */
  public void awaitPort(String name, InetSocketAddress address) throws IOException {
    await(
        name,
        () -> {
          try (Socket probe = new Socket()) {
            probe.connect(address);
          }
        });
  }

  /** Waits until a check succeeds. A timeout closes the server. */
  void await(String name, Check check) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        check.run();
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          String said = Files.readString(log).strip();
          close();
          throw new BenchmarkException(
              name + " does not start: " + e.getMessage() + "; " + said, e);
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  /** The root process; it may have children. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Stops the process and its children. The folder stays. */
  void stop() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly); // an indexer ignores the end of its parent
  }

  @Override
  public void close() {
    folder.close();
  }
}
