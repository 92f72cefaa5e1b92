package arashi.store.job;

import static arashi.store.StoreFixture.mail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.store.StoreFixture;
import arashi.store.mail.Flag;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.NoSuchFolderException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work on all mails of a folder, step by step. */
@Tag("database")
class JobsTest {
  @AutoClose private static final StoreFixture fixture = new StoreFixture();
  private static final Jobs jobs = fixture.store.upkeep().jobs();
  private static final JobLimits LIMITS =
      new JobLimits(10, 2, Duration.ofSeconds(1), Duration.ofDays(1));

  private long account;
  private long inbox;
  private long archive;

  @AfterEach
  void countersAreRight() throws SQLException {
    fixture.assertConsistent(account);
  }

  @BeforeEach
  void makeAccount() {
    runAll(); // left by failed tests
    account = fixture.account();
    inbox = fixture.inbox(account);
    archive = fixture.folder(account, FolderRole.ARCHIVE);
  }

  private static void runAll() {
    while (jobs.step(LIMITS)) {
      // run the next
    }
  }

  private static void pass(Duration time) {
    fixture.now.updateAndGet(now -> now.plus(time));
  }

  private void fill(long folder, String name, int mails) {
    fixture.store.mail().mailWriter().add(account, folder, StoreFixture.mails(name, mails));
  }

  private List<String> mails(long folder) throws SQLException {
    return fixture.rows(
        "SELECT HEX(sha_prefix) FROM item WHERE account = %d AND folder = %d ORDER BY uid"
            .formatted(account, folder));
  }

  private Folder read(long folder) {
    return fixture.store.mail().folders().byId(account, folder).orElseThrow();
  }

  private Job start(Work work) {
    return jobs.start(account, work, LIMITS).orElseThrow();
  }

  private Job now(Job job) {
    return jobs.get(account, job.id()).orElseThrow();
  }

  @Test
  void aSmallFolderIsDoneAtOnce() throws Exception {
    fill(inbox, "a", 10);
    Job job = start(new Work.Refile(inbox, archive));
    assertThat(job.state()).isEqualTo(JobState.DONE);
    assertThat(job.changed()).isEqualTo(10);
    assertThat(read(inbox).total()).isZero();
    assertThat(start(new Work.Refile(inbox, archive)).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void movesInStepsWhatWasThereAtTheBeginningInItsOrder() throws Exception {
    fill(inbox, "a", 57);
    List<String> before = mails(inbox);
    Job job = start(new Work.Refile(inbox, archive));
    assertThat(job.looked()).isEqualTo(10);
    fill(inbox, "late", 3);
    fill(archive, "between", 2);
    runAll();
    Job ended = now(job);
    assertThat(ended.state()).isEqualTo(JobState.DONE);
    assertThat(ended.changed()).isEqualTo(57);
    assertThat(read(inbox).total()).isEqualTo(3);
    List<String> moved = new ArrayList<>(mails(archive));
    moved.removeIf(mail -> !before.contains(mail));
    assertThat(moved).isEqualTo(before);
  }

  @Test
  void undoBringsBackWhatIsStillWhereItWasPut() throws Exception {
    fill(inbox, "a", 35);
    List<String> before = mails(inbox);
    Job job = start(new Work.Refile(inbox, archive));
    assertThat(jobs.undo(account, job.id(), LIMITS)).as("while it runs").isEmpty();
    runAll();
    long elsewhere = fixture.store.mail().folders().create(account, Folder.TOP, "Elsewhere").id();
    fixture.store.mail().items().refile(account, archive, List.of(5L), elsewhere);

    Job undo = jobs.undo(account, job.id(), LIMITS).orElseThrow();
    runAll();
    assertThat(now(undo).state()).isEqualTo(JobState.DONE);
    assertThat(now(undo).changed()).isEqualTo(34);
    assertThat(now(job).state()).isEqualTo(JobState.UNDONE);
    List<String> expected = new ArrayList<>(before);
    expected.removeAll(mails(elsewhere));
    assertThat(mails(inbox)).isEqualTo(expected);
    assertThat(jobs.undo(account, job.id(), LIMITS)).as("twice").isEmpty();
    assertThat(jobs.undo(account, undo.id(), LIMITS)).as("of an undo").isEmpty();
  }

  @Test
  void marksAndUnmarksOnlyWhatItChanged() throws Exception {
    fixture.add(account, inbox, mail("read").flags(Flag.SEEN).build());
    fill(inbox, "a", 25);
    Job job = start(new Work.Mark(inbox, Flag.SEEN, true));
    runAll();
    assertThat(now(job).changed()).isEqualTo(25);
    assertThat(read(inbox).unread()).isZero();
    assertThat(jobs.undo(account, job.id(), LIMITS)).isPresent();
    runAll();
    assertThat(read(inbox).unread()).isEqualTo(25);
    assertThat(fixture.store.mail().items().get(account, inbox, 1).orElseThrow().flags())
        .containsExactly(Flag.SEEN);
  }

  @Test
  void whatItStoppedAtStaysAndCanBeTakenBack() throws Exception {
    fill(inbox, "a", 40);
    Job job = start(new Work.Refile(inbox, archive));
    jobs.step(LIMITS);
    jobs.cancel(account, job.id());
    runAll();
    assertThat(now(job).state()).isEqualTo(JobState.CANCELLED);
    assertThat(read(archive).total()).isEqualTo(20);
    assertThat(jobs.undo(account, job.id(), LIMITS)).isPresent();
    runAll();
    assertThat(read(inbox).total()).isEqualTo(40);
  }

  @Test
  void emptiesTrashWithTheFoldersInIt() throws Exception {
    long trash = fixture.folder(account, FolderRole.TRASH);
    long lists = fixture.store.mail().folderEdit().create(account, trash, "Lists").id();
    long linux = fixture.store.mail().folderEdit().create(account, lists, "Linux").id();
    fill(trash, "t", 15);
    fill(linux, "l", 25);
    fill(inbox, "keep", 1);
    Job job = start(new Work.Empty(trash));
    assertThat(job.total()).isEqualTo(40);
    runAll();
    assertThat(now(job).changed()).isEqualTo(40);
    assertThat(now(job).isUndoable()).isFalse();
    assertThat(read(trash).total()).isZero();
    assertThat(fixture.store.mail().folders().byId(account, linux)).isEmpty();
    assertThat(fixture.store.mail().folders().byId(account, lists)).isEmpty();
    assertThat(read(inbox).total()).isEqualTo(1);
    assertThat(fixture.store.mail().expunged().count(account)).isEqualTo(40);
  }

  @Test
  void aJobWhoseFolderIsGoneFailsAndHoldsUpNoOther() throws Exception {
    long target = fixture.store.mail().folders().create(account, Folder.TOP, "Target").id();
    fill(inbox, "a", 30);
    Job lost = start(new Work.Refile(inbox, target));
    Job other = start(new Work.Mark(inbox, Flag.FLAGGED, true));
    fixture.execute("DELETE FROM folder WHERE account = " + account + " AND folder = " + target);
    runAll();
    assertThat(now(lost).state()).isEqualTo(JobState.FAILED);
    assertThat(now(other).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void aJobThatNobodyCanDoHoldsUpNoOtherForLong() throws Exception {
    fill(inbox, "a", 30);
    Job broken = start(new Work.Mark(inbox, Flag.SEEN, true));
    fixture.execute("UPDATE job SET undoes = id, position = 1 WHERE account = " + account);
    fixture.execute("UPDATE job_part SET uids = 'none' WHERE account = " + account);
    Job other = start(new Work.Mark(inbox, Flag.FLAGGED, true));
    runAll();
    assertThat(now(broken).state()).isEqualTo(JobState.FAILED);
    assertThat(now(other).state()).isEqualTo(JobState.DONE);
  }

  @Test
  void asManyRunAsTheAccountMayHave() throws Exception {
    fill(inbox, "a", 30);
    start(new Work.Mark(inbox, Flag.SEEN, true));
    start(new Work.Mark(inbox, Flag.FLAGGED, true));
    assertThat(jobs.start(account, new Work.Refile(inbox, archive), LIMITS)).isEmpty();
    assertThat(read(archive).total()).isZero();
  }

  @Test
  void othersHaveNoPartInIt() throws Exception {
    fill(inbox, "a", 30);
    Job job = start(new Work.Refile(inbox, archive));
    long stranger = fixture.account();
    assertThat(jobs.get(stranger, job.id())).isEmpty();
    jobs.cancel(stranger, job.id());
    assertThat(now(job).isRunning()).isTrue();
    runAll();
    assertThat(jobs.undo(stranger, job.id(), LIMITS)).isEmpty();
    assertThatThrownBy(() -> jobs.start(stranger, new Work.Refile(12345, 1), LIMITS))
        .isInstanceOf(NoSuchFolderException.class);
  }

  @Test
  void jobsTakeTurns() throws Exception {
    fill(inbox, "a", 100);
    Job long1 = start(new Work.Mark(inbox, Flag.SEEN, true));
    long other = fixture.account();
    long otherInbox = fixture.inbox(other);
    fixture.store.mail().mailWriter().add(other, otherInbox, StoreFixture.mails("b", 15));
    Job small = jobs.start(other, new Work.Mark(otherInbox, Flag.SEEN, true), LIMITS).orElseThrow();
    pass(Duration.ofMillis(1));
    jobs.step(LIMITS);
    pass(Duration.ofMillis(1));
    jobs.step(LIMITS);
    assertThat(jobs.get(other, small.id()).orElseThrow().state()).isEqualTo(JobState.DONE);
    assertThat(now(long1).isRunning()).isTrue();
    runAll();
  }

  @Test
  void nodesThatWorkAtOnceMoveEachMailOnce() throws Exception {
    fill(inbox, "a", 300);
    Set<String> before = Set.copyOf(mails(inbox));
    Job job = start(new Work.Refile(inbox, archive));
    ExecutorService nodes = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        running.add(
            nodes.submit(
                () -> {
                  while (now(job).isRunning()) {
                    jobs.step(LIMITS);
                  }
                }));
      }
      for (Future<?> node : running) {
        node.get();
      }
    } finally {
      nodes.shutdown();
    }
    assertThat(now(job).changed()).isEqualTo(300);
    List<String> moved = mails(archive);
    assertThat(moved).hasSize(300);
    assertThat(Set.copyOf(moved)).isEqualTo(before);
  }

  @Test
  void theNewestAreKept() {
    fill(inbox, "a", 1);
    Job first = start(new Work.Mark(inbox, Flag.SEEN, true));
    for (int i = 0; i < Jobs.MOST_KEPT + 5; i++) {
      pass(Duration.ofMillis(1));
      start(new Work.Mark(inbox, Flag.FLAGGED, i % 2 == 0));
    }
    assertThat(jobs.get(account, first.id())).isEmpty();
    assertThat(jobs.newest(account)).hasSize(Jobs.MOST_KEPT);
  }

  @Test
  void whatEndedLongAgoIsForgotten() throws Exception {
    fill(inbox, "a", 15);
    Job ended = start(new Work.Mark(inbox, Flag.SEEN, true));
    runAll();
    fill(inbox, "b", 15);
    Job running = start(new Work.Mark(inbox, Flag.FLAGGED, true));
    pass(Duration.ofDays(2));
    jobs.forget(fixture.time.instant().minus(Duration.ofDays(1)), 1_000);
    assertThat(jobs.get(account, ended.id())).isEmpty();
    assertThat(jobs.newest(account)).extracting(Job::id).containsExactly(running.id());
    assertThat(
            fixture.rows(
                "SELECT part FROM job_part WHERE account = %d AND job = %d"
                    .formatted(account, ended.id())))
        .isEmpty();
  }
}
