package arashi.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import arashi.deploy.Arashi;
import arashi.deploy.Client;
import arashi.deploy.Mails;
import arashi.deploy.TestService;
import arashi.deploy.TestUser;
import arashi.store.mail.FolderRole;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arashi import} into a store that a service uses at the same time. */
class ImportCommandTest {
  private final TestService service = TestService.shared();
  private TestUser user;
  @TempDir private Path folder;

  @BeforeEach
  void addUser() {
    user = service.user();
  }

  private Arashi.Outcome load(String... arguments) {
    return loadFor(user.name(), arguments);
  }

  private static Arashi.Outcome loadFor(String name, String... arguments) {
    List<String> all = new java.util.ArrayList<>(List.of("import", "--user", name));
    all.addAll(UserCommandTest.mysql());
    all.addAll(List.of(arguments));
    return Arashi.run(all);
  }

  private static byte[] mail(int n) {
    return Mails.plain(n, "Ada <ada@example.org>", "Mail " + n, "Text of mail " + n + "\r\n");
  }

  /** Ten mails as an mbox, three in a Maildir, two alone. */
  private void writeFifteen() throws IOException {
    ByteArrayOutputStream mbox = new ByteArrayOutputStream();
    for (int n = 0; n < 10; n++) {
      mbox.write(Mails.utf8("From ada@example.org Fri Mar  1 08:00:00 2024\n"));
      mbox.write(mail(n));
      mbox.write('\n');
    }
    Files.write(folder.resolve("list.mbox"), mbox.toByteArray());
    Path maildir = folder.resolve("maildir");
    for (String part : List.of("cur", "new", "tmp")) {
      Files.createDirectories(maildir.resolve(part));
    }
    Files.write(maildir.resolve("cur/1.host:2,S"), mail(100));
    Files.write(maildir.resolve("cur/2.host:2,FS"), mail(101));
    Files.write(maildir.resolve("new/3.host"), mail(102));
    Files.write(folder.resolve("a.eml"), mail(200));
    Files.write(folder.resolve("b.eml"), mail(201));
  }

  @Test
  void takesMboxMaildirAndSingleMails() throws IOException {
    writeFifteen();

    Arashi.Outcome outcome = load(folder.toString());

    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out()).contains("15 mails", "15 added", "0 there already", "mails/s");
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(15, 13));
    Map<String, Long> subjects =
        service.signedIn(user).get(user.path(FolderRole.INBOX)).subjects().stream()
            .collect(Collectors.groupingBy(s -> s, Collectors.counting()));
    assertThat(subjects).hasSize(15).doesNotContainValue(2L);
  }

  @Test
  void addsNothingTheSecondTime() throws IOException {
    writeFifteen();
    load(folder.toString());

    Arashi.Outcome again = load(folder.toString());

    assertThat(again.exit()).isZero();
    assertThat(again.out()).contains("0 added", "15 there already");
    assertThat(user.counters(FolderRole.INBOX)).isEqualTo(new TestUser.Counters(15, 13));
  }

  @Test
  void createsTheGivenFolder() throws IOException {
    writeFifteen();

    assertThat(load("--folder", "Lists/Kettles", folder.resolve("list.mbox").toString()).exit())
        .isZero();
    assertThat(load("--folder", "inbox", folder.resolve("a.eml").toString()).exit()).isZero();

    assertThat(
            user.store().mail().folders().byName(user.id(), "Lists/Kettles").orElseThrow().total())
        .isEqualTo(10);
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(1);
  }

  @Test
  void skipsFilesWithoutMailAndSaysWhy() throws IOException {
    writeFifteen();
    byte[] noMail = {(byte) 0xff, 0, 13, 10, 0, (byte) 0xfe};
    Files.write(folder.resolve("c.eml"), noMail);
    Files.write(folder.resolve("empty.eml"), new byte[0]);

    Arashi.Outcome outcome = load(folder.toString());

    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(outcome.out())
        .contains("15 added", "2 were left out (", "1: it is empty", "1: not mail: a binary file");
    assertThat(outcome.err()).contains("c.eml: not mail: a binary file", "empty.eml: it is empty");
    assertThat(user.counters(FolderRole.INBOX).total()).isEqualTo(15);
  }

  @Test
  void filesMailWhereItLayAndAsItWasMarked() throws IOException {
    String mbox = "";
    String[] labels = {
      "Inbox,Opened", "Sent,Opened", "Spam,Unread", "Clubs/Rowing,Unread", "Trash"
    };
    for (int n = 0; n < labels.length; n++) {
      mbox +=
          "From x@xxx Mon Mar 04 01:00:00 +0000 2024\nX-Gmail-Labels: "
              + labels[n]
              + "\nSubject: Mail "
              + n
              + "\nFrom: eve@x.example\n\ntext\n\n";
    }
    Path file = Files.write(folder.resolve("all.mbox"), Mails.utf8(mbox));

    Arashi.Outcome outcome = load("--folder", "Old", file.toString());

    assertThat(outcome.exit()).as(outcome.toString()).isZero();
    assertThat(user.counters(FolderRole.INBOX).total()).isZero();
    assertThat(user.counters(FolderRole.SENT)).isEqualTo(new TestUser.Counters(1, 0));
    assertThat(user.counters(FolderRole.JUNK)).isEqualTo(new TestUser.Counters(1, 1));
    assertThat(user.counters(FolderRole.TRASH)).isEqualTo(new TestUser.Counters(1, 0));
    for (String path : List.of("Old", "Clubs/Rowing")) {
      assertThat(user.store().mail().folders().byName(user.id(), path).orElseThrow().total())
          .as(path)
          .isEqualTo(1);
    }

    assertThat(load("--folder", "Old", file.toString()).out())
        .contains("0 added", "5 there already");
  }

  @Test
  void saysWhatIsMissing() {
    Arashi.Outcome path = load(folder.resolve("nothing").toString());
    assertThat(path.exit()).isEqualTo(1);
    assertThat(path.err()).contains("nothing is not there");

    Arashi.Outcome nobody = loadFor("nobody", folder.toString());
    assertThat(nobody.exit()).isEqualTo(1);
    assertThat(nobody.err()).contains("there is no user nobody");

    Arashi.Outcome name = load("--folder", "a//b", folder.toString());
    assertThat(name.exit()).isEqualTo(1);
    assertThat(name.err()).contains("a folder's name");
  }

  @Test
  void showsWhatWasImportedWhileTheServiceRuns() throws IOException {
    Client client = service.signedIn(user);
    assertThat(client.get(user.path(FolderRole.INBOX)).rows()).isEmpty();
    writeFifteen();

    load(folder.toString());

    assertThat(client.get(user.path(FolderRole.INBOX)).rows()).hasSize(15);
    assertThat(client.get("/search?q=201").subjects()).containsExactly("Mail 201");
  }
}
