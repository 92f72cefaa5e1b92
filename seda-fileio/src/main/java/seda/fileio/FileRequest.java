package seda.fileio;

import java.nio.file.Path;
import seda.kernel.Sink;

/** A request to {@link FileReads}. */
public sealed interface FileRequest permits ReadFile, OpenFile {

  /** Returns the directory that confines the request. */
  FileRoot root();

  /** Returns the file's path, absolute or relative to the root, of the root's file system. */
  Path path();

  /**
   * Returns the sink for the outcome, called on a thread of the pool. It should have room for all
   * pending requests: a refused outcome is only counted.
   */
  Sink<? super FileResult> completion();
}
