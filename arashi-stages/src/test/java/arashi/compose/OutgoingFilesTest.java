package arashi.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import arashi.mime.parse.ParsedMail;
import arashi.mime.view.PartInfo;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.james.mime4j.dom.field.ContentDispositionField;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attached files and mails. */
class OutgoingFilesTest {
  private final Writing writing = new Writing();

  private static MimeMessage angus(byte[] mail) throws Exception {
    return new MimeMessage(null, new ByteArrayInputStream(mail));
  }

  private static org.apache.james.mime4j.dom.Message mime4j(byte[] mail) throws IOException {
    return new DefaultMessageBuilder().parseMessage(new ByteArrayInputStream(mail));
  }

  @Test
  void filesArriveWithTheirNamesAndBytes() throws Exception {
    byte[] all = new byte[256 * 3 + 1];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    List<String> names =
        List.of(
            "plain.txt",
            "Seekarte Öre sund — 日本 (2).pdf",
            "quote \"x\"; semi \\ back.bin",
            "=?utf-8?q?x?=.txt",
            "😀".repeat(40) + ".png",
            "100%.csv",
            "ä'b''c.txt",
            "");
    List<Attached> files = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      files.add(
          writing.file(
              names.get(i), "application/x-test", Arrays.copyOf(all, all.length - i * 100)));
    }
    byte[] mail = writing.bytes(Writing.letter().withAttachments(files));
    OutgoingMailTest.assertLegal(mail);
    assertThat(new String(mail, StandardCharsets.US_ASCII)).doesNotContain("????");

    ParsedMail ours = Writing.PARSER.parse(mail);
    List<PartInfo> attachments = ours.view().attachments();
    MimeMultipart angus = (MimeMultipart) angus(mail).getContent();
    var mime4j = (org.apache.james.mime4j.dom.Multipart) mime4j(mail).getBody();
    assertThat(attachments).hasSize(names.size());
    assertThat(angus.getCount()).isEqualTo(names.size() + 1);
    assertThat(mime4j.getCount()).isEqualTo(names.size() + 1);
    for (int i = 0; i < names.size(); i++) {
      byte[] content = Arrays.copyOf(all, all.length - i * 100);
      String shown = names.get(i).replace("=?utf-8?q?x?=", "x");
      assertThat(attachments.get(i).name()).isEqualTo(shown);
      assertThat(ours.part(attachments.get(i).n())).contains(content);
      try (InputStream in = angus.getBodyPart(i + 1).getInputStream()) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
      ContentDispositionField disposition =
          (ContentDispositionField)
              mime4j.getBodyParts().get(i + 1).getHeader().getField("Content-Disposition");
      assertThat(disposition.isAttachment()).isTrue();
      String expected = names.get(i).isEmpty() ? null : names.get(i);
      assertThat(disposition.getFilename()).isEqualTo(expected);
      assertThat(angus.getBodyPart(i + 1).getFileName()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "multipart/mixed; boundary=x",
        "text/html; charset=\"a\r\nb\"",
        "message/partial",
        "message/external-body",
        "a/b/c",
        "text/" + "x"
      })
  void typesThatAPartCannotHaveAreUnknownOnes(String type) throws Exception {
    Attached file = writing.file("f", type, new byte[] {1, 2, 3});
    byte[] mail = writing.bytes(Writing.letter().withAttachments(List.of(file)));
    OutgoingMailTest.assertLegal(mail);
    PartInfo part = Writing.PARSER.parse(mail).view().attachments().get(0);
    assertThat(part.contentType()).isIn("application/octet-stream", "text/x");
    assertThat(Writing.PARSER.part(mail, part.n())).contains(new byte[] {1, 2, 3});
  }

  @Test
  void imageOfATextKeepsItsId() throws Exception {
    Attached image =
        new Attached(
            writing.keep(new byte[] {7}),
            "s.png",
            "image/png",
            1,
            Optional.of("sail+7@far.example"));
    byte[] mail = writing.bytes(Writing.letter().withAttachments(List.of(image)));
    MimeMultipart parts = (MimeMultipart) angus(mail).getContent();
    assertThat(parts.getBodyPart(1).getHeader("Content-ID"))
        .containsExactly("<sail+7@far.example>");
    assertThat(parts.getBodyPart(1).getDisposition()).isEqualTo("inline");
  }

  @Test
  void largeFileIsStreamed() throws Exception {
    long size = 25_000_003;
    Attached file = new Attached("large", "film.bin", "video/mp4", size, Optional.empty());
    int[] opened = {0};
    OutgoingMail mail =
        OutgoingMail.build(
            Writing.letter().withAttachments(List.of(file)),
            Writing.IDENTITIES.get(0),
            "l@home.example",
            Writing.DATE,
            any -> {
              opened[0]++;
              return new Noise(size);
            });
    assertThat(opened[0]).as("not read to be built").isZero();
    MessageDigest first = MessageDigest.getInstance("SHA-256");
    MessageDigest second = MessageDigest.getInstance("SHA-256");
    long[] written = {0};
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int octet) {
            written[0]++;
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            written[0] += length;
          }
        };
    mail.writeTo(new DigestOutputStream(counting, first));
    mail.writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), second));
    assertThat(written[0]).isEqualTo(mail.size());
    assertThat(first.digest()).isEqualTo(second.digest());
    assertThat(opened[0]).isEqualTo(2);
  }

  /** A reproducible stream of bytes that is not held in memory. */
  private static final class Noise extends InputStream {
    private final Random random = new Random(1);
    private long left;

    Noise(long size) {
      this.left = size;
    }

    @Override
    public int read() {
      return left-- > 0 ? random.nextInt(256) : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      if (left <= 0) {
        return -1;
      }
      int n = (int) Math.min(left, length);
      for (int i = 0; i < n; i++) {
        bytes[from + i] = (byte) random.nextInt(256);
      }
      left -= n;
      return n;
    }
  }

  @Test
  void fileThatHasChangedIsNotSent() throws Exception {
    Attached file = new Attached(writing.keep(new byte[10]), "f", "image/png", 9, Optional.empty());
    OutgoingMail mail = writing.build(Writing.letter().withAttachments(List.of(file)));
    assertThatThrownBy(() -> mail.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(IOException.class);
    Attached more = new Attached("more", "m.eml", "message/rfc822", 9, Optional.empty());
    assertThatThrownBy(
            () ->
                OutgoingMail.build(
                    Writing.letter().withAttachments(List.of(more)),
                    Writing.IDENTITIES.get(0),
                    "m@home.example",
                    Writing.DATE,
                    any -> new Noise(Long.MAX_VALUE)))
        .as("read no further than it is said to go")
        .isInstanceOf(IOException.class);
    Attached gone = new Attached("gone", "f", "image/png", 9, Optional.empty());
    OutgoingMail other = writing.build(Writing.letter().withAttachments(List.of(gone)));
    assertThatThrownBy(() -> other.writeTo(OutputStream.nullOutputStream()))
        .isInstanceOf(IOException.class);
  }

  // ---- mails within a mail

  private byte[] withMail(byte[] raw) throws Exception {
    Attached mail = writing.file("inner.eml", "message/rfc822", raw);
    return writing.bytes(Writing.letter().withAttachments(List.of(mail)));
  }

  private static byte[] inner(byte[] mail) {
    ParsedMail read = Writing.PARSER.parse(mail);
    return read.part(read.view().attachments().get(0).n()).orElseThrow();
  }

  @Test
  void attachedMailStaysAsItIs() throws Exception {
    byte[] raw =
        "From: t@far.example\r\nSubject: inner\r\n\r\n.\r\nFrom here\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    byte[] mail = withMail(raw);
    OutgoingMailTest.assertLegal(mail);
    assertThat(inner(mail)).isEqualTo(raw);
    MimeMultipart parts = (MimeMultipart) angus(mail).getContent();
    assertThat(parts.getBodyPart(1).getContentType()).startsWith("message/rfc822");
    MimeMessage read = (MimeMessage) parts.getBodyPart(1).getContent();
    assertThat(read.getSubject()).isEqualTo("inner");
    assertThat(mime4j(mail).getBody()).isInstanceOf(org.apache.james.mime4j.dom.Multipart.class);
  }

  private static void assertSevenBits(byte[] mail) throws Exception {
    OutgoingMailTest.assertLegal(mail);
    for (byte octet : mail) {
      assertThat(octet).isNotNegative();
    }
  }

  @Test
  void attachedMailOfEightBitsIsQuotedPartByPart() throws Exception {
    String text = "hav \u00e5 = sea \r\n\r\n" + "lang ".repeat(60) + "\u00f8\t\r\n--b--x\r\n";
    String raw =
        "From: t@far.example\r\nSubject: inner\r\nMIME-Version: 1.0\r\n"
            + "Content-Type: multipart/mixed;\r\n boundary=\"b c\"\r\n"
            + "content-transfer-encoding:\r\n 8bit\r\n\r\n--b c\r\n"
            + "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n"
            + "X-After: stays\r\n\r\n"
            + text
            + "\r\n--b c\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
            + "Subject: innermost\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n\u00e6\r\n"
            + "\r\n--b c\r\nContent-Type: text/x-plain\r\n\r\na = b\r\n\r\n--b c--\r\n";
    byte[] mail = withMail(raw.getBytes(StandardCharsets.ISO_8859_1));

    assertSevenBits(mail);
    assertThat(new String(mail, StandardCharsets.US_ASCII)).contains("X-After: stays", "a = b");
    MimeMultipart outer = (MimeMultipart) angus(mail).getContent();
    MimeMessage inner = (MimeMessage) outer.getBodyPart(1).getContent();
    MimeMultipart parts = (MimeMultipart) inner.getContent();
    assertThat(parts.getCount()).isEqualTo(3);
    assertThat(parts.getBodyPart(0).getContent()).isEqualTo(text);
    MimeMessage innermost = (MimeMessage) parts.getBodyPart(1).getContent();
    assertThat(innermost.getContent()).isEqualTo("\u00e6\r\n");
    Attached file =
        writing.file("i.eml", "message/rfc822", raw.getBytes(StandardCharsets.ISO_8859_1));
    OutgoingMail built = writing.build(Writing.letter().withAttachments(List.of(file)));
    assertThat(built.size()).isEqualTo(Writing.bytes(built).length);
    assertThat(built.eightBit()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Subject: bl\u00e5\r\n\r\nhav\r\n",
        "Subject: x\r\nContent-Transfer-Encoding: base64\r\n\r\n\u00e5\r\n"
      })
  void attachedMailThatCannotBeQuotedIsSentAsAFile(String raw) throws Exception {
    byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
    byte[] mail = withMail(bytes);

    assertSevenBits(mail);
    assertThat(Writing.PARSER.parse(mail).view().attachments().get(0).contentType())
        .isEqualTo("application/octet-stream");
    assertThat(inner(mail)).isEqualTo(bytes);
    assertThat(writing.build(Writing.letter().withText("blå")).eightBit()).isFalse();
  }

  @Test
  void lineEndsOfAnAttachedMailAreMended() throws Exception {
    byte[] raw =
        "From someone Mon Mar 9\nSubject: x\n\na\r\r\nb".getBytes(StandardCharsets.US_ASCII);
    byte[] mail = withMail(raw);
    OutgoingMailTest.assertLegal(mail);
    assertThat(new String(inner(mail), StandardCharsets.US_ASCII))
        .isEqualTo("Subject: x\r\n\r\na\r\nb\r\n");
  }

  @Test
  void mailThatCannotBeSentAsAMailIsSentAsAFile() throws Exception {
    for (String body : List.of("x".repeat(2_000), "a\rb", "a\u0000b")) {
      byte[] raw = ("Subject: x\r\n\r\n" + body + "\r\n").getBytes(StandardCharsets.US_ASCII);
      byte[] mail = withMail(raw);
      OutgoingMailTest.assertLegal(mail);
      PartInfo part = Writing.PARSER.parse(mail).view().attachments().get(0);
      assertThat(part.contentType()).isEqualTo("application/octet-stream");
      assertThat(part.name()).isEqualTo("inner.eml");
      assertThat(inner(mail)).isEqualTo(raw);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "\r", "\r\r\n"})
  void mailForwardedAsAFileHidesBlindCopies(String lineEnd) throws Exception {
    String raw =
        String.join(
            lineEnd,
            "From someone Mon Mar  9 08:00:00 2026",
            "",
            "From: mira@home.example",
            "bcc: first@far.example,",
            "\tsecond@far.example",
            "To: ib@far.example",
            "Resent-Bcc : third@far.example",
            "Subject: Boat",
            "",
            "Bcc: is what a blind copy is called." + "x".repeat(2_000),
            "");
    byte[] mail = withMail(raw.getBytes(StandardCharsets.US_ASCII));
    OutgoingMailTest.assertLegal(mail);
    PartInfo part = Writing.PARSER.parse(mail).view().attachments().get(0);
    assertThat(part.contentType()).isEqualTo("application/octet-stream");
    assertThat(new String(inner(mail), StandardCharsets.US_ASCII))
        .isEqualTo(
            raw.replaceFirst("(?s)bcc.*(?=To:)", "").replaceFirst("(?s)Resent.*?(?=Sub)", ""))
        .doesNotContain("first@", "second@", "third@");
    Attached file =
        writing.file("a.eml", "message/rfc822", raw.getBytes(StandardCharsets.US_ASCII));
    OutgoingMail built = writing.build(Writing.letter().withAttachments(List.of(file)));
    assertThat(built.size()).isEqualTo(Writing.bytes(built).length);
  }

  @Test
  void boundaryIsInNoPart() throws Exception {
    Attached any = writing.file("f", "image/png", new byte[3]);
    Draft draft = Writing.letter().withAttachments(List.of(any));
    String type = Writing.field(writing.wire(draft), "Content-Type");
    String boundary = type.substring(type.indexOf('"') + 1, type.lastIndexOf('"'));
    assertThat(boundary).startsWith("=_").hasSizeLessThanOrEqualTo(70);
    String line = "--" + boundary + "--";
    byte[] mail = writing.bytes(draft.withText("a\n" + line + "\nb"));
    assertThat(Writing.PARSER.parse(mail).view().text()).isEqualTo("a\n" + line + "\nb");
    byte[] raw = ("Subject: x\r\n\r\n" + line + "\r\n").getBytes(StandardCharsets.US_ASCII);
    byte[] nested = withMail(raw);
    assertThat(
            Collections.frequency(
                List.of(new String(nested, StandardCharsets.US_ASCII).split("\r\n")), line))
        .isEqualTo(1);
    assertThat(inner(nested)).isEqualTo(raw);
  }
}
