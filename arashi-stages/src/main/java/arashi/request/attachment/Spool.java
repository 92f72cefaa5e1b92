package arashi.request.attachment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import seda.netio.http.HttpResponse;

/**
 * Where large answers wait for slow clients: files that have no name and vanish with their last
 * use. In memory they would add up to connections times the size of the largest mail.
 */
public final class Spool {
  private final Path directory;
  private final int threshold;

  /**
   * A spool below a directory.
   *
   * @param threshold answers up to this many bytes stay in memory
   */
  public Spool(Path directory, int threshold) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.threshold = threshold;
  }

  /** Gives an answer its body, from memory or from a file. */
  HttpResponse body(HttpResponse response, String contentType, byte[] content) throws IOException {
    if (content.length <= threshold) {
      return response.body(contentType, content);
    }
    Path file = Files.createTempFile(directory, "answer", ".part");
    FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return response.file(contentType, channel, 0, content.length);
  }
}
