package seda.fileio;

import java.nio.file.Path;
import seda.kernel.Sink;

/** What can be asked of {@link FileReads}. */
public sealed interface FileRequest permits ReadFile, OpenFile {

  /** The directory that the request never leaves. */
  FileRoot root();

  /** The file, absolute or relative to the root, of the root's file system. */
  Path path();

  /**
   * Takes the outcome, on a thread of the pool. It should have room for every request that is under
   * way: an outcome that it refuses can only be counted.
   */
  Sink<? super FileResult> completion();
}
