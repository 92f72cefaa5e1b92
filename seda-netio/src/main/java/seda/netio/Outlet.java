package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The destination of a {@link WriteQueue}. Takes as much as it has room for and never waits. */
interface Outlet {

  /**
   * Takes bytes of these buffers, in order.
   *
   * @return number of bytes taken, possibly 0
   */
  long write(ByteBuffer[] buffers, int offset, int length) throws IOException;

  /**
   * Takes bytes of a file.
   *
   * @return number of bytes taken, possibly 0; fewer if the file ends
   */
  long transferFrom(FileChannel file, long position, long count) throws IOException;
}
