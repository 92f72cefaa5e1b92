package arashi.store.draft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import arashi.store.blob.Sha256;
import arashi.store.draft.SaveResult.Changed;
import arashi.store.draft.SaveResult.Discarded;
import arashi.store.draft.SaveResult.Saved;
import arashi.store.draft.Uploads.Upload;
import arashi.store.mail.Flag;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Item;
import arashi.store.mail.Order;
import arashi.store.mail.PreparedMail;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("database")
class DraftsTest {
  private static final long LIMIT = 1 << 20;

  @TempDir private Path directory;

  private StoreFixture fixture;
  private Drafts drafts;
  private Uploads uploads;
  private long ada;

  @BeforeEach
  void open() {
    fixture = new StoreFixture();
    drafts = fixture.store.outgoing().drafts();
    uploads = fixture.store.outgoing().uploads();
    ada = fixture.account();
  }

  @AfterEach
  void close() throws SQLException {
    fixture.assertConsistent(ada);
    fixture.close();
  }

  private SaveResult save(String key, int version, String text, Sha256... attachments) {
    return drafts.save(ada, key, version, text.getBytes(UTF_8), List.of(attachments));
  }

  private Saved saved(String key, int version, String text, Sha256... attachments) {
    return (Saved) save(key, version, text, attachments);
  }

  private String text(long id) {
    return new String(drafts.find(ada, id).orElseThrow().content(), UTF_8);
  }

  private Sha256 upload(long account, String content) throws IOException {
    return upload(account, content.getBytes(UTF_8), LIMIT).orElseThrow().sha256();
  }

  private Optional<Upload> upload(long account, byte[] content, long limit) throws IOException {
    try (Uploads.Receiving form = uploads.receive(account, directory)) {
      Optional<Upload> received = form.add(new ByteArrayInputStream(content), limit);
      form.store(Long.MAX_VALUE);
      return received;
    }
  }

  private PreparedMail item(String text) {
    return fixture
        .store
        .mail()
        .mailWriter()
        .prepare(StoreFixture.mail(text).flags(Flag.SEEN, Flag.DRAFT).build());
  }

  private List<Item> items() {
    long folder = fixture.folder(ada, FolderRole.DRAFTS);
    return fixture.store.mail().items().first(ada, folder, Order.NEWEST_FIRST, 100).rows();
  }

  private int sweep() {
    return fixture
        .store
        .mail()
        .blobs()
        .sweep(fixture.now.get().minus(Duration.ofDays(1)), Optional.empty(), 1_000)
        .deleted();
  }

  @Test
  void eachSaveIsANewVersion() {
    Saved first = saved("k", 0, "one");
    Saved second = saved("k", first.version(), "two");

    assertThat(second.id()).isEqualTo(first.id());
    assertThat(second.version()).isEqualTo(2);
    assertThat(text(first.id())).isEqualTo("two");
    assertThat(drafts.list(ada)).hasSize(1);
  }

  @Test
  void aSaveThatComesTwiceIsOne() {
    Saved first = saved("k", 0, "one");
    assertThat(save("k", 0, "one")).isEqualTo(first);
    Saved second = saved("k", 1, "two");
    assertThat(saved("k", 1, "two").version()).isEqualTo(second.version());
    assertThat(drafts.list(ada)).hasSize(1);
  }

  @Test
  void theSecondOfTwoTabsIsToldAndNothingIsOverwritten() {
    saved("k", 0, "one");
    saved("k", 1, "from the tab B");

    assertThat(save("k", 1, "from the tab A"))
        .isInstanceOfSatisfying(
            Changed.class,
            changed -> {
              assertThat(changed.version()).isEqualTo(2);
              assertThat(changed.content()).isEqualTo("from the tab B".getBytes(UTF_8));
            });
    assertThat(text(drafts.list(ada).get(0).id())).isEqualTo("from the tab B");
  }

  @Test
  void ofManyTabsAtOnceOneWins() throws Exception {
    saved("k", 0, "one");
    ExecutorService tabs = Executors.newFixedThreadPool(4);
    try {
      List<Callable<SaveResult>> saves = new ArrayList<>();
      for (int tab = 0; tab < 8; tab++) {
        String text = "tab " + tab;
        saves.add(() -> save("k", 1, text));
      }
      int won = 0;
      for (Future<SaveResult> each : tabs.invokeAll(saves)) {
        won += each.get() instanceof Saved ? 1 : 0;
      }
      assertThat(won).isEqualTo(1);
      assertThat(drafts.list(ada).get(0).version()).isEqualTo(2);
    } finally {
      tabs.shutdown();
    }
  }

  @Test
  void aDiscardedDraftComesBackWholeUntilItEnds() throws IOException {
    Sha256 file = upload(ada, "attached");
    Saved draft = saved("k", 0, "one", file);
    drafts.file(ada, draft.id(), 1, item("one"), true);
    assertThat(drafts.discard(ada, draft.id())).isTrue();

    assertThat(drafts.find(ada, draft.id())).isEmpty();
    assertThat(items()).isEmpty();
    assertThat(save("k", 1, "two")).isInstanceOf(Discarded.class);

    assertThat(drafts.restore(ada, draft.id())).isTrue();
    assertThat(text(draft.id())).isEqualTo("one");
    assertThat(drafts.find(ada, draft.id()).orElseThrow().attachments()).containsExactly(file);

    drafts.discard(ada, draft.id());
    assertThat(drafts.end(fixture.now.get().minusSeconds(1), 10)).as("too early").isZero();
    assertThat(drafts.end(fixture.now.get(), 10)).isEqualTo(1);
    assertThat(drafts.restore(ada, draft.id())).isFalse();
  }

  @Test
  void theFolderShowsOneItemOfADraft() {
    Saved draft = saved("k", 0, "one");
    assertThat(draft.itemIsDue()).isTrue();
    assertThat(drafts.file(ada, draft.id(), 1, item("one"), true)).isTrue();
    long message = items().get(0).message();

    Saved second = saved("k", 1, "two");
    assertThat(second.itemIsDue()).as("within half a minute").isFalse();
    fixture.now.updateAndGet(now -> now.plus(Drafts.ITEM_AGE));
    Saved third = saved("k", 2, "three");
    assertThat(third.itemIsDue()).isTrue();
    assertThat(drafts.file(ada, draft.id(), 2, item("late"), true))
        .as("of an old version")
        .isFalse();
    assertThat(drafts.file(ada, draft.id(), 3, item("three"), true)).isTrue();

    assertThat(items()).hasSize(1);
    assertThat(items().get(0).message()).isNotEqualTo(message);
    assertThat(items().get(0).flags())
        .containsExactlyInAnyOrder(Flag.SEEN, Flag.DRAFT, Flag.OUTGOING);
    assertThat(drafts.ofMessage(ada, items().get(0).message()).orElseThrow().id())
        .isEqualTo(draft.id());
    assertThat(fixture.store.mail().expunged().count(ada))
        .as("no trace of the items before")
        .isZero();
  }

  @Test
  void whatLagsBehindIsFound() {
    Saved draft = saved("k", 0, "one");
    assertThat(drafts.stale(fixture.now.get().minusSeconds(1), 10)).isEmpty();
    assertThat(drafts.stale(fixture.now.get(), 10))
        .containsExactly(new Drafts.Stale(ada, draft.id()));
    drafts.file(ada, draft.id(), 1, item("one"), false);
    assertThat(drafts.stale(fixture.now.get(), 10)).as("its words are not there").hasSize(1);
    drafts.file(ada, draft.id(), 1, item("one"), true);
    assertThat(drafts.stale(fixture.now.get(), 10)).isEmpty();
  }

  @Test
  void ofSeveralNodesOneTakesADraftThatLagsBehind() {
    Saved draft = saved("k", 0, "one");
    fixture.now.updateAndGet(now -> now.plusSeconds(60));
    Instant since = fixture.now.get().minusSeconds(30);
    assertThat(drafts.stale(since, 10)).containsExactly(new Drafts.Stale(ada, draft.id()));
    assertThat(drafts.stale(since, 10)).as("another node").isEmpty();
    fixture.now.updateAndGet(now -> now.plusSeconds(60)); // the first node has died
    assertThat(drafts.stale(fixture.now.get().minusSeconds(30), 10)).hasSize(1);
  }

  @Test
  void anUploadStaysForADayOrAsLongAsADraftNamesIt() throws IOException {
    Sha256 named = upload(ada, "named by a draft");
    Sha256 other = upload(ada, "named by nothing");
    Saved draft = saved("k", 0, "one", named);
    assertThat(sweep()).isZero();

    fixture.now.updateAndGet(now -> now.plus(Duration.ofDays(2)));
    assertThat(sweep()).isEqualTo(1);
    assertThat(uploads.open(ada, other)).isEmpty();
    assertThat(uploads.open(ada, named)).isPresent();

    saved("k", draft.version(), "without it");
    fixture.now.updateAndGet(now -> now.plus(Duration.ofDays(2)));
    assertThat(sweep()).isEqualTo(1);
    assertThat(uploads.open(ada, named)).isEmpty();
  }

  @Test
  void nobodyAttachesWhatIsNotTheirs() throws IOException {
    long eve = fixture.account();
    Sha256 secret = upload(ada, "secret");

    assertThat(uploads.open(eve, secret)).isEmpty();
    assertThat(drafts.save(eve, "k", 0, new byte[0], List.of(secret)))
        .isEqualTo(new SaveResult.AttachmentGone(secret.hex()));
    assertThat(drafts.list(eve)).isEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsNotKept() throws IOException, SQLException {
    assertThat(upload(ada, new byte[101], 100)).isEmpty();
    assertThat(fixture.count("blob_link", ada)).isZero();
    assertThat(upload(ada, new byte[100], 100).orElseThrow().size()).isEqualTo(100);
  }

  @Test
  void anUploadIsReadAsItCame() throws IOException {
    byte[] bytes = new byte[3 << 20];
    new Random(7).nextBytes(bytes);
    Upload upload = upload(ada, bytes, bytes.length).orElseThrow();

    assertThat(upload.sha256()).isEqualTo(Sha256.of(bytes));
    assertThat(uploads.open(ada, upload.sha256()).orElseThrow().readAllBytes()).isEqualTo(bytes);
  }

  @Test
  void keysAndContentsAreBounded() {
    assertThatThrownBy(() -> save("k".repeat(Drafts.MAX_KEY + 1), 0, "x"))
        .isInstanceOf(IllegalArgumentException.class);
    byte[] large = new byte[Drafts.MAX_CONTENT + 1];
    assertThatThrownBy(() -> drafts.save(ada, "k", 0, large, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
