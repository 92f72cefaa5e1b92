package arashi.deploy.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A server process in the foreground, with a directory of its own. Used from one thread. */
final class Daemon implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofMillis(20);
  private static final long STOP_SECONDS = 10;

  private final Path home;
  private final Thread hook = new Thread(this::stop, "stop of a mail server");
  private Process process;

  /** Makes the directory anew; all users of the system may look into it, as mail servers do. */
  Daemon(Path home, String... folders) {
    this.home = home;
    for (String folder : List.of(folders)) {
      try {
        Files.createDirectories(home.resolve(folder));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    run("chmod", "755", home.toString());
    Runtime.getRuntime().addShutdownHook(hook); // a test that is interrupted leaves nothing
  }

  /** A directory that other users of the system can reach, unlike those that JUnit makes. */
  static Path newHome(String name) {
    try {
      return Files.createTempDirectory("arashi-" + name).toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a port of loopback that is free at this moment. */
  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** True if this process may become other users, as mail servers do. */
  static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  Path file(String name) {
    return home.resolve(name);
  }

  void write(String name, String content) {
    try {
      Files.createDirectories(file(name).getParent());
      Files.writeString(file(name), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the server, and waits until it takes connections on the port. */
  void start(int port, String... command) {
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(file("output").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    await(() -> answers(port), "port " + port);
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Waits for something that the server does. */
  void await(BooleanSupplier condition, String what) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0 || !process.isAlive()) {
        throw new IllegalStateException(what + " did not come; " + home + " has " + logs());
      }
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  private String logs() {
    try (Stream<Path> files = Files.list(home)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append('\n').append(file.getFileName()).append(":\n").append(Files.readString(file));
      }
      return all.toString();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Runs a program, which must succeed; returns its output. */
  static String run(String... command) {
    try {
      Process running = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said =
          new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (running.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Stops the server with all that it started, and deletes the directory. */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(hook);
    stop();
  }

  private void stop() {
    if (process != null) {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroy();
      try {
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
      children.forEach(ProcessHandle::destroyForcibly); // of which none should be left
    }
    run("rm", "-rf", home.toString());
  }
}
