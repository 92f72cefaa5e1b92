package arashi.store.blob;

import arashi.store.blob.BlobWriter.Compressed;
import arashi.store.blob.BlobWriter.NewBlob;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.DeflaterOutputStream;

/**
 * Builds a blob from content that arrives in pieces. Appends the compressed bytes to a file that
 * the caller owns, so that the many small files of one form take one file on disk. For one thread.
 */
public final class DeflatingDigest extends OutputStream {

  private final FileChannel file;
  private final long from;
  private final OutputStream compressed;
  private final MessageDigest sha256;
  private final DigestOutputStream out;
  private final DeflaterOutputStream deflated;
  private long size;

  /**
   * Creates a digest.
   *
   * @param file receives the compressed bytes at its position; stays open
   */
  public DeflatingDigest(FileChannel file) throws IOException {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    this.file = file;
    this.from = file.position();
    compressed = new BufferedOutputStream(new Unclosed(Channels.newOutputStream(file)));
    deflated = Deflate.to(compressed);
    out = new DigestOutputStream(deflated, sha256);
  }

  /** Opens a temporary file for digests. It is deleted when it is closed. */
  public static FileChannel spool(Path directory) throws IOException {
    return FileChannel.open(
        Files.createTempFile(directory, "blob", ".part"),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length); // by default, byte by byte
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
    size++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    size += length;
  }

  /** Returns the bytes written so far. */
  public long size() {
    return size;
  }

  /**
   * Returns the blob of all bytes, which is read from the file. Write nothing afterwards. Store it
   * before the file is closed.
   */
  public NewBlob finish() throws IOException {
    deflated.finish();
    compressed.flush();
    Sha256 hash = Sha256.ofDigest(sha256.digest());
    return new NewBlob(hash, size, new InFile(file, from, file.position() - from));
  }

  @Override
  public void close() throws IOException {
    deflated.close();
  }

  private record InFile(FileChannel file, long start, long length) implements Compressed {
    @Override
    public byte[] read(long from, int count) {
      ByteBuffer bytes = ByteBuffer.allocate(count);
      try {
        while (bytes.hasRemaining() && file.read(bytes, start + from + bytes.position()) >= 0) {
          // read until full
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.array();
    }
  }
}
