package arashi.front;

import arashi.web.MessageKey;

/**
 * What the busy page of a request says. Made by {@link Pages#busyWords} when the service starts.
 *
 * @param title says what is busy
 * @param offersFolders whether the page leads to folders meanwhile
 */
public record BusyWords(MessageKey title, boolean offersFolders) {

  /** The same for a request that opens folders itself, so that there is nothing to offer. */
  public BusyWords withoutFolders() {
    return new BusyWords(title, false);
  }
}
