package arashi.store.blob;

import arashi.store.blob.BlobWriter.Compressed;
import arashi.store.blob.BlobWriter.NewBlob;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
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
 * Builds a blob from content that arrives in pieces. Holds the compressed bytes in memory or in a
 * temporary file that is deleted on close. For one thread.
 */
public final class DeflatingDigest extends OutputStream {

  private final FileChannel file; // null if in memory
  private final OutputStream compressed;
  private final MessageDigest sha256;
  private final DigestOutputStream out;
  private final DeflaterOutputStream deflated;
  private long size;

  /** Creates a digest in memory. */
  public DeflatingDigest() {
    this(null, new ByteArrayOutputStream());
  }

  /**
   * Creates a digest in a temporary file.
   *
   * @param directory directory of the file
   */
  public static DeflatingDigest in(Path directory) throws IOException {
    FileChannel file =
        FileChannel.open(
            Files.createTempFile(directory, "blob", ".part"),
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    return new DeflatingDigest(file, new BufferedOutputStream(Channels.newOutputStream(file)));
  }

  private DeflatingDigest(FileChannel file, OutputStream compressed) {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    this.file = file;
    this.compressed = compressed;
    deflated = Deflate.to(compressed);
    out = new DigestOutputStream(deflated, sha256);
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

  /** Returns the blob of all bytes. Write nothing afterwards. Store it before closing this. */
  public NewBlob finish() throws IOException {
    deflated.finish();
    Sha256 hash = Sha256.ofDigest(sha256.digest());
    if (compressed instanceof ByteArrayOutputStream memory) {
      return new NewBlob(hash, size, memory.toByteArray());
    }
    compressed.flush();
    return new NewBlob(hash, size, new InFile(file, file.size()));
  }

  @Override
  public void close() throws IOException {
    try {
      deflated.close(); // fails before it closes the file if the disk is full
    } finally {
      if (file != null) {
        file.close();
      }
    }
  }

  private record InFile(FileChannel file, long length) implements Compressed {
    @Override
    public byte[] read(long from, int count) {
      ByteBuffer bytes = ByteBuffer.allocate(count);
      try {
        while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
          // read until full
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.array();
    }
  }
}
