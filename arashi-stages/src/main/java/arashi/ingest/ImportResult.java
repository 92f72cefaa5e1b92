package arashi.ingest;

/**
 * What came of an import, so far or in the end.
 *
 * @param added mails that are new in the folder
 * @param duplicates mails whose very bytes were there already
 * @param malformed of those added: stored raw, with what could be read of them
 * @param asSource of those added: to read them takes too long, so their source is shown
 * @param skipped files and mails that could not be read or were too large
 * @param failed mails that the store did not take
 */
public record ImportResult(
    long added, long duplicates, long malformed, long asSource, long skipped, long failed) {

  /** Mails that were handed to the store. */
  public long mails() {
    return added + duplicates + failed;
  }
}
