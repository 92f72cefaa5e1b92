package arashi.front.page;

import arashi.web.MessageKey;

/**
 * Words of a request's busy page. Made by {@link Pages#busyWords} when the service starts.
 *
 * @param title names the busy operation
 * @param offersFolders true if the page links to the folders
 */
public record BusyWords(MessageKey title, boolean offersFolders) {

  /** Returns the words for a request that opens a folder itself, without links to folders. */
  public BusyWords withoutFolders() {
    return new BusyWords(title, false);
  }
}
