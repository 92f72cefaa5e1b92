package arashi.store.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import arashi.store.change.Change.Added;
import arashi.store.change.Change.Changed;
import arashi.store.change.Change.FolderChanged;
import arashi.store.change.Change.Moved;
import arashi.store.change.Change.Removed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChangeCodecTest {

  @Test
  void decodesWhatItEncodes() {
    Random random = new Random(1);
    for (int round = 0; round < 500; round++) {
      List<Change> changes = new ArrayList<>();
      for (int i = random.nextInt(20); i > 0; i--) {
        Change change = anyOf(random);
        for (int repeat = random.nextInt(4); repeat >= 0; repeat--) {
          changes.add(change);
        }
      }
      assertThat(ChangeCodec.decode(ChangeCodec.encode(changes))).isEqualTo(changes);
    }
  }

  private static Change anyOf(Random random) {
    long folder = random.nextInt(3);
    long uid = random.nextInt();
    long message = random.nextBoolean() ? random.nextLong() : random.nextInt(1_000);
    int flags = random.nextBoolean() ? random.nextInt() : random.nextInt(16);
    return switch (random.nextInt(5)) {
      case 0 -> new Added(folder, uid, message, flags);
      case 1 -> new Changed(folder, uid, message, flags);
      case 2 -> new Moved(folder + 1, uid / 2, folder, uid, message, flags);
      case 3 -> new Removed(folder, uid, message);
      default -> new FolderChanged(folder);
    };
  }

  @Test
  void takesNineBytesAMailOfABatch() {
    Random random = new Random(2);
    List<Change> changes = new ArrayList<>();
    long message = 1_772_539_200_000L << 20;
    for (int i = 0; i < 100; i++) {
      message += (long) random.nextInt(3_600_000) << 20 | random.nextInt(1 << 20);
      changes.add(new Moved(1, 10 + i, 4, 900 + i, message, 1));
    }
    assertThat(ChangeCodec.encode(changes)).hasSizeLessThan(100 * 11);
    assertThat(ChangeCodec.encode(List.of(new Changed(1, 900, message, 1)))).hasSizeLessThan(20);
  }

  @Test
  void refusesBytesThatItDidNotMake() {
    byte[] encoded = ChangeCodec.encode(List.of(new Added(1, 300, 7, 0), new Removed(1, 4, 9)));
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = Arrays.copyOf(encoded, length);
      try {
        assertThat(ChangeCodec.decode(cut)).hasSizeLessThan(2);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageNotContaining("Index");
      }
    }
    byte[] endless = new byte[20];
    Arrays.fill(endless, (byte) 0xFF);
    endless[0] = 1;
    assertThatIllegalArgumentException().isThrownBy(() -> ChangeCodec.decode(endless));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChangeCodec.decode(new byte[] {2, 5, 1, 1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChangeCodec.decode(new byte[] {1, 9, 1, 1}));
  }
}
