package arashi.ingest;

import arashi.mime.text.CharsetRescue;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/**
 * Names of the entries of a zip. Windows writes those without the UTF-8 flag in the code page of
 * its console: 850 or 437, which have the same letters, or 866 for Cyrillic.
 */
final class EntryNames {
  /** Octets above 127 in a row that western names do not have. */
  private static final int CYRILLIC_RUN = 3;

  private EntryNames() {}

  static String of(ZipArchiveEntry entry) {
    byte[] raw = entry.getRawName();
    boolean known =
        entry.getGeneralPurposeBit().usesUTF8ForNames()
            || entry.getNameSource() != ZipArchiveEntry.NameSource.NAME;
    return known || raw == null
        ? entry.getName()
        : CharsetRescue.decodeUndeclared(raw, longestRun(raw) < CYRILLIC_RUN ? "850" : "866");
  }

  private static int longestRun(byte[] name) {
    int longest = 0;
    int run = 0;
    for (byte b : name) {
      run = b < 0 ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
