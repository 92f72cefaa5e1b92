package benchmarks.web;

import benchmarks.load.ProcessTree;
import benchmarks.load.Processes;
import benchmarks.load.ServerProcess;
import benchmarks.load.TemporaryFolder;
import benchmarks.report.BenchmarkException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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

  /** Whether a server of that name can be started here; Haboob always can. */
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
   * Starts one.
   *
   * @param name haboob, nginx or apache
   * @param cacheBytes of Haboob's page cache; the others use the system's
   */
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

  /**
   * Starts one that speaks TLS 1.3 alone.
   *
   * @param name haboob or nginx
   */
  static WebServer startTls(String name, Path root, TlsKeys keys) throws IOException {
    int port = Processes.freePort();
    TemporaryFolder folder = new TemporaryFolder("arashi-bench-" + name);
    List<String> command =
        switch (name) {
          case "haboob" -> {
            List<String> java = Processes.java(TlsHaboobMain.class.getName());
            java.addAll(List.of(Integer.toString(port), root.toString(), keys.store().toString()));
            yield java;
          }
          case "nginx" -> nginx(port, root, folder.path(), "ssl", nginxTls(keys));
          default -> throw new BenchmarkException("no server " + name + " under TLS");
        };
    return new WebServer(name, port, folder, command);
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
    // all load comes from one address, and what is idle is measured, not closed
    command.addAll(List.of("--per-address", Integer.toString(CONNECTIONS), "--high-water", "1"));
    command.addAll(options);
    return command;
  }

  private static List<String> nginx(
      int port, Path root, Path folder, String listenOption, String settings) throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("nginx.conf"),
            String.format(
                """
                worker_processes auto;
                worker_rlimit_nofile 20000;
                daemon off;
                pid %2$s/pid;
                error_log %2$s/error.log;
                events { worker_connections %4$d; multi_accept on; }
                http {
                  access_log off;
                  sendfile on;
                  tcp_nopush on;
                  tcp_nodelay on;
                  keepalive_requests 100000;
                  keepalive_timeout 65;
                  open_file_cache max=20000 inactive=60s;
                  open_file_cache_valid 1s;
                  open_file_cache_min_uses 1;
                  client_body_temp_path %2$s/b; proxy_temp_path %2$s/p; fastcgi_temp_path %2$s/f;
                  uwsgi_temp_path %2$s/u; scgi_temp_path %2$s/s;
                  default_type application/octet-stream;
                  server {
                    listen 127.0.0.1:%3$d backlog=4096 reuseport %5$s;
                    %6$s
                    root %1$s;
                  }
                }
                """,
                root, folder, port, CONNECTIONS, listenOption, settings));
    return List.of(
        program("nginx").orElseThrow().toString(),
        "-p",
        folder.toString(),
        "-e",
        folder.resolve("error.log").toString(),
        "-c",
        config.toString());
  }

  private static List<String> apache(int port, Path root, Path folder) throws IOException {
    Path modules = Path.of("/usr/lib/apache2/modules");
    Path config =
        Files.writeString(
            folder.resolve("httpd.conf"),
            String.format(
                """
                ServerRoot %2$s
                ServerName localhost
                Listen 127.0.0.1:%3$d
                ListenBacklog 4096
                PidFile %2$s/pid
                Mutex file:%2$s
                ErrorLog %2$s/error.log
                LoadModule mpm_event_module %4$s/mod_mpm_event.so
                LoadModule authz_core_module %4$s/mod_authz_core.so
                User www-data
                Group www-data
                StartServers 2
                ServerLimit 16
                ThreadLimit 128
                ThreadsPerChild 128
                MaxRequestWorkers 2048
                MinSpareThreads 128
                MaxSpareThreads 2048
                AsyncRequestWorkerFactor 16
                KeepAlive On
                MaxKeepAliveRequests 100000
                KeepAliveTimeout 65
                EnableSendfile On
                DocumentRoot %1$s
                <Directory />
                  AllowOverride None
                  Options FollowSymLinks
                  Require all granted
                </Directory>
                """,
                root, folder, port, modules));
    List<String> command = new ArrayList<>();
    command.add(program("apache").orElseThrow().toString());
    command.addAll(List.of("-f", config.toString(), "-DFOREGROUND"));
    return command;
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
