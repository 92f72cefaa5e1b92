package arashi.ingest;

import arashi.store.mail.FolderRole;
import java.util.List;
import java.util.Optional;

/**
 * A folder of the account, as a source names it.
 *
 * @param role the folder of that special use, or else the top
 * @param names of the folders below it, one in another
 */
public record Place(Optional<FolderRole> role, List<String> names) {
  /** Copies the list. */
  public Place {
    names = List.copyOf(names);
    if (role.isEmpty() && names.isEmpty()) {
      throw new IllegalArgumentException("no place");
    }
  }

  static Place of(FolderRole role) {
    return new Place(Optional.of(role), List.of());
  }
}
