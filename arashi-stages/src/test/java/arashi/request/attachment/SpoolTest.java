package arashi.request.attachment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import seda.netio.http.HttpResponse;

class SpoolTest {
  private static final int LARGE = 600;

  @TempDir private Path folder;

  private Optional<HttpResponse> body(Spool spool, int length) throws IOException {
    return spool.body(HttpResponse.of(200), "text/plain", new byte[length]);
  }

  private long files() throws IOException {
    try (Stream<Path> listed = Files.list(folder)) {
      return listed.count();
    }
  }

  @Test
  void keepsWhatIsShortInMemory() throws IOException {
    HttpResponse answer = body(new Spool(folder, 100, 1000), 100).orElseThrow();

    assertThat(answer.bodyBytes().remaining()).isEqualTo(100);
  }

  @Test
  void hasNoRoomForMoreThanItsLimitUntilAnAnswerHasEnded() throws IOException {
    Spool spool = new Spool(folder, 100, 1000);
    HttpResponse first = body(spool, LARGE).orElseThrow();

    assertThat(body(spool, LARGE)).isEmpty();
    assertThat(body(spool, 400)).as("just fits").isPresent();
    first.release();
    assertThat(body(spool, LARGE)).isPresent();
  }

  @Test
  void keepsMailWhereNoOtherUserReads() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path data = folder.resolve("data");
    Path spooled = data.resolve("spool");
    HttpResponse answer = body(new Spool(spooled, 100, 1000), LARGE).orElseThrow();

    for (Path directory : List.of(data, spooled)) {
      assertThat(Files.getPosixFilePermissions(directory))
          .isSubsetOf(PosixFilePermissions.fromString("rwx------"));
    }
    answer.release();
  }

  @Test
  void leavesNoFileBehind() throws IOException {
    HttpResponse answer = body(new Spool(folder, 100, 1000), LARGE).orElseThrow();
    answer.release();

    assertThat(files()).isZero();
  }

  @Test
  void givesTheRoomBackIfAFileCannotBeWritten() throws IOException {
    Spool spool = new Spool(folder, 100, 1000);
    Files.delete(folder);
    assertThatThrownBy(() -> body(spool, LARGE)).isInstanceOf(IOException.class);
    Files.createDirectory(folder);

    assertThat(body(spool, LARGE)).isPresent();
  }
}
