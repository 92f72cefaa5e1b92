package arashi.front.page;

import arashi.front.DetailLevel;
import arashi.front.MailRequest;
import arashi.front.RequestProblem;
import arashi.mime.text.Folding;
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
import java.util.function.UnaryOperator;

/** The folders of an account in the order and with the names of the pages. */
public final class FolderPane {
  private final List<FolderLink> links = new ArrayList<>();

  /** Special folders in the order of their roles, then the others by name, without accents. */
  static final Comparator<Folder> ORDER =
      Comparator.comparing(FolderPane::place)
          .thenComparing(folder -> Folding.fold(folder.name()))
          .thenComparing(Folder::name);

  private final List<Folder> shown = new ArrayList<>(); // parallel to links
  private final List<Folder> folders;
  private final boolean counted;
  private final Pages pages;
  private final Locale locale;

  /**
   * The pane for one reader.
   *
   * @param folders all folders of the account
   * @param current folder of the page, or 0
   * @param counted true if the counters are current
   */
  FolderPane(List<Folder> folders, long current, boolean counted, Pages pages, Locale locale) {
    this.folders = folders;
    this.counted = counted;
    this.pages = pages;
    this.locale = locale;
    addBelow(0, null, current);
  }

  /**
   * Adds the children of a folder: special folders first, in the order of their roles, then the
   * others by name.
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
    children.sort(ORDER);
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

  @SuppressWarnings("EnumOrdinal") // an order only, never stored
  private static int place(Folder folder) {
    return folder.role().map(FolderRole::ordinal).orElse(FolderRole.values().length);
  }

  /** Returns the address of a folder. */
  public static String url(long folder) {
    return "/mail/" + folder;
  }

  /** All folders. */
  public List<FolderLink> links() {
    return links;
  }

  /** Returns the rows of the page of folders. */
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

  /** True if the folder exists and has the role. */
  public boolean has(long folder, FolderRole role) {
    return folders.stream()
        .anyMatch(one -> one.id() == folder && one.role().filter(role::equals).isPresent());
  }

  /** Bytes of raw mail in all folders, by their counters. */
  public long bytes() {
    return folders.stream().mapToLong(Folder::bytes).sum();
  }

  /** Returns the link of a folder. */
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
   * Finds a folder by what a user typed, ignoring case: by path from the top, like {@code
   * Lists/Linux}, else by name; if there is none, ignoring accents and the like as well. Special
   * folders match in the reader's language and in English.
   */
  public OptionalLong named(String typed) {
    OptionalLong exact = named(typed, FolderPane::comparable);
    return exact.isPresent() ? exact : named(typed, name -> Folding.fold(name.strip()));
  }

  private OptionalLong named(String typed, UnaryOperator<String> comparable) {
    String wanted = comparable.apply(typed);
    OptionalLong byName = OptionalLong.empty();
    List<Set<String>> above = new ArrayList<>(); // paths of the enclosing folders
    for (int i = 0; i < links.size(); i++) {
      FolderLink link = links.get(i);
      Set<String> names = names(link, shown.get(i), comparable);
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

  private Set<String> names(FolderLink link, Folder folder, UnaryOperator<String> comparable) {
    Set<String> names = new LinkedHashSet<>();
    names.add(comparable.apply(link.name()));
    names.add(comparable.apply(pages.folderKinds().name(folder, Locale.ENGLISH)));
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

  /** Returns the page's frame, with the outcome of the POST that redirected to it. */
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

  /** Each change bumps the sequence number of the folders it touches. */
  private long state() {
    return folders.stream().mapToLong(Folder::modSeq).max().orElse(PageFrame.NOT_FOLLOWED);
  }

  /**
   * Returns the pane for a request's page. Blocks on the database, unless the page has no counts
   * and the folders are cached.
   *
   * @param current folder of the page, or 0
   */
  public static FolderPane of(Pages pages, MailRequest request, long current, DetailLevel detail) {
    long account = request.user().account();
    boolean counted = detail.hasCounts();
    List<Folder> folders =
        counted ? pages.folders().now(account) : pages.folders().lately(account, current);
    return new FolderPane(folders, current, counted, pages, pages.locale(request));
  }
}
