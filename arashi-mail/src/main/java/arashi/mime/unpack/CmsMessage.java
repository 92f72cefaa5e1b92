package arashi.mime.unpack;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads S/MIME wrappers (CMS, RFC 5652) without keys: their kind, the signed content, and the
 * subject of the signer's certificate. <b>Nothing is verified.</b> Content is extracted through at
 * most {@value #MAX_DEPTH} levels of BER.
 */
public final class CmsMessage {
  private static final int MAX_DEPTH = 24;
  private static final int OCTETS = 0x04;
  private static final int RFC_822_NAME = 1;

  private static final Pattern EMAIL_IN_NAME =
      Pattern.compile("(?i)(?:EMAILADDRESS|1\\.2\\.840\\.113549\\.1\\.9\\.1)=([^,+\\s#]{3,250})");

  /** The kind of wrapper. */
  public enum Kind {
    /** Signed; the content may be inside. */
    SIGNED,
    /** Encrypted. */
    ENCRYPTED,
    /** Another type, or not CMS. */
    OTHER
  }

  private final byte[] in;
  private int failed;

  private CmsMessage(byte[] in) {
    this.in = in;
  }

  /** An element, with the start and end of its content. */
  private record Element(int tag, boolean constructed, int start, int end, int next) {}

  /** Detects the kind from the first type identifier; the bytes may be truncated. */
  public static Kind kind(byte[] in) {
    String head = HexFormat.of().formatHex(in, 0, Math.min(in.length, 40));
    if (head.contains("06092a864886f70d010702")) {
      return Kind.SIGNED;
    }
    boolean enveloped = head.contains("06092a864886f70d010703");
    boolean authEnveloped = head.contains("060b2a864886f70d0109100117");
    boolean encrypted = head.contains("06092a864886f70d010706");
    return enveloped || authEnveloped || encrypted ? Kind.ENCRYPTED : Kind.OTHER;
  }

  /** Returns the signed content, if it is inside. */
  public static Optional<byte[]> signedContent(byte[] in) {
    if (kind(in) != Kind.SIGNED) {
      return Optional.empty();
    }
    try {
      return new CmsMessage(in).content();
    } catch (IndexOutOfBoundsException damaged) {
      return Optional.empty();
    }
  }

  /** Returns the address in the first personal certificate. The claim is not verified. */
  public static Optional<String> signer(byte[] in) {
    try {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(in));
      for (Certificate one : found) {
        if (one instanceof X509Certificate person && person.getBasicConstraints() < 0) {
          Optional<String> address = address(person);
          if (address.isPresent()) {
            return address;
          }
        }
      }
      return Optional.empty();
    } catch (CertificateException | RuntimeException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> address(X509Certificate person)
      throws CertificateParsingException {
    Collection<List<?>> names = person.getSubjectAlternativeNames();
    for (List<?> name : names == null ? List.<List<?>>of() : names) {
      if (Integer.valueOf(RFC_822_NAME).equals(name.get(0))) {
        return Optional.of(name.get(1).toString());
      }
    }
    Matcher inName = EMAIL_IN_NAME.matcher(person.getSubjectX500Principal().toString());
    return inName.find() ? Optional.of(inName.group(1)) : Optional.empty();
  }

  private Optional<byte[]> content() {
    Element info = element(0, in.length, 0);
    Element type = element(info.start, info.end, 1);
    Element wrapped = element(type.next, info.end, 1);
    Element signed = element(wrapped.start, wrapped.end, 2);
    Element version = element(signed.start, signed.end, 3);
    Element digests = element(version.next, signed.end, 3);
    Element encapsulated = element(digests.next, signed.end, 3);
    Element contentType = element(encapsulated.start, encapsulated.end, 4);
    if (contentType.next >= encapsulated.end) {
      return Optional.empty(); // detached content
    }
    Element explicit = element(contentType.next, encapsulated.end, 4);
    ByteArrayOutputStream out = new ByteArrayOutputStream(explicit.end - explicit.start);
    collect(explicit.start, explicit.end, 5, out);
    return failed > 0 || out.size() == 0 ? Optional.empty() : Optional.of(out.toByteArray());
  }

  /** Collects an octet string, which may be split into pieces. */
  private void collect(int from, int to, int depth, ByteArrayOutputStream out) {
    for (int at = from; at < to; ) {
      Element piece = element(at, to, depth);
      if (piece.constructed) {
        collect(piece.start, piece.end, depth + 1, out);
      } else if (piece.tag == OCTETS) {
        out.write(in, piece.start, piece.end - piece.start);
      }
      at = piece.next;
    }
  }

  private Element element(int from, int limit, int depth) {
    if (depth > MAX_DEPTH || from >= limit) {
      throw new IndexOutOfBoundsException(from);
    }
    int tag = in[from] & 0x1f;
    boolean constructed = (in[from] & 0x20) != 0;
    int at = from + 1;
    if (tag == 0x1f) {
      throw new IndexOutOfBoundsException(from); // CMS has no tag numbers that high
    }
    int first = in[at++] & 0xff;
    if (first == 0x80) {
      int end = at;
      while (!(in[end] == 0 && in[end + 1] == 0)) {
        end = element(end, limit, depth + 1).next;
      }
      return new Element(tag, constructed, at, end, end + 2);
    }
    long length = first;
    if (first > 0x80) {
      length = 0;
      for (int i = 0; i < (first & 0x7f); i++) {
        length = length << 8 | (in[at++] & 0xff);
        if (length > in.length) {
          throw new IndexOutOfBoundsException(at);
        }
      }
    }
    int end = Math.toIntExact(at + length);
    if (end > limit) {
      failed++;
      end = limit;
    }
    return new Element(tag, constructed, at, end, end);
  }
}
