package arashi.delivery.session;

import arashi.delivery.IncomingMail;
import arashi.delivery.Protocol;
import arashi.delivery.TestMailboxes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import seda.kernel.Clock;

/**
 * Listens on free ports over mailboxes in memory, for transcripts of other programs. Prints the
 * ports, and at the end of its input the stored mails.
 */
final class DeliveryMain {
  private DeliveryMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    TestMailboxes mailboxes = new TestMailboxes();
    Path keys = Files.createTempDirectory("delivery").resolve("keys.p12");
    TestKey.write(keys);
    Map<String, Object> settings =
        Map.of(
            "mail.delivery.tls.key-store",
            keys.toString(),
            "mail.delivery.tls.password",
            TestKey.PASSWORD);
    try (DeliveryFixture fixture = new DeliveryFixture(mailboxes, Clock.system(), settings)) {
      for (Protocol protocol : Protocol.values()) {
        System.out.println(protocol + " " + fixture.bind(protocol).getPort());
      }
      while (System.in.read() >= 0) {} // until the test closes the stream
      for (IncomingMail mail : mailboxes.mails()) {
        System.out.println(
            mail.envelope().sender()
                + " -> "
                + mail.recipients().stream().map(one -> one.address().toString()).toList()
                + ": "
                + mail.raw().length);
      }
    } finally {
      Files.delete(keys);
      Files.delete(keys.getParent());
    }
  }
}
