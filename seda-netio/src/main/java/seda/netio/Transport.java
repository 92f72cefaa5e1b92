package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;

/**
 * How the bytes of a connection get to its socket and back. Nothing here blocks; what can't go on
 * says what it waits for. Of one processor.
 */
interface Transport {

  /** What a handshake waits for. */
  enum Handshake {
    /** Nothing: it is over. */
    DONE,
    /** Bytes from the peer. */
    INPUT,
    /** Room in the socket. */
    OUTPUT,
    /** A computation, elsewhere; the read stage gets the connection when that has ended. */
    TASK
  }

  /** Goes on with the handshake, as far as that is possible now. */
  Handshake shakeHands() throws IOException;

  /**
   * Reads what there is.
   *
   * @return the number of bytes, 0 if there are none now, -1 at the end of input
   */
  int read(ByteBuffer into) throws IOException;

  /** True if there is more to read though the socket has got nothing new. */
  boolean hasInput();

  /**
   * Writes of the queue what the socket takes.
   *
   * @return bytes that left the queue or the socket took; 0 if nothing moved
   */
  long write(WriteQueue queue, ByteBuffer[] gather) throws IOException;

  /** True if the socket has taken all that has left the queue. */
  boolean isFlushed();

  /** Tells the peer that nothing more will come; false if the socket has no room, call again. */
  boolean endOutput() throws IOException;

  /**
   * Lets go of its buffers.
   *
   * @param allWritten true if the peer may be told that this was all, should there be room
   */
  void release(boolean allWritten);

  /** Bytes as they are. */
  record Plain(SocketChannel channel) implements Transport, Outlet {
    @Override
    public Handshake shakeHands() {
      return Handshake.DONE;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      return channel.read(into);
    }

    @Override
    public boolean hasInput() {
      return false;
    }

    @Override
    public long write(WriteQueue queue, ByteBuffer[] gather) throws IOException {
      return queue.writeTo(this, gather);
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) throws IOException {
      return length == 1 ? channel.write(buffers[offset]) : channel.write(buffers, offset, length);
    }

    @Override
    public long transferFrom(FileChannel file, long position, long count) throws IOException {
      return file.transferTo(position, count, channel); // the system sends it
    }

    @Override
    public boolean isFlushed() {
      return true;
    }

    @Override
    public boolean endOutput() throws IOException {
      channel.shutdownOutput();
      return true;
    }

    @Override
    public void release(boolean allWritten) {}
  }
}
