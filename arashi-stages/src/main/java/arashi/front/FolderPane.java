package arashi.front;

import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.web.ErrorPage.Problem;
import arashi.web.FolderLink;
import arashi.web.FolderRow;
import arashi.web.PageFrame;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/** The folders of an account in the order and with the names in which pages show them. */
public final class FolderPane {
  private final List<FolderLink> links = new ArrayList<>();
  private final List<Folder> shown = new ArrayList<>(); // those of the links
  private final List<Folder> folders;
  private final boolean counted;
  private final Pages pages;
  private final Locale locale;

  /**
   * The pane for one reader.
   *
   * @param folders all folders of the account
   * @param current the folder that the page is in, or 0
   * @param counted whether their counters are of now
   */
  FolderPane(List<Folder> folders, long current, boolean counted, Pages pages, Locale locale) {
    this.folders = folders;
    this.counted = counted;
    this.pages = pages;
    this.locale = locale;
    addBelow(0, null, current);
  }

  /**
   * Special folders first, in the order of their roles; then the others by name.
   *
   * @param parent 0 for the top
   * @param shownParent its link; null for the top
   */
  private void addBelow(long parent, FolderLink shownParent, long current) {
    List<Folder> children = new ArrayList<>();
    for (Folder folder : folders) {
      if (folder.parent() == parent) {
        children.add(folder);
      }
    }
    if (children.isEmpty()) {
      return;
    }
    List<String> above = shownParent == null ? List.of() : shownParent.path();
    children.sort(
        Comparator.comparing(FolderPane::place)
            .thenComparing(Folder::name, String.CASE_INSENSITIVE_ORDER));
    for (Folder folder : children) {
      boolean hidden = folder.hidden() || (shownParent != null && shownParent.hidden());
      FolderLink link = link(folder, above, hidden, folder.id() == current);
      links.add(link);
      shown.add(folder);
      addBelow(folder.id(), link, current);
    }
  }

  private FolderLink link(Folder folder, List<String> above, boolean hidden, boolean current) {
    return new FolderLink(
        Long.toString(folder.id()),
        pages.folderKinds().name(folder, locale),
        url(folder.id()),
        pages.folderKinds().of(folder),
        counted ? folder.unread() : 0,
        counted ? folder.total() : -1,
        above,
        folder.role().isEmpty(),
        hidden,
        current);
  }

  @SuppressWarnings("EnumOrdinal") // an order only: it is not kept
  private static int place(Folder folder) {
    return folder.role().map(FolderRole::ordinal).orElse(FolderRole.values().length);
  }

  /** The address of a folder. */
  public static String url(long folder) {
    return "/mail/" + folder;
  }

  /** All folders. */
  public List<FolderLink> links() {
    return links;
  }

  /** All folders as the page of folders shows them. */
  public List<FolderRow> rows() {
    List<FolderRow> rows = new ArrayList<>(links.size());
    for (int i = 0; i < links.size(); i++) {
      Folder folder = shown.get(i);
      rows.add(
          new FolderRow(
              links.get(i),
              folder.bytes() == 0 ? "" : DisplayFormats.size(folder.bytes()),
              folder.role().filter(FolderRole.INBOX::equals).isEmpty(),
              folder.hidden(),
              Long.toString(folder.parent())));
    }
    return rows;
  }

  /** Whether a folder is there for this. */
  public boolean has(long folder, FolderRole role) {
    return folders.stream()
        .anyMatch(one -> one.id() == folder && one.role().filter(role::equals).isPresent());
  }

  /** Bytes of raw mail in all folders, by their counters. */
  public long bytes() {
    return folders.stream().mapToLong(Folder::bytes).sum();
  }

  /** One folder. */
  public FolderLink link(long folder) throws RequestProblem {
    String id = Long.toString(folder);
    for (FolderLink link : links) {
      if (link.id().equals(id)) {
        return link;
      }
    }
    throw new RequestProblem(Problem.NOT_FOUND, "folder " + folder);
  }

  /**
   * The folder that a user calls so, in any case: by its path from the top, like {@code
   * Lists/Linux}, else by its name alone; special ones in the reader's language or in English.
   */
  public OptionalLong named(String typed) {
    String wanted = comparable(typed);
    OptionalLong byName = OptionalLong.empty();
    List<Set<String>> above = new ArrayList<>(); // the paths of the folders that this one is in
    for (int i = 0; i < links.size(); i++) {
      FolderLink link = links.get(i);
      Set<String> names = names(link, shown.get(i));
      Set<String> paths = link.depth() == 0 ? names : joined(above.get(link.depth() - 1), names);
      if (paths.contains(wanted)) {
        return OptionalLong.of(Long.parseLong(link.id()));
      }
      if (byName.isEmpty() && names.contains(wanted)) {
        byName = OptionalLong.of(Long.parseLong(link.id()));
      }
      above.subList(link.depth(), above.size()).clear();
      above.add(paths);
    }
    return byName;
  }

  private Set<String> names(FolderLink link, Folder folder) {
    Set<String> names = new LinkedHashSet<>();
    names.add(comparable(link.name()));
    names.add(comparable(pages.folderKinds().name(folder, Locale.ENGLISH)));
    return names;
  }

  private static Set<String> joined(Set<String> above, Set<String> names) {
    Set<String> paths = new LinkedHashSet<>();
    above.forEach(path -> names.forEach(name -> paths.add(path + "/" + name)));
    return paths;
  }

  private static String comparable(String name) {
    return Normalizer.normalize(name.strip(), Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }

  /** The surroundings of a page, with the outcome of the POST that led to it. */
  public PageFrame page(MailRequest request, String query) {
    Flash flash = Flash.decode(request.exchange().request().cookie(Flash.COOKIE), pages.messages());
    return new PageFrame(
        request.user().name(),
        request.user().admin(),
        request.user().csrf(),
        links,
        query,
        flash == null ? null : flash.notice(pages.messages(), locale),
        Pages.look(request.user().preferences()),
        state());
  }

  /** Each change has its number in the folders that it touches. */
  private long state() {
    return folders.stream().mapToLong(Folder::modSeq).max().orElse(PageFrame.NOT_FOLLOWED);
  }

  /**
   * The pane as a request's page shows it. Blocks on the database, unless the page does without
   * counts and the folders are known.
   *
   * @param current the folder that the page is in, or 0
   */
  public static FolderPane of(Pages pages, MailRequest request, long current, DetailLevel detail) {
    long account = request.user().account();
    boolean counted = detail.hasCounts();
    List<Folder> folders =
        counted ? pages.folders().now(account) : pages.folders().lately(account, current);
    return new FolderPane(folders, current, counted, pages, pages.locale(request));
  }
}
