package arashi.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Interprets the folder structure of a source, on disk or in an archive: Maildirs and their
 * subfolders (Maildir++), Thunderbird's {@code .sbd} beside mbox files, Apple Mail's {@code .mbox},
 * and folders of {@code .eml} files in an archive. The folder named by the user, and other folders
 * not created by a mail program, give mails no place. For one thread.
 */
final class Layout {
  private static final Set<String> DELIVERED = Set.of("cur", "new");

  private static final String THUNDERBIRD = ".sbd";
  private static final String APPLE = ".mbox";
  private static final String MAIL = ".eml";

  /** The folders of a source. Paths are relative to its root and use slashes. */
  interface Tree {
    boolean isFolder(String path);

    boolean isFile(String path);

    /**
     * Whether folders that no mail program made also name those of the mails in them. An archive
     * has the folders that were exported; those on disk may be anything.
     */
    default boolean keepsFolders() {
      return false;
    }

    /** Returns the keywords of a Maildir by their letters; empty if it has none. */
    default List<String> keywords(String maildir) {
      return List.of();
    }
  }

  /**
   * The interpretation of a file's place in the tree.
   *
   * @param inMaildir whether it is a mail of a Maildir
   * @param ignored whether it is undelivered, or internal to a mail server
   * @param place place of its mails; empty if the folder gives none
   * @param keywords keywords of its Maildir, see {@link DovecotKeywords}
   */
  record Spot(
      boolean inMaildir, boolean ignored, Optional<FolderPath> place, List<String> keywords) {
    Spot(boolean inMaildir, boolean ignored, Optional<FolderPath> place) {
      this(inMaildir, ignored, place, List.of());
    }

    /** Spot of a file named by the user. */
    static final Spot NAMED = new Spot(false, false, Optional.empty());
  }

  /** A folder on the path to a file. */
  private record Step(
      String path, boolean maildir, boolean delivered, boolean ignored, List<String> names) {

    Step below(String name) {
      return new Step(path.isEmpty() ? name : path + "/" + name, false, delivered, ignored, names);
    }

    Step named(List<String> others) {
      return new Step(path, maildir, delivered, ignored, others);
    }

    Step named(String name) {
      List<String> all = new ArrayList<>(names);
      all.add(name);
      return named(all);
    }
  }

  private final Tree tree;
  private List<String> lastFolders = List.of();
  private List<String> lastKeywords = List.of();
  private Step last;

  Layout(Tree tree) {
    this.tree = tree;
    this.last = root();
  }

  private Step root() {
    return new Step("", isMaildir(""), false, false, List.of());
  }

  /**
   * Returns the spot of a file.
   *
   * @param path names from the root to the file
   */
  Spot of(List<String> path) {
    List<String> folders = path.subList(0, path.size() - 1);
    if (!folders.equals(lastFolders)) {
      Step step = root();
      for (String name : folders) {
        step = into(step, name);
      }
      last = step;
      lastKeywords = step.delivered() ? tree.keywords(above(step.path())) : List.of();
      lastFolders = List.copyOf(folders);
    }
    String name = path.get(path.size() - 1);
    // a Maildir may also contain other files, such as an mbox
    boolean notes = last.maildir() && SideFiles.contains(name);
    if (last.delivered() || last.ignored() || notes) {
      boolean ignored = last.ignored() || notes;
      return new Spot(last.delivered(), ignored, FolderNames.place(last.names()), lastKeywords);
    }
    boolean inThunderbird =
        !folders.isEmpty() && ends(folders.get(folders.size() - 1), THUNDERBIRD);
    String file = last.path().isEmpty() ? name : last.path() + "/" + name;
    boolean isFolder =
        inThunderbird || tree.isFile(file + ".msf") || tree.isFolder(file + THUNDERBIRD);
    Step in = isFolder ? last.named(ModifiedUtf7.decode(name)) : last;
    boolean exported = in.names().isEmpty() && ends(name, MAIL) && tree.keepsFolders();
    return new Spot(false, false, exported ? exported(folders) : FolderNames.place(in.names()));
  }

  /** Returns the place that folders name; those around a special one only hold the export. */
  private static Optional<FolderPath> exported(List<String> folders) {
    List<String> names = folders.stream().map(ModifiedUtf7::decode).toList();
    for (int i = 0; i < names.size(); i++) {
      if (FolderNames.role(names.get(i)).isPresent()) {
        return FolderNames.place(names.subList(i, names.size()));
      }
    }
    return FolderNames.place(names);
  }

  private static String above(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private Step into(Step above, String name) {
    Step step = above.below(name);
    if (step.delivered() || step.ignored()) {
      return step;
    }
    if (above.maildir() && DELIVERED.contains(name)) {
      return new Step(step.path(), false, true, false, step.names());
    }
    if (above.maildir() && name.equals("tmp")) {
      return new Step(step.path(), false, false, true, step.names());
    }
    boolean maildir = isMaildir(step.path());
    step = new Step(step.path(), maildir, false, false, step.names());
    if (maildir && name.startsWith(".") && name.length() > 1) {
      List<String> names = new ArrayList<>();
      for (String part : name.substring(1).split("\\.", -1)) {
        names.add(ModifiedUtf7.decode(part));
      }
      return step.named(names);
    }
    for (String end : List.of(THUNDERBIRD, APPLE)) {
      if (ends(name, end)) {
        return step.named(ModifiedUtf7.decode(name.substring(0, name.length() - end.length())));
      }
    }
    String decoded = ModifiedUtf7.decode(name);
    return maildir && FolderNames.role(decoded).isPresent() ? step.named(decoded) : step;
  }

  private static boolean ends(String name, String end) {
    return name.length() > end.length() && name.toLowerCase(Locale.ROOT).endsWith(end);
  }

  /** Accepts a missing {@code new}, because copies and archives often omit empty folders. */
  private boolean isMaildir(String path) {
    String in = path.isEmpty() ? "" : path + "/";
    return tree.isFolder(in + "cur") || (tree.isFolder(in + "new") && tree.isFolder(in + "tmp"));
  }
}
