package arashi.mime.unpack;

import arashi.mime.text.CharsetRescue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.poi.hmef.Attachment;
import org.apache.poi.hmef.HMEFMessage;
import org.apache.poi.hmef.attribute.MAPIAttribute;
import org.apache.poi.hmef.attribute.MAPIRtfAttribute;
import org.apache.poi.hmef.attribute.TNEFAttribute;
import org.apache.poi.hmef.attribute.TNEFProperty;
import org.apache.poi.hsmf.datatypes.MAPIProperty;
import org.apache.poi.util.LittleEndian;

/**
 * The content of Outlook's {@code winmail.dat} (MS-OXTNEF).
 *
 * @param text the plain text, or empty
 * @param html the HTML text, or empty
 * @param files the attachments
 */
public record TnefMessage(String text, String html, List<UnpackedFile> files) {
  private static final int HEAD = 6;
  private static final int ATTRIBUTE_HEAD = 9;
  private static final int CHECKSUM = 2;

  /** Maximum size of a property in bytes; the library allocates the claimed size. */
  private static final int MAX_PROPERTY = 8 << 20;

  static {
    TNEFAttribute.setMaxRecordLength(Integer.MAX_VALUE); // whole() bounds the attributes first
    MAPIAttribute.setMaxRecordLength(MAX_PROPERTY);
  }

  /** Copies the list. */
  public TnefMessage {
    files = List.copyOf(files);
  }

  /** Reads at most {@code maxFiles} files; empty if the bytes are not TNEF. */
  public static Optional<TnefMessage> read(byte[] in, int maxFiles) {
    if (in.length < HEAD || LittleEndian.getInt(in) != HMEFMessage.HEADER_SIGNATURE) {
      return Optional.empty();
    }
    try {
      HMEFMessage message = new HMEFMessage(new ByteArrayInputStream(whole(in)));
      List<UnpackedFile> files = new ArrayList<>();
      for (Attachment one : message.getAttachments()) {
        if (files.size() < maxFiles) {
          file(one).ifPresent(files::add);
        }
      }
      return Optional.of(new TnefMessage(text(message), html(message), files));
    } catch (IOException | RuntimeException damaged) {
      return Optional.empty();
    }
  }

  /** Cuts the bytes before the first attribute that claims more than the remaining bytes. */
  private static byte[] whole(byte[] in) {
    int at = HEAD;
    while (at + ATTRIBUTE_HEAD <= in.length) {
      long length = LittleEndian.getUInt(in, at + 5);
      if (length > in.length - at - ATTRIBUTE_HEAD - CHECKSUM) {
        break;
      }
      at += ATTRIBUTE_HEAD + (int) length + CHECKSUM;
    }
    return Arrays.copyOf(in, at);
  }

  private static Optional<UnpackedFile> file(Attachment attachment) {
    try {
      String name = attachment.getLongFilename();
      if (name == null || name.isBlank()) {
        name = attachment.getFilename();
      }
      return Optional.of(
          new UnpackedFile(
              name == null ? "" : name.replace("\0", ""),
              string(attachment.getMAPIAttribute(MAPIProperty.ATTACH_MIME_TAG)),
              string(attachment.getMAPIAttribute(MAPIProperty.ATTACH_CONTENT_ID)),
              attachment.getContents()));
    } catch (RuntimeException withoutContent) {
      return Optional.empty();
    }
  }

  private static String string(MAPIAttribute attribute) {
    if (attribute == null) {
      return "";
    }
    // 8-bit string (type 0x1E), otherwise 16-bit
    boolean narrow = attribute.getType() == 0x1e;
    String text =
        narrow
            ? CharsetRescue.decodeUndeclared(attribute.getData(), "")
            : new String(attribute.getData(), StandardCharsets.UTF_16LE);
    return text.replace("\0", "").strip();
  }

  private static String text(HMEFMessage message) {
    String body = string(message.getMessageMAPIAttribute(MAPIProperty.BODY));
    if (!body.isBlank()) {
      return body;
    }
    TNEFAttribute old = message.getMessageAttribute(TNEFProperty.ID_BODY);
    if (old != null && old.getData().length > 1) {
      return CharsetRescue.decodeUndeclared(old.getData(), "").replace("\0", "").strip();
    }
    MAPIAttribute rtf = message.getMessageMAPIAttribute(MAPIProperty.RTF_COMPRESSED);
    return rtf instanceof MAPIRtfAttribute known ? RtfText.of(known.getDataString()) : "";
  }

  private static String html(HMEFMessage message) {
    MAPIAttribute html = message.getMessageMAPIAttribute(MAPIProperty.BODY_HTML);
    return html == null ? "" : CharsetRescue.decodeUndeclared(html.getData(), "").replace("\0", "");
  }
}
