package benchmarks.web;

import benchmarks.load.ProcessTree;
import benchmarks.load.Processes;
import benchmarks.load.ServerProcess;
import benchmarks.load.TemporaryFolder;
import benchmarks.report.BenchmarkException;
import benchmarks.report.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A web server in a process of its own, on a free port of the loopback interface. All servers have
 * the same settings: all cores, connections kept for 100,000 requests, no log, no compression,
 * files sent by the system and checked for changes after a second where the server keeps them open.
 */
record WebServer(String name, ServerProcess process, InetSocketAddress address)
    implements AutoCloseable {
  private static final int CONNECTIONS = 19_000;
  private static final long TLS_CACHE_BYTES = 64 << 20;

  /** True if a server of that name can be started here; Haboob always can. */
  static boolean isInstalled(String name) {
    return name.equals("haboob") || program(name).isPresent();
  }

  private static Optional<Path> program(String name) {
    String file = name.equals("apache") ? "apache2" : name;
    return Stream.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin")
        .map(folder -> Path.of(folder, file))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts haboob, nginx or apache; the latter two use the system's page cache.
   *
   * @param options of Haboob
   */
  static WebServer start(String name, Path root, long cacheBytes, List<String> options)
      throws IOException {
    return start(name, root, cacheBytes, options, "", "");
  }

  /** Starts haboob or nginx with TLS 1.3 alone. */
  static WebServer startTls(String name, Path root, TlsKeys keys) throws IOException {
    List<String> options =
        List.of("--tls", keys.store().toString(), "--tls-password", keys.password().toString());
    String settings =
        Figures.text(
            """
            ssl_certificate %s;
                ssl_certificate_key %s;
                ssl_protocols TLSv1.3;
                ssl_session_cache shared:s:10m;
            """,
            keys.certificate(), keys.key());
    return start(name, root, TLS_CACHE_BYTES, options, "ssl", settings);
  }

  private static WebServer start(
      String name, Path root, long cacheBytes, List<String> options, String listen, String settings)
      throws IOException {
    int port = Processes.freePort();
    TemporaryFolder temporary = new TemporaryFolder("arashi-bench-" + name);
    Path folder = temporary.path();
    List<String> command = new ArrayList<>();
    switch (name) {
      case "haboob" -> {
        command.addAll(Processes.java("arashi.deploy.Main"));
        command.addAll(List.of("haboob", "--port", "" + port, "--root", root.toString()));
        command.addAll(List.of("--cache", "" + cacheBytes, "--connections", "" + CONNECTIONS));
        // all load comes from one address, and idle connections are measured, not closed
        command.addAll(List.of("--per-address", "" + CONNECTIONS, "--high-water", "1"));
        command.addAll(options);
      }
      case "nginx" -> {
        Path config =
            config("nginx.conf", folder, root, folder, port, CONNECTIONS, listen, settings);
        command.addAll(List.of(program(name).orElseThrow().toString(), "-p", folder.toString()));
        command.addAll(List.of("-c", config.toString(), "-e", folder + "/error.log"));
      }
      case "apache" -> {
        Path modules = Path.of("/usr/lib/apache2/modules");
        Path config = config("httpd.conf", folder, root, folder, port, modules);
        command.add(program(name).orElseThrow().toString());
        command.addAll(List.of("-f", config.toString(), "-DFOREGROUND"));
      }
      default -> throw new BenchmarkException("no server " + name);
    }
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    ServerProcess process = new ServerProcess(command, temporary);
    process.awaitPort(name, address);
    return new WebServer(name, process, address);
  }

  /** Writes a server's configuration, a resource of this package with places for these values. */
  private static Path config(String name, Path folder, Object... values) throws IOException {
    try (InputStream template = WebServer.class.getResourceAsStream(name)) {
      String text = new String(template.readAllBytes(), StandardCharsets.UTF_8);
      return Files.writeString(folder.resolve(name), Figures.text(text, values));
    }
  }

  /** CPU time of all its processes up to now. */
  Duration cpu() {
    return new ProcessTree(List.of(process.handle())).cpu();
  }

  @Override
  public void close() {
    process.close();
  }
}
