package arashi.ingest;

import arashi.store.account.NameTakenException;
import arashi.store.mail.Folder;
import arashi.store.mail.FolderRole;
import arashi.store.mail.Folders;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps places to folders of an account, created on demand. Blocks on the database; one thread. */
final class ImportFolders {
  private static final Logger log = LoggerFactory.getLogger(ImportFolders.class);

  private final Folders folders;
  private final long account;
  private final long otherwise;
  private final Map<FolderPath, Long> known = new HashMap<>();

  /**
   * Creates the places of an account.
   *
   * @param otherwise the folder of mails without a place
   */
  ImportFolders(Folders folders, long account, long otherwise) {
    this.folders = folders;
    this.account = account;
    this.otherwise = otherwise;
  }

  /** Returns the folder of a place, or the default folder if it can't be created. */
  long folder(Optional<FolderPath> place) {
    if (place.isEmpty()) {
      return otherwise;
    }
    Long id = known.get(place.get());
    if (id == null) {
      id = made(place.get());
      known.put(place.get(), id);
    }
    return id;
  }

  private long made(FolderPath place) {
    long parent = place.role().isPresent() ? ofRole(place.role().get()) : Folder.TOP;
    try {
      for (String name : place.names()) {
        parent = child(parent, name);
      }
      return parent;
    } catch (IllegalArgumentException | NameTakenException e) {
      log.warn(
          "folder={} can't be created, using the default folder: {}",
          place.names(),
          e.getMessage());
      return otherwise;
    }
  }

  private long ofRole(FolderRole role) {
    return folders.ofRole(account, role).id();
  }

  private long child(long parent, String name) throws NameTakenException {
    Optional<Folder> there = existing(parent, name);
    return there.isPresent() ? there.get().id() : folders.create(account, parent, name).id();
  }

  private Optional<Folder> existing(long parent, String name) {
    return folders.list(account).stream()
        .filter(folder -> folder.parent() == parent && folder.name().equals(name.strip()))
        .findFirst();
  }
}
