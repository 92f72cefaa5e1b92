package arashi.delivery.mailbox;

import arashi.store.mail.Folder;
import arashi.store.mail.Folders;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Resolves the detail of a sub-address to a folder: {@code ada+lists/ops} goes to {@code Lists/Ops}
 * if that folder exists. Names are compared without case. Special folders and folders below them
 * are excluded: otherwise anybody could put mail into Sent or Trash.
 */
final class SubAddress {
  private SubAddress() {}

  /**
   * Returns the id of the folder; empty: the inbox.
   *
   * @param folders all folders of the account
   */
  static Optional<Long> folder(String detail, List<Folder> folders) {
    long parent = Folder.TOP;
    for (String element : detail.split(Folders.SEPARATOR, -1)) {
      Optional<Folder> found = child(folders, parent, comparable(element));
      if (found.isEmpty() || found.get().role().isPresent()) {
        return Optional.empty();
      }
      parent = found.get().id();
    }
    return Optional.of(parent);
  }

  private static Optional<Folder> child(List<Folder> folders, long parent, String name) {
    return folders.stream()
        .filter(folder -> folder.parent() == parent && comparable(folder.name()).equals(name))
        .findFirst();
  }

  private static String comparable(String name) {
    String lower = Normalizer.normalize(name, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    return Normalizer.normalize(lower, Normalizer.Form.NFC);
  }
}
