package arashi.request.attachment;

import arashi.front.RequestProblem;
import arashi.front.page.RawMails;
import arashi.mime.parse.MailParser;
import arashi.mime.view.PartInfo;
import arashi.store.mail.Message;
import arashi.web.ErrorPage.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import seda.netio.http.HttpResponse;

/**
 * Serves the few mails that cannot be streamed: mails with broken line ends, and parts that are
 * found only in the whole mail. It holds such a mail in memory while it builds the file; a large
 * file goes to the spool. Blocks.
 */
final class WholeMails {
  private final RawMails rawMails;
  private final MailParser parser;
  private final Spool spool;

  WholeMails(RawMails rawMails, MailParser parser, Spool spool) {
    this.rawMails = rawMails;
    this.parser = parser;
    this.spool = spool;
  }

  @FunctionalInterface
  private interface Maker {
    byte[] of(byte[] raw) throws RequestProblem, IOException;
  }

  /**
   * Builds the response for a part.
   *
   * @return empty if the mail or the file does not fit now
   * @throws RequestProblem if there is no such part
   */
  Optional<HttpResponse> part(Message message, FileAnswer answer, int part)
      throws RequestProblem, IOException {
    return make(
        message,
        answer,
        raw ->
            parser
                .part(raw, part)
                .orElseThrow(() -> new RequestProblem(Problem.NOT_FOUND, "part " + part)));
  }

  /** Builds the response for an archive of several parts; otherwise like {@link #part}. */
  Optional<HttpResponse> zip(
      Message message, FileAnswer answer, List<PartInfo> parts, LocalDateTime time)
      throws RequestProblem, IOException {
    return make(message, answer, raw -> zip(raw, ZipNames.of(parts), time));
  }

  private byte[] zip(byte[] raw, Map<Integer, String> names, LocalDateTime time)
      throws IOException {
    Map<Integer, byte[]> contents = parser.parts(raw, names.keySet());
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(all, StandardCharsets.UTF_8)) {
      zip.setLevel(Deflater.NO_COMPRESSION);
      for (Map.Entry<Integer, String> each : names.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getValue());
        entry.setTimeLocal(time);
        zip.putNextEntry(entry);
        zip.write(contents.getOrDefault(each.getKey(), new byte[0]));
      }
    }
    return all.toByteArray();
  }

  private Optional<HttpResponse> make(Message message, FileAnswer answer, Maker maker)
      throws RequestProblem, IOException {
    Made made = new Made();
    rawMails.use(
        message,
        raw -> made.response = spool.body(answer.response(), answer.contentType(), maker.of(raw)));
    return made.response;
  }

  /** Holds the response that was built while the mail was in use. */
  private static final class Made {
    private Optional<HttpResponse> response = Optional.empty();
  }
}
