package arashi.store.mail;

import java.util.Set;

/** Outcome of a delete. */
public sealed interface Deleted {

  /** Returns the uids that the folder does not have; they were ignored. */
  Set<Long> unknown();

  /**
   * The items were moved to Trash; refiling the new uids undoes the delete.
   *
   * @param refiled their new place
   */
  record ToTrash(Refiled refiled) implements Deleted {
    @Override
    public Set<Long> unknown() {
      return refiled.unknown();
    }
  }

  /**
   * The items were in Trash and are permanently deleted.
   *
   * @param uids their former uids
   */
  record Forever(Set<Long> uids, Set<Long> unknown) implements Deleted {}
}
