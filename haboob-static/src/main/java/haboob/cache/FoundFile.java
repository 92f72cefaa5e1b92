package haboob.cache;

import haboob.http.Responses;
import seda.fileio.FileOpened;
import seda.fileio.FileResult;

/**
 * The file result of a cache miss.
 *
 * @param miss the waiting requests
 * @param result content, channel or failure
 */
record FoundFile(PageLoad miss, FileResult result) {

  /** Closes the channel, if there is one. */
  void release() {
    if (result instanceof FileOpened opened) {
      Responses.close(opened);
    }
  }
}
