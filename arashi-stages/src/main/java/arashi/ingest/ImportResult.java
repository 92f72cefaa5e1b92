package arashi.ingest;

/**
 * Counts of an import, so far or in total.
 *
 * @param added mails that are new in the folder
 * @param duplicates mails whose bytes were stored already
 * @param malformed added mails of which parts could not be parsed
 * @param asSource added mails that take too long to parse and are shown as source
 * @param skipped files and mails that could not be read or were too large
 * @param failed mails that could not be stored
 */
public record ImportResult(
    long added, long duplicates, long malformed, long asSource, long skipped, long failed) {

  /** Returns the number of mails handed to the store. */
  public long mails() {
    return added + duplicates + failed;
  }
}
