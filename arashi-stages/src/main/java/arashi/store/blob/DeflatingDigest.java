package arashi.store.blob;

import arashi.store.blob.BlobWriter.NewBlob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.DeflaterOutputStream;

/** Makes a blob of content that comes in pieces, and holds only its compressed bytes. */
public final class DeflatingDigest extends OutputStream {

  private final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
  private final MessageDigest sha256;
  private final DigestOutputStream out;
  private final DeflaterOutputStream deflated;
  private long size;

  /** Begins. */
  public DeflatingDigest() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
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

  /** Bytes so far. */
  public long size() {
    return size;
  }

  /** The blob of all that was written; nothing is written afterwards. */
  public NewBlob finish() throws IOException {
    deflated.finish();
    return new NewBlob(Sha256.ofDigest(sha256.digest()), size, compressed.toByteArray());
  }

  @Override
  public void close() throws IOException {
    deflated.close();
  }
}
