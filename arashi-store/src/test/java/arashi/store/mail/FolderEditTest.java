package arashi.store.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import arashi.store.StoreFixture;
import arashi.store.change.Change.FolderChanged;
import arashi.store.mail.FolderRefusedException.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of folders by users. */
@Tag("database")
class FolderEditTest {
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final FolderEdit edit = fixture.store.mail().folderEdit();
  private static final Folders folders = fixture.store.mail().folders();
  private long account;

  @BeforeEach
  void makeAccount() {
    account = fixture.account();
  }

  /** An operation that may be refused. */
  private interface Attempt {
    void run() throws FolderRefusedException;
  }

  private static Reason refused(Attempt attempt) {
    FolderRefusedException refusal =
        catchThrowableOfType(FolderRefusedException.class, attempt::run);
    return refusal == null ? null : refusal.reason();
  }

  private long make(long parent, String name) throws FolderRefusedException {
    return edit.create(account, parent, name).id();
  }

  private Folder read(long folder) {
    return folders.byId(account, folder).orElseThrow();
  }

  private long trash() {
    return folders.byRole(account, FolderRole.TRASH).orElseThrow().id();
  }

  private long modSeq() {
    return fixture.store.mail().changes().modSeq(account).orElseThrow();
  }

  @Test
  void aNameIsKeptInNormalFormAndUniqueInIt() throws Exception {
    long folder = make(Folder.TOP, "  Cafe\u0301 ");
    assertThat(read(folder).name()).isEqualTo("Caf\u00e9");
    assertThat(refused(() -> make(Folder.TOP, "Caf\u00e9"))).isEqualTo(Reason.TAKEN);
    assertThat(refused(() -> make(folder, "Caf\u00e9"))).as("elsewhere").isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a/b", "a\nb", "a\u0000", "a\u2028b", "\ud800"})
  void somethingIsNoName(String name) {
    assertThat(refused(() -> make(Folder.TOP, name))).isEqualTo(Reason.NAME);
    assertThat(refused(() -> make(Folder.TOP, "x".repeat(192)))).isEqualTo(Reason.NAME);
  }

  @Test
  void anyOtherUnicodeIsAName() throws Exception {
    for (String name : List.of("家族", "مشاريع", "😀", "a\\b", "100 %", "<b>", "x".repeat(191))) {
      assertThat(read(make(Folder.TOP, name)).name()).isEqualTo(name);
    }
  }

  @Test
  void keepsItsIdAndItsUidsWhereverItGoes() throws Exception {
    long other = make(Folder.TOP, "Other");
    long folder = make(Folder.TOP, "Lists");
    long child = make(folder, "Linux");
    Folder before = read(folder);
    long seen = modSeq();

    edit.rename(account, folder, "Listen");
    assertThat(edit.move(account, folder, other)).as("where it was").isEqualTo(Folder.TOP);

    Folder after = read(folder);
    assertThat(after.name()).isEqualTo("Listen");
    assertThat(after.parent()).isEqualTo(other);
    assertThat(after.uidValidity()).isEqualTo(before.uidValidity());
    assertThat(after.modSeq()).isEqualTo(modSeq());
    assertThat(read(child).parent()).isEqualTo(folder);
    assertThat(fixture.store.mail().changes().since(account, seen, 10).orElseThrow().entries())
        .flatMap(entry -> entry.changes())
        .containsExactly(new FolderChanged(folder), new FolderChanged(folder));
  }

  @Test
  void doesNotGoIntoItself() throws Exception {
    long folder = make(Folder.TOP, "A");
    long inside = make(make(folder, "B"), "C");
    assertThat(refused(() -> edit.move(account, folder, folder))).isEqualTo(Reason.WITHIN_ITSELF);
    assertThat(refused(() -> edit.move(account, folder, inside))).isEqualTo(Reason.WITHIN_ITSELF);
    assertThat(read(folder).parent()).isEqualTo(Folder.TOP);
  }

  @Test
  void depthIsBounded() throws Exception {
    long parent = Folder.TOP;
    for (int depth = 1; depth <= FolderEdit.MAX_DEPTH; depth++) {
      parent = make(parent, "at " + depth);
    }
    long deepest = parent;
    assertThat(refused(() -> make(deepest, "deeper"))).isEqualTo(Reason.TOO_DEEP);
    long tall = make(Folder.TOP, "Tall");
    make(tall, "Inside");
    long lastButOne = read(deepest).parent();
    assertThat(refused(() -> edit.move(account, tall, lastButOne))).isEqualTo(Reason.TOO_DEEP);
  }

  @Test
  void aSpecialFolderStaysAsItIs() {
    long inbox = folders.byRole(account, FolderRole.INBOX).orElseThrow().id();
    assertThat(refused(() -> edit.rename(account, inbox, "In"))).isEqualTo(Reason.SPECIAL);
    assertThat(refused(() -> edit.move(account, inbox, trash()))).isEqualTo(Reason.SPECIAL);
    assertThat(refused(() -> edit.delete(account, inbox))).isEqualTo(Reason.SPECIAL);
    assertThat(refused(() -> edit.delete(account, trash()))).isEqualTo(Reason.SPECIAL);
  }

  @Test
  void goesToTrashUnderAFreeName() throws Exception {
    long parent = make(Folder.TOP, "Parent");
    long first = make(parent, "Lists");
    long second = make(Folder.TOP, "Lists");
    assertThat(edit.delete(account, first)).hasValue(parent);
    assertThat(edit.delete(account, second)).hasValue(Folder.TOP);
    assertThat(read(first).parent()).isEqualTo(trash());
    assertThat(read(first).name()).isEqualTo("Lists");
    assertThat(read(second).name()).isEqualTo("Lists (2)");
  }

  @Test
  void inTrashItIsRemovedForGoodWhenItIsEmpty() throws Exception {
    long folder = make(Folder.TOP, "A");
    long inside = make(folder, "B");
    edit.delete(account, folder);
    assertThat(refused(() -> edit.delete(account, folder))).isEqualTo(Reason.NOT_EMPTY);
    assertThat(edit.delete(account, inside)).isEmpty();
    assertThat(edit.delete(account, folder)).isEmpty();
    assertThat(folders.byId(account, folder)).isEmpty();
    assertThat(make(Folder.TOP, "A")).as("ids are never used twice").isGreaterThan(inside);
  }

  @Test
  void isHiddenAndShownButNotTheInbox() throws Exception {
    long folder = make(Folder.TOP, "A");
    assertThat(read(folder).hidden()).isFalse();
    edit.hide(account, folder, true);
    assertThat(read(folder).hidden()).isTrue();
    edit.hide(account, trash(), true);
    assertThat(read(trash()).hidden()).isTrue();
    edit.hide(account, folder, false);
    assertThat(read(folder).hidden()).isFalse();
    long inbox = folders.byRole(account, FolderRole.INBOX).orElseThrow().id();
    assertThat(refused(() -> edit.hide(account, inbox, true))).isEqualTo(Reason.SPECIAL);
  }

  @Test
  void whatIsNotThereIsToldApart() {
    assertThatExceptionOfType(NoSuchFolderException.class)
        .isThrownBy(() -> edit.rename(account, 999, "x"));
    assertThatExceptionOfType(NoSuchFolderException.class)
        .isThrownBy(() -> edit.create(account, 999, "x"));
  }

  /** Random edits against a plain model of names and parents. */
  @Test
  void agreesWithAModel() throws Exception {
    long seed = Long.getLong("arashi.test.seed", System.nanoTime());
    Random random = new Random(seed);
    Map<Long, String> names = new HashMap<>();
    Map<Long, Long> parents = new HashMap<>();
    Set<Long> used = new HashSet<>();
    Set<Long> validities = new HashSet<>();
    long trash = trash();
    for (int step = 0; step < 300; step++) {
      List<Long> all = new ArrayList<>(names.keySet());
      all.sort(null);
      long any = all.isEmpty() ? 0 : all.get(random.nextInt(all.size()));
      long parent =
          all.isEmpty() || random.nextInt(4) == 0 ? 0 : all.get(random.nextInt(all.size()));
      String name = "n" + random.nextInt(6);
      switch (random.nextInt(any == 0 ? 1 : 4)) {
        case 0 -> {
          if (refused(() -> make(parent, name)) == null) {
            Folder made =
                folders.byName(account, path(names, parents, parent) + name).orElseThrow();
            assertThat(used.add(made.id())).as("seed %s: a new id", seed).isTrue();
            assertThat(validities.add(made.uidValidity())).as("a new uidvalidity").isTrue();
            names.put(made.id(), name);
            parents.put(made.id(), parent);
          }
        }
        case 1 -> {
          if (refused(() -> edit.rename(account, any, name)) == null) {
            names.put(any, name);
          }
        }
        case 2 -> {
          if (refused(() -> edit.move(account, any, parent)) == null) {
            parents.put(any, parent);
          }
        }
        default -> {
          boolean inTrash = isIn(parents, any, trash);
          if (refused(() -> edit.delete(account, any)) == null) {
            if (inTrash) {
              assertThat(parents).as("only an empty one goes").doesNotContainValue(any);
              names.remove(any);
              parents.remove(any);
            } else {
              parents.put(any, trash);
              names.put(any, read(any).name()); // a number may have been appended
            }
          }
        }
      }
      Map<Long, String> own =
          folders.list(account).stream()
              .filter(folder -> folder.role().isEmpty())
              .collect(Collectors.toMap(Folder::id, f -> f.parent() + "/" + f.name()));
      Map<Long, String> wanted = new HashMap<>();
      names.forEach((id, own1) -> wanted.put(id, parents.get(id) + "/" + own1));
      assertThat(own).as("seed %s, step %s", seed, step).isEqualTo(wanted);
      assertThat(new HashSet<>(own.values())).as("unique in their parents").hasSize(own.size());
    }
  }

  private static boolean isIn(Map<Long, Long> parents, long folder, long other) {
    long parent = parents.get(folder);
    return parent == other || (parents.containsKey(parent) && isIn(parents, parent, other));
  }

  private String path(Map<Long, String> names, Map<Long, Long> parents, long folder) {
    if (folder == 0) {
      return "";
    }
    String name = names.containsKey(folder) ? names.get(folder) : read(folder).name();
    return path(names, parents, parents.getOrDefault(folder, 0L)) + name + "/";
  }
}
