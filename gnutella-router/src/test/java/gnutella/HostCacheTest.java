package gnutella;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gnutella.protocol.Handshake;
import gnutella.protocol.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCacheTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Host ROOT = host(1);

  private final HostCache cache =
      new HostCache(
          new HostCatcherConfig(
              List.of(ROOT),
              Optional.empty(),
              10,
              false,
              Duration.ofSeconds(1),
              Duration.ofSeconds(1),
              Duration.ofSeconds(1),
              Duration.ofSeconds(2),
              Duration.ofSeconds(60)),
          new Random(1));

  private static Host host(int number) {
    return new Host(number, 6346);
  }

  @Test
  void savesAddressesForTheOwnerOnly(@TempDir Path folder) throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Path file = folder.resolve("data").resolve("hosts");
    cache.save(file);
    cache.save(file);

    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.getPosixFilePermissions(file.getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void aHostIsInUseUntilItFailsOrLeaves() {
    assertThat(cache.pick(5, 0)).containsExactly(ROOT);
    assertThat(cache.pick(5, 0)).isEmpty();

    cache.joined(ROOT);
    assertThat(cache.pick(5, 0)).isEmpty();
    cache.left(ROOT, 0);
    assertThat(cache.pick(5, 3 * SECOND)).containsExactly(ROOT);
  }

  @Test
  void isLeftInPeaceLongerWithEachFailureUpToALimit() {
    long now = 0;
    for (int failures = 0; failures < 40; failures++) {
      assertThat(cache.pick(1, now)).containsExactly(ROOT);
      cache.failed(ROOT, now);
      long base = failures < 5 ? 2L << failures : 60;
      assertThat(cache.pick(1, now + base * SECOND / 2 - 1)).isEmpty();
      now += base * SECOND * 3 / 2;
    }
  }

  @Test
  void holdsNoMoreThanItMayAndGivesUpWhoFailedMost() {
    cache.add(IntStream.rangeClosed(2, 10).mapToObj(HostCacheTest::host).toList());
    assertThat(cache.pick(10, 0)).hasSize(10);
    IntStream.rangeClosed(1, 10).forEach(i -> cache.failed(host(i), 0));
    cache.failed(host(5), 0);

    cache.add(List.of(host(11)));

    assertThat(cache.size()).isEqualTo(10);
    assertThat(cache.pick(20, 1000 * SECOND)).contains(ROOT, host(11)).doesNotContain(host(5));
  }

  @Test
  void anAddressOfOurOwnIsLeftAloneAndMakesRoomFirst() {
    cache.add(IntStream.rangeClosed(2, 10).mapToObj(HostCacheTest::host).toList());
    assertThat(cache.pick(10, 0)).hasSize(10);
    cache.self(host(7));
    cache.failed(host(8), 0);

    assertThat(cache.pick(20, 1000 * SECOND)).containsExactly(host(8));
    assertThat(cache.some(20)).hasSize(8).doesNotContain(host(7));
    cache.failed(host(8), 0);
    cache.add(List.of(host(11)));
    assertThat(cache.pick(20, 2000 * SECOND)).containsExactly(host(8), host(11));
  }

  @Test
  void whoDoesNotAnswerIsGreetedInTheOtherVersionNextTime() {
    assertThat(cache.version(ROOT)).isEqualTo(Handshake.Version.V06);
    cache.notUnderstood(ROOT, 0);
    assertThat(cache.version(ROOT)).isEqualTo(Handshake.Version.V04);
    cache.notUnderstood(ROOT, 0);
    assertThat(cache.version(ROOT)).isEqualTo(Handshake.Version.V06);
  }
}
