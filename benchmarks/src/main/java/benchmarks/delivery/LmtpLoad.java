package benchmarks.delivery;

import benchmarks.report.BenchmarkException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Delivers mail as an MTA does: a few connections, each with one mail after the other, and the
 * commands before the content in one piece.
 */
final class LmtpLoad {
  private static final int PATIENCE_MILLIS = 120_000;

  private final int connections;
  private final AtomicInteger senders = new AtomicInteger();

  LmtpLoad(int connections) {
    this.connections = connections;
  }

  /**
   * Delivers each mail once, under a sender of its own, so that none is a retry of another.
   *
   * @param mails with lines that end with CRLF
   * @return from the first connection to the last answer
   */
  Duration deliver(List<byte[]> mails, MailServer server) {
    AtomicInteger next = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(connections);
    long begin = System.nanoTime();
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        all.add(
            threads.submit(
                () -> {
                  session(mails, next, server);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      return Duration.ofNanos(System.nanoTime() - begin);
    } catch (ExecutionException e) {
      throw new BenchmarkException(server.title() + ": " + e.getCause().getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private void session(List<byte[]> mails, AtomicInteger next, MailServer server)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      OutputStream out = socket.getOutputStream();
      expect("220", in);
      write(out, "LHLO load.example.net\r\n");
      expect("250", in);
      for (int n = next.getAndIncrement(); n < mails.size(); n = next.getAndIncrement()) {
        write(
            out,
            "MAIL FROM:<s"
                + senders.getAndIncrement()
                + "@example.net>\r\nRCPT TO:<"
                + server.recipient()
                + ">\r\nDATA\r\n");
        expect("250", in);
        expect("250", in);
        expect("354", in);
        out.write(stuffed(mails.get(n)));
        expect("250", in);
      }
      write(out, "QUIT\r\n");
      expect("221", in);
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static void expect(String code, BufferedReader in) throws IOException {
    String line = in.readLine();
    while (line != null && line.startsWith(code + "-")) {
      line = in.readLine();
    }
    if (line == null || !line.startsWith(code)) {
      throw new IOException("expected " + code + ", got " + line);
    }
  }

  private static byte[] stuffed(byte[] mail) {
    ByteArrayOutputStream sent = new ByteArrayOutputStream(mail.length + 100);
    boolean atStart = true;
    for (byte octet : mail) {
      if (atStart && octet == '.') {
        sent.write('.');
      }
      sent.write(octet);
      atStart = octet == '\n';
    }
    sent.writeBytes(".\r\n".getBytes(StandardCharsets.US_ASCII));
    return sent.toByteArray();
  }
}
