package arashi.ingest;

import arashi.store.mail.FolderRole;
import java.util.List;
import java.util.Optional;

/**
 * A folder of the account, as named by a source.
 *
 * @param role special use of the starting folder; empty for the top
 * @param names path of folder names below it
 */
public record FolderPath(Optional<FolderRole> role, List<String> names) {
  /** Copies the list. */
  public FolderPath {
    names = List.copyOf(names);
    if (role.isEmpty() && names.isEmpty()) {
      throw new IllegalArgumentException("a place needs a role or a name");
    }
  }

  static FolderPath of(FolderRole role) {
    return new FolderPath(Optional.of(role), List.of());
  }
}
