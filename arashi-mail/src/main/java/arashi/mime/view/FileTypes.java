package arashi.mime.view;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Maps media types to file extensions and back, for the types that are common in mail. */
public final class FileTypes {
  private static final String TABLE =
      """
      text/plain txt text
      text/html html htm
      text/calendar ics ifb
      text/vcard vcf
      text/x-vcard vcf
      text/directory vcf
      text/csv csv
      text/rtf rtf
      text/xml xml
      text/css css
      text/javascript js
      text/markdown md
      text/x-patch patch
      text/x-diff diff
      image/png png
      image/jpeg jpg jpeg jpe
      image/jpg jpg
      image/pjpeg jpg
      image/gif gif
      image/webp webp
      image/avif avif
      image/heic heic
      image/heif heif
      image/bmp bmp
      image/x-ms-bmp bmp
      image/tiff tif tiff
      image/svg+xml svg
      image/x-icon ico
      image/vnd.microsoft.icon ico
      audio/mpeg mp3
      audio/mp3 mp3
      audio/mp4 m4a
      audio/x-m4a m4a
      audio/ogg ogg oga
      audio/opus opus
      audio/wav wav
      audio/x-wav wav
      audio/amr amr
      audio/3gpp 3gp
      audio/aac aac
      audio/flac flac
      audio/midi mid
      video/mp4 mp4
      video/mpeg mpg mpeg
      video/quicktime mov
      video/webm webm
      video/3gpp 3gp
      video/x-msvideo avi
      video/x-matroska mkv
      message/rfc822 eml
      message/global eml
      message/delivery-status txt
      message/disposition-notification txt
      message/feedback-report txt
      text/rfc822-headers txt
      application/pdf pdf
      application/x-pdf pdf
      application/zip zip
      application/x-zip-compressed zip
      application/gzip gz
      application/x-gzip gz
      application/x-tar tar
      application/x-7z-compressed 7z
      application/x-rar-compressed rar
      application/vnd.rar rar
      application/json json
      application/xml xml
      application/xhtml+xml xhtml
      application/ics ics
      application/rtf rtf
      application/msword doc
      application/vnd.ms-excel xls
      application/vnd.ms-powerpoint ppt
      application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
      application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
      application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
      application/vnd.oasis.opendocument.text odt
      application/vnd.oasis.opendocument.spreadsheet ods
      application/vnd.oasis.opendocument.presentation odp
      application/epub+zip epub
      application/postscript ps
      application/pgp-signature asc
      application/pgp-keys asc
      application/pgp-encrypted asc
      application/pkcs7-signature p7s
      application/x-pkcs7-signature p7s
      application/pkcs7-mime p7m
      application/x-pkcs7-mime p7m
      application/ms-tnef dat
      application/vnd.ms-tnef dat
      application/vnd.ms-outlook msg
      application/javascript js
      application/x-sh sh
      application/octet-stream bin
      """;

  private static final Map<String, String> ENDINGS = new HashMap<>();
  private static final Map<String, String> TYPES = new HashMap<>();

  static {
    for (String line : TABLE.lines().toList()) {
      String[] words = line.split(" ");
      ENDINGS.put(words[0], words[1]);
      for (int i = 1; i < words.length; i++) {
        TYPES.putIfAbsent(words[i], words[0]);
      }
    }
  }

  private FileTypes() {}

  /** Returns the file extension of a type, without a dot; {@code bin} if unknown. */
  public static String ending(String type) {
    String known = ENDINGS.get(type);
    if (known != null) {
      return known;
    }
    return type.startsWith("text/") ? "txt" : "bin";
  }

  /** Returns the type for a file name's extension; {@code application/octet-stream} if unknown. */
  public static String type(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(ending, "application/octet-stream");
  }
}
