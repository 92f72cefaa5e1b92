package arashi.deploy;

import static arashi.deploy.Client.field;
import static org.assertj.core.api.Assertions.assertThat;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import java.util.List;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** People make, rename, move and delete folders, by the forms of the page of folders. */
@Tag("database")
class EditFolderTest {
  private static final TestService service = TestService.shared();
  private TestUser user;
  private Client client;

  @BeforeEach
  void signIn() {
    user = service.user();
    client = service.signedIn(user);
  }

  private Element form(String action) {
    return client.get("/mail").page().select("form[action=" + action + "]").first();
  }

  private String notice() {
    return client.get("/mail").page().select(".notice p").text();
  }

  private Folder only(String name) {
    return user.store().mail().folders().list(user.id()).stream()
        .filter(folder -> folder.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void makesRenamesAndMoves() {
    client.submit(form("/folders"), field("name", "Lists"));
    assertThat(notice()).isEqualTo("Folder made.");
    Folder lists = only("Lists");
    client.submit(form("/folders"), field("name", "Linux"), field("to", lists.id()));
    Folder linux = only("Linux");
    assertThat(linux.parent()).isEqualTo(lists.id());
    assertThat(client.get("/mail").page().select("#folders .name").eachText()).contains("Linux");

    client.submit(form("/mail/" + linux.id() + "/rename"), field("name", "Kernel"));
    assertThat(notice()).isEqualTo("Renamed.");
    client.submit(form("/mail/" + linux.id() + "/move"), field("to", 0));
    Folder kernel = only("Kernel");
    assertThat(kernel.id()).isEqualTo(linux.id());
    assertThat(kernel.parent()).isEqualTo(Folder.TOP);
  }

  @Test
  void deletesToTrashAndUndoes() {
    client.submit(form("/folders"), field("name", "Lists"));
    Folder lists = only("Lists");
    user.receives("Keep me");
    long uid = 1;
    client.act(user.path(FolderRole.INBOX) + "/refile", field("uid", uid), field("to", lists.id()));

    client.submit(form("/mail/" + lists.id() + "/remove"));
    assertThat(only("Lists").parent()).isEqualTo(user.folder(FolderRole.TRASH).id());
    Element undo = client.get("/mail").page().select("form:has(#undo)").first();
    client.submit(undo);
    assertThat(notice()).isEqualTo("Restored.");
    assertThat(only("Lists").parent()).isEqualTo(Folder.TOP);
    assertThat(only("Lists").total()).isEqualTo(1);
    assertThat(client.get("/mail/" + lists.id()).rows()).hasSize(1);
  }

  @Test
  void inTrashAFolderGoesForGoodOnceItIsEmpty() {
    client.submit(form("/folders"), field("name", "Lists"));
    Folder lists = only("Lists");
    user.receives("Hello");
    client.act(user.path(FolderRole.INBOX) + "/refile", field("uid", 1), field("to", lists.id()));
    client.submit(form("/mail/" + lists.id() + "/remove"));

    Answer refused = client.submit(form("/mail/" + lists.id() + "/remove"));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.page().select(".notice.error").text()).contains("once it is empty");

    client.act("/mail/" + lists.id() + "/refile", field("uid", 1), field("to", 1));
    client.submit(form("/mail/" + lists.id() + "/remove"));
    assertThat(notice()).isEqualTo("The folder is deleted.");
    assertThat(user.store().mail().folders().byId(user.id(), lists.id())).isEmpty();
  }

  @Test
  void aHiddenFolderIsAmongAllFoldersOnly() {
    client.submit(form("/folders"), field("name", "Lists"));
    long lists = only("Lists").id();
    client.submit(form("/folders"), field("name", "Linux"), field("to", lists));
    client.submit(form("/mail/" + lists + "/hide"));
    assertThat(client.get("/mail").page().select("#folders .name").eachText())
        .doesNotContain("Lists", "Linux");
    assertThat(client.get("/mail/" + lists).page().select("#folders [aria-current]").text())
        .isEqualTo("Lists");
    client.submit(form("/mail/" + lists + "/unhide"));
    assertThat(client.get("/mail").page().select("#folders .name").eachText())
        .contains("Lists", "Linux");
  }

  @Test
  void whatWasTypedComesBackWithTheReason() {
    client.submit(form("/folders"), field("name", "Lists"));
    Answer refused = client.submit(form("/folders"), field("name", "a/b"));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.page().select("#name").attr("value")).isEqualTo("a/b");
    assertThat(refused.page().select(".notice.error")).hasSize(1);

    long lists = only("Lists").id();
    Answer taken = client.submit(form("/mail/" + lists + "/rename"), field("name", " "));
    assertThat(taken.page().select("details[open] #name-" + lists).attr("value")).isEqualTo(" ");
  }

  @Test
  void aFolderTakesTheSpecialUseOfAnother() {
    client.submit(form("/folders"), field("name", "Ablage"));
    Folder ablage = only("Ablage");
    Folder archive = user.folder(FolderRole.ARCHIVE);
    client.submit(form("/mail/" + ablage.id() + "/use"), field("role", "archive"));
    assertThat(user.folder(FolderRole.ARCHIVE).id()).isEqualTo(ablage.id());
    assertThat(user.store().mail().folders().byId(user.id(), archive.id()).orElseThrow().role())
        .isEmpty();
    assertThat(client.get("/mail").page().select("#folders .name").eachText())
        .contains("Ablage", "Archive");

    user.receives("Done with");
    client.act(user.path(FolderRole.INBOX) + "/archive", field("uid", 1));
    assertThat(only("Ablage").total()).isEqualTo(1);
    client.submit(form("/mail/" + archive.id() + "/use"), field("role", "archive"));
    assertThat(user.folder(FolderRole.ARCHIVE).id()).isEqualTo(archive.id());
    assertThat(only("Ablage").total()).isEqualTo(1);
  }

  @Test
  void whatHasASpecialUseDoesNotGoToTrashWithAnother() {
    client.submit(form("/folders"), field("name", "Old"));
    client.submit(form("/folders"), field("name", "Kept"), field("to", only("Old").id()));
    client.submit(form("/mail/" + only("Kept").id() + "/use"), field("role", "junk"));
    Answer refused = client.submit(form("/mail/" + only("Old").id() + "/remove"));
    assertThat(refused.status()).isEqualTo(422);
    long trash = user.folder(FolderRole.TRASH).id();
    assertThat(client.act("/mail/" + only("Old").id() + "/move", field("to", trash)).status())
        .isEqualTo(422);
    assertThat(only("Old").parent()).isEqualTo(Folder.TOP);
    assertThat(client.act("/mail/" + only("Old").id() + "/use", field("role", "inbox")).status())
        .isEqualTo(400);
    client.submit(form("/folders"), field("name", "Gone"));
    client.submit(form("/mail/" + only("Gone").id() + "/remove"));
    assertThat(client.act("/mail/" + only("Gone").id() + "/use", field("role", "sent")).status())
        .isEqualTo(422);
  }

  @Test
  void specialFoldersHaveNoForms() {
    long inbox = user.folder(FolderRole.INBOX).id();
    assertThat(client.get("/mail").page().select("form[action^=/mail/" + inbox + "/]")).isEmpty();
    assertThat(client.act("/mail/" + inbox + "/rename", field("name", "In")).status())
        .isEqualTo(422);
  }

  @Test
  void foldersOfOthersCannotBeChanged() {
    client.submit(form("/folders"), field("name", "Private"));
    long folder = only("Private").id();
    TestUser other = service.user();
    Client stranger = service.signedIn(other);
    String path = "/mail/" + folder;
    assertThat(stranger.act(path + "/rename", field("name", "Mine")).status()).isEqualTo(404);
    assertThat(stranger.act(path + "/move", field("to", 0)).status()).isEqualTo(404);
    assertThat(stranger.act(path + "/remove").status()).isEqualTo(404);
    assertThat(stranger.act("/folders", field("name", "x"), field("to", folder)).status())
        .isEqualTo(404);
    assertThat(client.post("/folders", List.of(field("name", "forged"))).status()).isEqualTo(403);
    assertThat(only("Private").parent()).isEqualTo(Folder.TOP);
  }
}
