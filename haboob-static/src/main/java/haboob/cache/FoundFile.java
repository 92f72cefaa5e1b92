package haboob.cache;

import haboob.http.Responses;
import seda.fileio.FileOpened;
import seda.fileio.FileResult;

/**
 * What came of a miss.
 *
 * @param miss the requests that wait for it
 * @param result content, channel or failure
 */
record FoundFile(PageLoad miss, FileResult result) {

  /** Closes the channel, if it is one. */
  void release() {
    if (result instanceof FileOpened opened) {
      Responses.close(opened);
    }
  }
}
