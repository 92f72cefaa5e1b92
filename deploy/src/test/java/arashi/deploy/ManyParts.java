package arashi.deploy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Mails of 10,000 small files, each file with other content, in each encoding of files. */
public enum ManyParts {
  /** MIME parts. */
  MIME {
    @Override
    String mail() {
      StringBuilder mail = new StringBuilder(head("multipart/mixed; boundary=b"));
      for (int n = 0; n < COUNT; n++) {
        mail.append("--b\r\nContent-Disposition: attachment; filename=")
            .append(name(n))
            .append("\r\n\r\n")
            .append(content(n))
            .append("\r\n");
      }
      return mail.append("--b--\r\n").toString();
    }
  },
  /** Files in text by uuencode. */
  UUENCODE {
    @Override
    String mail() {
      StringBuilder mail = new StringBuilder(head("text/plain"));
      for (int n = 0; n < COUNT; n++) {
        mail.append("begin 644 ").append(name(n)).append("\r\n");
        mail.append(uuencoded(content(n))).append("\r\n`\r\nend\r\n");
      }
      return mail.toString();
    }
  },
  /** Files in text by yEnc. */
  YENC {
    @Override
    String mail() {
      StringBuilder mail = new StringBuilder(head("text/plain; charset=iso-8859-1"));
      for (int n = 0; n < COUNT; n++) {
        mail.append("=ybegin line=128 size=6 name=").append(name(n)).append("\r\n");
        content(n).chars().forEach(c -> mail.append((char) ((c + 42) & 0xff)));
        mail.append("\r\n=yend size=6\r\n");
      }
      return mail.toString();
    }
  },
  /** Attachments in winmail.dat (MS-OXTNEF). */
  TNEF {
    @Override
    String mail() {
      ByteArrayOutputStream tnef = new ByteArrayOutputStream();
      number(tnef, 0x223e9f78, 4);
      number(tnef, 1, 2);
      for (int n = 0; n < COUNT; n++) {
        attribute(tnef, 0x00069002, new byte[14]); // attAttachRenddata begins an attachment
        attribute(tnef, 0x00018010, Mails.utf8(name(n) + "\0"));
        attribute(tnef, 0x0006800f, Mails.utf8(content(n)));
      }
      return head("application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64")
          + Base64.getMimeEncoder().encodeToString(tnef.toByteArray())
          + "\r\n";
    }
  };

  private static final int COUNT = 10_000;

  /** Returns the mail's bytes. */
  public byte[] raw() {
    return mail().getBytes(StandardCharsets.ISO_8859_1);
  }

  abstract String mail();

  static String head(String type) {
    return "From: Ada <ada@example.org>\r\nSubject: Many\r\nMIME-Version: 1.0\r\nContent-Type: "
        + type
        + "\r\n\r\n";
  }

  static String name(int n) {
    return "file-" + n + ".bin";
  }

  /** Returns six characters. */
  static String content(int n) {
    return String.format("%06d", n);
  }

  private static String uuencoded(String six) {
    StringBuilder line = new StringBuilder("&"); // a count of six
    for (int at = 0; at < 6; at += 3) {
      int bits = six.charAt(at) << 16 | six.charAt(at + 1) << 8 | six.charAt(at + 2);
      for (int shift = 18; shift >= 0; shift -= 6) {
        line.append((char) (' ' + ((bits >> shift) & 0x3f)));
      }
    }
    return line.toString();
  }

  private static void attribute(ByteArrayOutputStream out, int id, byte[] data) {
    out.write(2); // level of attachments
    number(out, id, 4);
    number(out, data.length, 4);
    out.writeBytes(data);
    int sum = 0;
    for (byte each : data) {
      sum += each & 0xff;
    }
    number(out, sum & 0xffff, 2);
  }

  private static void number(ByteArrayOutputStream out, int value, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write(value >> (8 * i));
    }
  }
}
