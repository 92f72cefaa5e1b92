package arashi.deploy.torture;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;

/** An mbox of mails with subjects of their own, and text that does not compress. */
final class Mailbox {
  private final String name;
  private final int mails;
  private final int textBytes;
  private Path file;

  /** {@code mails} mails with about {@code textBytes} of text each. */
  Mailbox(String name, int mails, int textBytes) {
    this.name = name;
    this.mails = mails;
    this.textBytes = textBytes;
  }

  /** Part of each subject. */
  String name() {
    return name;
  }

  Path file() {
    return file;
  }

  /** Subjects of all mails. */
  List<String> subjects() {
    List<String> all = new ArrayList<>();
    for (int n = 0; n < mails; n++) {
      all.add(subject(n));
    }
    return all;
  }

  private String subject(int n) {
    return "Mark " + name + " " + n;
  }

  Mailbox writeTo(Path folder) {
    file = folder.resolve(name + ".mbox");
    Random random = new Random(name.hashCode());
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int n = 0; n < mails; n++) {
        byte[] text = new byte[textBytes * 3 / 4];
        random.nextBytes(text);
        String mail =
            "From ada@example.org Fri Mar  1 08:00:00 2024\n"
                + "From: Ada <ada@example.org>\nTo: Reader <reader@example.net>\n"
                + "Subject: "
                + subject(n)
                + "\nDate: Fri, 1 Mar 2024 08:00:00 +0000\nMessage-ID: <"
                + n
                + "."
                + name
                + "@example.org>\n\nWords of mail "
                + n
                + ".\n"
                + Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(text)
                + "\n\n";
        out.write(mail.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }
}
