package arashi.store.mail;

import java.util.Set;

/** What a delete did. */
public sealed interface Deleted {

  /** uids that the folder does not have; nothing was done with them. */
  Set<Long> unknown();

  /**
   * The items are in Trash; refiling the new uids back undoes it.
   *
   * @param refiled where they are now
   */
  record ToTrash(Refiled refiled) implements Deleted {
    @Override
    public Set<Long> unknown() {
      return refiled.unknown();
    }
  }

  /**
   * The items were in Trash, and are gone.
   *
   * @param uids that they had
   */
  record Forever(Set<Long> uids, Set<Long> unknown) implements Deleted {}
}
