package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Data of another user are answered with 404. */
@Tag("database")
class OtherUsersTest {
  private final TestService service = TestService.shared();
  private TestUser owner;
  private Client stranger;
  private Folder folder;
  private long uid;

  @BeforeEach
  void makeAFolderThatOnlyOneUserHas() {
    owner = service.user();
    // Ids of folders are per account: this one must be none of the stranger's.
    folder = owner.addFolder("Private");
    long inInbox =
        owner.receives(
            Mails.withFile(
                1,
                "Confidential kettle",
                "Content-Type: image/png\r\nContent-Disposition: attachment; filename=a.png",
                new byte[] {1, 2, 3}));
    uid =
        owner
            .store()
            .mail()
            .items()
            .refile(
                owner.id(),
                owner.folder(FolderRole.INBOX).id(),
                java.util.List.of(inInbox),
                folder.id())
            .uids()
            .get(inInbox);
    stranger = service.signedIn(service.user());
  }

  @Test
  void isNotFound() {
    String list = "/mail/" + folder.id();
    String message = list + "/" + uid;

    for (String path :
        new String[] {
          list,
          message,
          message + "/body",
          message + "/raw",
          message + "/reply",
          message + "/forward",
          message + "/forward-attached",
          message + "/edit",
          message + "/part/1",
          message + "/part/2?inline=1",
          message + "?headers=full",
          message + "?view=plain"
        }) {
      Answer answer = stranger.get(path);
      assertThat(answer.status()).as(path).isEqualTo(404);
      assertThat(answer.text()).as(path).doesNotContain("onfidential");
    }
  }

  @Test
  void isNotChanged() {
    String list = "/mail/" + folder.id();

    assertThat(stranger.act(list + "/delete", field("uid", uid)).status()).isEqualTo(404);
    assertThat(stranger.act(list + "/flag", field("uid", uid), field("set", "seen")).status())
        .isEqualTo(404);
    assertThat(stranger.act(list + "/refile", field("uid", uid), field("to", 1)).status())
        .isEqualTo(404);
    Folder after = owner.store().mail().folders().byId(owner.id(), folder.id()).orElseThrow();
    assertThat(after.total()).isEqualTo(1);
    assertThat(after.unread()).isEqualTo(1);
  }

  @Test
  void takesNoMailFromStrangers() {
    TestUser other = service.user();
    long mine = other.receives(Mails.plain(1, "Ada <ada@example.org>", "Mine", "text"));
    Client client = service.signedIn(other);

    Answer answer =
        client.act(
            other.path(FolderRole.INBOX) + "/refile", field("uid", mine), field("to", folder.id()));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(other.counters(FolderRole.INBOX).total()).isEqualTo(1);
    assertThat(owner.store().mail().folders().byId(owner.id(), folder.id()).orElseThrow().total())
        .isEqualTo(1);
  }

  @Test
  void isNotFoundBySearch() {
    assertThat(service.signedIn(owner).get("/search?q=confidential").rows()).hasSize(1);
    assertThat(stranger.get("/search?q=confidential").rows()).isEmpty();
    assertThat(stranger.get("/search?q=in:Private").rows()).isEmpty();
  }
}
