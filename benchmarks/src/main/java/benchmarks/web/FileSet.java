package benchmarks.web;

import benchmarks.report.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The static part of SPECweb99's file set, and its rules for drawing files: directories by Zipf
 * (1/r); classes of 0.1–0.9, 1–9, 10–90 and 100–900 KB by 35, 50, 14 and 1 %; of the nine files of
 * a class, one by Zipf over the order 4, 3, 5, 2, 6, 1, 7, 8, 0. A directory has 5,119,484 bytes in
 * 36 files.
 */
final class FileSet {
  private static final int CLASSES = 4;
  private static final int FILES = 9;
  private static final int SMALLEST = 1024;

  /** Shares of 35, 50, 14 and 1 %, summed up. */
  private static final double[] CLASS_SHARE = {0.35, 0.85, 0.99, 1};

  private static final int[] BY_POPULARITY = {4, 3, 5, 2, 6, 1, 7, 8, 0};
  private static final double[] FILE_SHARE = zipf(FILES);

  /** Length of the page that is in every cache. */
  static final int PAGE_BYTES = 8 << 10;

  static final String PAGE = "/page.bin";

  /** Paths of a file of the smallest and of the largest size. */
  static final String SHORTEST = new Entry(0, 0, 0).path();

  static final String LONGEST = new Entry(0, CLASSES - 1, FILES - 1).path();

  private final Path root;
  private final int directories;
  private final double[] directoryShare;

  /** A set of some directories; {@link #write} makes them. */
  FileSet(Path root, int directories) {
    this.root = root;
    this.directories = directories;
    this.directoryShare = zipf(directories);
  }

  /** Shares 1/r, summed up. */
  private static double[] zipf(int count) {
    double[] sums = new double[count];
    double sum = 0;
    for (int r = 0; r < count; r++) {
      sum += 1.0 / (r + 1);
      sums[r] = sum;
    }
    double all = sum;
    Arrays.setAll(sums, r -> sums[r] / all);
    return sums;
  }

  /** Length of a file in bytes. */
  static int size(int fileClass, int file) {
    return (int) (SMALLEST * Math.round(Math.pow(10, fileClass)) * (file + 1) / 10);
  }

  record Entry(int directory, int fileClass, int file) {
    String path() {
      return Figures.text("/dir%05d/class%d_%d", directory, fileClass, file);
    }

    int bytes() {
      return size(fileClass, file);
    }
  }

  /** All files, directory by directory. */
  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (int d = 0; d < directories; d++) {
      for (int c = 0; c < CLASSES; c++) {
        for (int f = 0; f < FILES; f++) {
          entries.add(new Entry(d, c, f));
        }
      }
    }
    return entries;
  }

  /** Writes the missing files, and the 8 KB page. */
  FileSet write() throws IOException {
    byte[] content = new byte[size(CLASSES - 1, FILES - 1)];
    new SplittableRandom(1).nextBytes(content);
    writeMissing(PAGE, content, PAGE_BYTES);
    for (Entry entry : entries()) {
      writeMissing(entry.path(), content, entry.bytes());
    }
    return this;
  }

  private void writeMissing(String name, byte[] content, int size) throws IOException {
    Path file = root.resolve(name.substring(1));
    if (!Files.exists(file) || Files.size(file) != size) {
      Files.createDirectories(file.getParent());
      Files.write(file, Arrays.copyOf(content, size));
    }
  }

  Path root() {
    return root;
  }

  /** All bytes of the directories. */
  long bytes() {
    return entries().stream().mapToLong(Entry::bytes).sum();
  }

  /** Draws a file, and returns its path. */
  String draw(SplittableRandom random) {
    return drawEntry(random).path();
  }

  Entry drawEntry(SplittableRandom random) {
    int directory = pick(directoryShare, random.nextDouble());
    int fileClass = pick(CLASS_SHARE, random.nextDouble());
    int file = BY_POPULARITY[pick(FILE_SHARE, random.nextDouble())];
    return new Entry(directory, fileClass, file);
  }

  private static int pick(double[] sums, double u) {
    int at = Arrays.binarySearch(sums, u);
    return Math.min(sums.length - 1, at < 0 ? -at - 1 : at + 1);
  }
}
