package benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import benchmarks.report.BenchmarkException;
import benchmarks.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStoreTest {
  private static final Key KEY = new Key("usits-10", "deadline", "1.5x", "embedded");

  @TempDir private Path folder;

  @Test
  void findsWhatItStored() throws IOException {
    RunStore store = new RunStore(folder.resolve("new"));
    assertThat(store.find(KEY)).isEmpty();
    store.store(KEY, Json.map("all", Json.map("goodput", 12.5)));
    Measurement found = store.find(KEY).orElseThrow();
    assertThat(found.key()).isEqualTo(KEY);
    assertThat(found.number("all.goodput")).isEqualTo(12.5);
    assertThat(found.number("all.other")).isNaN();
    assertThat(found.number("all.goodput.deeper")).isNaN();
    assertThat(found.text("no.such")).isEmpty();
  }

  @Test
  void keepsGapsOfASeries() throws IOException {
    RunStore store = new RunStore(folder);
    store.store(KEY, Json.map("p90", Arrays.asList(1.5, Double.NaN)));
    assertThat(store.find(KEY).orElseThrow().series("p90")).containsExactly(1.5, Double.NaN);
  }

  @Test
  void publishesTheRunsOfAFigureInOneFile() throws IOException {
    RunStore store = new RunStore(folder.resolve("work"));
    Key other = new Key("usits-10", "none", "1.5x", "embedded");
    store.store(KEY, Json.map("a", 1));
    store.store(other, Json.map("a", 2));
    store.publish(folder);
    assertThat(folder.resolve("targets-usits-10.json")).exists();
    assertThat(RunStore.published(folder))
        .extracting(Measurement::key)
        .containsExactlyInAnyOrder(KEY, other);
  }

  @Test
  void refusesAFileThatIsNoRun() throws IOException {
    Files.writeString(folder.resolve(KEY.file()), "{\"key\": ");
    RunStore store = new RunStore(folder);
    assertThatThrownBy(() -> store.find(KEY))
        .isInstanceOf(BenchmarkException.class)
        .hasMessageContaining(KEY.file());
  }

  @Test
  void givesDifferentRunsDifferentFiles() {
    List<Key> keys =
        List.of(
            KEY,
            new Key("usits-10", "deadline", "15x", "embedded"),
            new Key("usits-10", "deadline", "1.5x", "mysql"),
            new Key("usits-10", "deadline-free", "1.5x", "embedded"));
    assertThat(keys.stream().map(Key::file).distinct()).hasSameSizeAs(keys);
  }
}
