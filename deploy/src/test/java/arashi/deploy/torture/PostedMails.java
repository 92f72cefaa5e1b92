package arashi.deploy.torture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Mails for an MTA, as many as are asked for: made here, or the files below {@code mail} of {@code
 * -Darashi.corpus=FOLDER}, one after the other and from the first again. Their lines end with CRLF,
 * as an MTA would make them.
 */
final class PostedMails {
  private static final String FOLDER = System.getProperty("arashi.corpus", "");
  private static final int MADE = 120;

  /** Some servers refuse more by default. */
  private static final long MOST_BYTES = 10 << 20;

  private final List<Path> files;

  PostedMails() {
    files = FOLDER.isEmpty() ? List.of() : filesOf(Path.of(FOLDER, "mail"));
  }

  private static List<Path> filesOf(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).filter(PostedMails::isSmall).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSmall(Path file) {
    try {
      return Files.size(file) <= MOST_BYTES;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number of different mails. */
  int size() {
    return files.isEmpty() ? MADE : files.size();
  }

  /** The mail with a number from zero. */
  byte[] mail(int number) {
    int n = number % size();
    return files.isEmpty() ? made(number, n) : withCrlf(files.get(n));
  }

  private static byte[] withCrlf(Path file) {
    try {
      byte[] octets = Files.readAllBytes(file);
      ByteArrayOutputStream lines = new ByteArrayOutputStream(octets.length + 1_000);
      byte last = '\n';
      for (byte octet : octets) {
        if (octet == '\n' && last != '\r') {
          lines.write('\r');
        }
        lines.write(octet);
        last = octet;
      }
      if (last != '\n') {
        lines.writeBytes(new byte[] {'\r', '\n'});
      }
      return lines.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A mail of a kind that servers found hard; {@code kind} names kind and size. */
  private static byte[] made(int number, int kind) {
    Random random = new Random(kind);
    StringBuilder mail = new StringBuilder("From: Ada <ada@example.com>\r\n");
    if (kind % 7 != 3) {
      mail.append("Message-ID: <").append(number).append("@example.com>\r\n");
    }
    mail.append("Date: Fri, 1 Mar 2024 08:00:00 +0000\r\nSubject: Posted ").append(number);
    if (kind % 5 == 1) {
      mail.append("\r\n\tfolded ".repeat(1 + random.nextInt(20)));
    }
    if (kind % 11 == 4) {
      mail.append("\r\nContent-Type: multipart/mixed; boundary=cut\r\n\r\n--cut\r\n\r\nfirst");
      mail.append("\r\n--cut\r\nContent-Type: application/octet-stream\r\n\r\n");
    } else {
      mail.append("\r\n\r\n");
    }
    int lines = kind % 13 == 0 ? 0 : 1 << random.nextInt(kind % 29 == 0 ? 12 : 7);
    for (int i = 0; i < lines; i++) {
      switch (random.nextInt(8)) {
        case 0 -> mail.append(".".repeat(random.nextInt(4)));
        case 1 -> mail.append("long ".repeat(random.nextInt(600)));
        case 2 -> mail.append("\u00e4\u00ff\u0080 beyond ASCII");
        case 3 -> mail.append("blanks at the end \t ");
        case 4 -> mail.append("From somebody");
        default -> mail.append("word ".repeat(random.nextInt(15))).append(random.nextInt());
      }
      mail.append("\r\n");
    }
    return mail.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
