package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Where a {@link WriteQueue} empties into; takes what there is room for, and never waits. */
interface Outlet {

  /**
   * Takes bytes of these buffers, in order.
   *
   * @return how many, maybe 0
   */
  long write(ByteBuffer[] buffers, int offset, int length) throws IOException;

  /**
   * Takes bytes of a file.
   *
   * @return how many, maybe 0; fewer if the file ends
   */
  long transferFrom(FileChannel file, long position, long count) throws IOException;
}
