package arashi.store.draft;

import arashi.store.blob.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Encodes hashes for a column: sorted and concatenated. */
final class HashList {
  private HashList() {}

  static byte[] encode(Collection<Sha256> hashes) {
    TreeSet<Sha256> sorted = new TreeSet<>(hashes);
    byte[] bytes = new byte[sorted.size() * Sha256.BYTES];
    int at = 0;
    for (Sha256 hash : sorted) {
      System.arraycopy(hash.bytes(), 0, bytes, at, Sha256.BYTES);
      at += Sha256.BYTES;
    }
    return bytes;
  }

  /** Decodes a column, which may be null. */
  static List<Sha256> decode(byte[] column) {
    List<Sha256> hashes = new ArrayList<>();
    for (int at = 0; column != null && at < column.length; at += Sha256.BYTES) {
      hashes.add(Sha256.ofDigest(Arrays.copyOfRange(column, at, at + Sha256.BYTES)));
    }
    return hashes;
  }
}
