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
 * A web server as a process of its own on a free port of the loopback interface, that serves a
 * directory. Settings are tuned alike: all cores, connections kept for 100,000 requests, no log, no
 * compression, files sent by the system and looked at again after a second where the server can
 * keep them open.
 */
final class WebServer implements AutoCloseable {
  private static final int CONNECTIONS = 19_000;
  private static final long TLS_CACHE_BYTES = 64 << 20;

  private final String name;
  private final ServerProcess process;
  private final InetSocketAddress address;

  private WebServer(String name, int port, TemporaryFolder folder, List<String> command)
      throws IOException {
    this.name = name;
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    process = new ServerProcess(command, folder);
    process.awaitPort(name, address);
  }

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

  /** Starts haboob, nginx or apache; the latter two use the system's page cache. */
  static WebServer start(String name, Path root, long cacheBytes, List<String> options)
      throws IOException {
    int port = Processes.freePort();
    TemporaryFolder folder = new TemporaryFolder("arashi-bench-" + name);
    List<String> command =
        switch (name) {
          case "haboob" -> haboob(port, root, cacheBytes, options);
          case "nginx" -> nginx(port, root, folder.path(), "", "");
          case "apache" -> apache(port, root, folder.path());
          default -> throw new BenchmarkException("no server " + name);
        };
    return new WebServer(name, port, folder, command);
  }

  /** Starts haboob or nginx with TLS 1.3 alone. */
  static WebServer startTls(String name, Path root, TlsKeys keys) throws IOException {
    int port = Processes.freePort();
    TemporaryFolder folder = new TemporaryFolder("arashi-bench-" + name);
    List<String> command =
        switch (name) {
          case "haboob" -> haboob(port, root, TLS_CACHE_BYTES, haboobTls(keys));
          case "nginx" -> nginx(port, root, folder.path(), "ssl", nginxTls(keys));
          default -> throw new BenchmarkException("no server " + name + " under TLS");
        };
    return new WebServer(name, port, folder, command);
  }

  private static List<String> haboobTls(TlsKeys keys) {
    return List.of("--tls", keys.store().toString(), "--tls-password", keys.password().toString());
  }

  private static String nginxTls(TlsKeys keys) {
    return String.format(
        """
        ssl_certificate %s;
            ssl_certificate_key %s;
            ssl_protocols TLSv1.3;
            ssl_session_cache shared:s:10m;
        """,
        keys.certificate(), keys.key());
  }

  private static List<String> haboob(int port, Path root, long cacheBytes, List<String> options) {
    List<String> command = Processes.java("arashi.deploy.Main");
    command.addAll(List.of("haboob", "--port", Integer.toString(port), "--root", root.toString()));
    command.addAll(List.of("--cache", Long.toString(cacheBytes)));
    command.addAll(List.of("--connections", Integer.toString(CONNECTIONS)));
    // all load comes from one address, and idle connections are measured, not closed
    command.addAll(List.of("--per-address", Integer.toString(CONNECTIONS), "--high-water", "1"));
    command.addAll(options);
    return command;
  }

  private static List<String> nginx(
      int port, Path root, Path folder, String listenOption, String settings) throws IOException {
    Path config =
        config("nginx.conf", folder, root, folder, port, CONNECTIONS, listenOption, settings);
    List<String> command = new ArrayList<>(List.of(program("nginx").orElseThrow().toString()));
    command.addAll(List.of("-p", folder.toString(), "-c", config.toString()));
    command.addAll(List.of("-e", folder.resolve("error.log").toString()));
    return command;
  }

  private static List<String> apache(int port, Path root, Path folder) throws IOException {
    Path modules = Path.of("/usr/lib/apache2/modules");
    Path config = config("httpd.conf", folder, root, folder, port, modules);
    String apache = program("apache").orElseThrow().toString();
    return List.of(apache, "-f", config.toString(), "-DFOREGROUND");
  }

  /** Writes a server's configuration, a resource of this package with places for these values. */
  private static Path config(String name, Path folder, Object... values) throws IOException {
    try (InputStream template = WebServer.class.getResourceAsStream(name)) {
      String text = new String(template.readAllBytes(), StandardCharsets.UTF_8);
      return Files.writeString(folder.resolve(name), Figures.text(text, values));
    }
  }

  String name() {
    return name;
  }

  InetSocketAddress address() {
    return address;
  }

  /** The process that was started; others may be its children. */
  ProcessHandle process() {
    return process.handle();
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
