package seda.netio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;

/**
 * Moves a connection's bytes to and from its socket. Nothing blocks; an operation that cannot
 * continue returns what it waits for. Belongs to one processor.
 */
interface Transport {

  /** A condition that a handshake waits for. */
  enum Handshake {
    /** Nothing: it has completed. */
    DONE,
    /** Bytes from the peer. */
    INPUT,
    /** Room in the socket's send buffer. */
    OUTPUT,
    /** A computation on a worker; the read stage gets the connection when it has ended. */
    TASK
  }

  /** Continues the handshake as far as possible. */
  Handshake shakeHands() throws IOException;

  /**
   * Reads available bytes.
   *
   * @return number of bytes, 0 if none are available, -1 at the end of input
   */
  int read(ByteBuffer into) throws IOException;

  /** True if input is available although the socket has none. */
  boolean hasInput();

  /**
   * Writes as much of the queue as the socket takes.
   *
   * @return bytes that left the queue or entered the socket; 0 if there was no progress
   */
  long write(WriteQueue queue, ByteBuffer[] gather) throws IOException;

  /** True if the socket has taken everything that left the queue. */
  boolean isFlushed();

  /** Ends the output; false if the socket has no room and the call must be repeated. */
  boolean endOutput() throws IOException;

  /**
   * Releases the buffers.
   *
   * @param allWritten true if a regular end may be signalled to the peer
   */
  void release(boolean allWritten);

  /** Plain TCP. */
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
