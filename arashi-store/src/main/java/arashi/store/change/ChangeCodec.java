package arashi.store.change;

import arashi.store.change.Change.Added;
import arashi.store.change.Change.Changed;
import arashi.store.change.Change.FolderChanged;
import arashi.store.change.Change.Moved;
import arashi.store.change.Change.Removed;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes the changes of one transaction:
 *
 * <pre>
 *   version   1 byte
 *   run *     kind, folder [, from folder], count, then for each change of the run
 *             uid [, from uid], message [, flags]
 * </pre>
 *
 * <p>A run has changes of one kind in the same folders. All numbers are variable-length (seven bits
 * per byte, least significant first). Uids and messages are differences to their predecessors in
 * the run, with the sign in the lowest bit. A change of 100 mails takes some 900 bytes, a change of
 * one mail 13.
 */
final class ChangeCodec {

  private static final int VERSION = 1;

  private static final int ADDED = 1;
  private static final int CHANGED = 2;
  private static final int REMOVED = 3;
  private static final int MOVED = 4;
  private static final int FOLDER_CHANGED = 5;

  private ChangeCodec() {}

  /** The union of all kinds' fields; a field that a kind lacks is 0. */
  private record Fields(
      int kind, long folder, long fromFolder, long uid, long fromUid, long message, int flags) {

    static final Fields NONE = new Fields(0, 0, 0, 0, 0, 0, 0);

    static Fields of(Change change) {
      if (change instanceof Added it) {
        return new Fields(ADDED, it.folder(), 0, it.uid(), 0, it.message(), it.flags());
      } else if (change instanceof Changed it) {
        return new Fields(CHANGED, it.folder(), 0, it.uid(), 0, it.message(), it.flags());
      } else if (change instanceof Removed it) {
        return new Fields(REMOVED, it.folder(), 0, it.uid(), 0, it.message(), 0);
      } else if (change instanceof Moved it) {
        return new Fields(
            MOVED, it.folder(), it.fromFolder(), it.uid(), it.fromUid(), it.message(), it.flags());
      }
      return new Fields(FOLDER_CHANGED, ((FolderChanged) change).folder(), 0, 0, 0, 0, 0);
    }

    Change change() {
      return switch (kind) {
        case ADDED -> new Added(folder, uid, message, flags);
        case CHANGED -> new Changed(folder, uid, message, flags);
        case REMOVED -> new Removed(folder, uid, message);
        case MOVED -> new Moved(fromFolder, fromUid, folder, uid, message, flags);
        case FOLDER_CHANGED -> new FolderChanged(folder);
        default -> throw new IllegalArgumentException("unknown kind of change: " + kind);
      };
    }

    boolean continues(Fields before) {
      return kind == before.kind && folder == before.folder && fromFolder == before.fromFolder;
    }

    boolean hasItem() {
      return kind != FOLDER_CHANGED;
    }

    boolean isMove() {
      return kind == MOVED;
    }

    boolean hasFlags() {
      return hasItem() && kind != REMOVED;
    }
  }

  static byte[] encode(List<Change> changes) {
    Writer out = new Writer();
    out.bytes.write(VERSION);
    List<Fields> all = changes.stream().map(Fields::of).toList();
    for (int from = 0; from < all.size(); ) {
      int to = from + 1;
      while (to < all.size() && all.get(to).continues(all.get(from))) {
        to++;
      }
      out.run(all.subList(from, to));
      from = to;
    }
    return out.bytes.toByteArray();
  }

  /**
   * Decodes the output of {@link #encode}.
   *
   * @throws IllegalArgumentException if the bytes are malformed
   */
  static List<Change> decode(byte[] bytes) {
    Reader in = new Reader(bytes);
    if (bytes.length == 0 || bytes[in.at++] != VERSION) {
      throw new IllegalArgumentException("not changes of version " + VERSION);
    }
    List<Change> changes = new ArrayList<>();
    while (in.at < bytes.length) {
      in.run(changes);
    }
    return changes;
  }

  private static final class Writer {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void run(List<Fields> run) {
      Fields first = run.get(0);
      number(first.kind());
      number(first.folder());
      if (first.isMove()) {
        number(first.fromFolder());
      }
      number(run.size());
      Fields before = Fields.NONE;
      for (Fields each : run) {
        if (each.hasItem()) {
          difference(each.uid() - before.uid());
          if (each.isMove()) {
            difference(each.fromUid() - before.fromUid());
          }
          difference(each.message() - before.message());
        }
        if (each.hasFlags()) {
          number(Integer.toUnsignedLong(each.flags()));
        }
        before = each;
      }
    }

    void difference(long value) {
      number((value << 1) ^ (value >> 63));
    }

    void number(long value) {
      long rest = value;
      while ((rest & ~0x7FL) != 0) {
        bytes.write((int) ((rest & 0x7F) | 0x80));
        rest >>>= 7;
      }
      bytes.write((int) rest);
    }
  }

  private static final class Reader {
    final byte[] bytes;
    int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    void run(List<Change> into) {
      int kind = (int) number();
      long folder = number();
      long fromFolder = kind == MOVED ? number() : 0;
      long count = number();
      Fields before = new Fields(kind, folder, fromFolder, 0, 0, 0, 0);
      for (long i = 0; i < count; i++) {
        long uid = before.hasItem() ? before.uid() + difference() : 0;
        long fromUid = before.isMove() ? before.fromUid() + difference() : 0;
        long message = before.hasItem() ? before.message() + difference() : 0;
        int flags = before.hasFlags() ? (int) number() : 0;
        before = new Fields(kind, folder, fromFolder, uid, fromUid, message, flags);
        into.add(before.change());
      }
    }

    long difference() {
      long value = number();
      return (value >>> 1) ^ -(value & 1);
    }

    long number() {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        if (at == bytes.length) {
          throw new IllegalArgumentException("the changes are truncated");
        }
        byte next = bytes[at++];
        value |= (long) (next & 0x7F) << shift;
        if (next >= 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number has more than 64 bits");
    }
  }
}
