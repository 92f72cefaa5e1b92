package arashi.store.job;

import arashi.store.mail.Flag;

/** What a job does to all mails that are in a folder when it starts. */
public sealed interface Work {
  /** The folder. */
  long folder();

  /**
   * Moves the mails.
   *
   * @param to the target folder
   */
  record Refile(long folder, long to) implements Work {}

  /**
   * Sets or clears a flag.
   *
   * @param set false to clear it
   */
  record Mark(long folder, Flag flag, boolean set) implements Work {}

  /**
   * Permanently deletes the mails, and the subfolders with all their mails. {@link
   * arashi.store.mail.Expunged} keeps the raw mail for a while.
   */
  record Empty(long folder) implements Work {}
}
