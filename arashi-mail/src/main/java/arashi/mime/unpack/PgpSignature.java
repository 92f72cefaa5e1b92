package arashi.mime.unpack;

import arashi.mime.text.TextCleaner;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the signer's user id from an OpenPGP signature (RFC 9580, 5.2). <b>Nothing is verified.</b>
 * Most programs include the user id; the key id alone would not help a reader.
 */
public final class PgpSignature {
  private static final int SIGNATURE = 2;
  private static final int SIGNERS_USER_ID = 28;
  private static final int MAX_CHARS = 64 << 10;

  /** Longest user id that is searched for an address, in chars. */
  private static final int MAX_USER_ID = 1_000;

  private static final String BEGIN = "-----BEGIN PGP SIGNATURE-----";
  private static final Pattern ARMOUR =
      Pattern.compile(
          BEGIN
              + "[^\\n"
              + "]*\\n"
              + "(?:[^\\n"
              + ":]{1,80}:[^\\n"
              + "]*\\n"
              + ")*+([A-Za-z0-9+/=\\s]+?)\\s(?:=[A-Za-z0-9+/]{4}\\s+)?-----END");

  private static final Pattern ADDRESS = Pattern.compile("[^\\s<>@]{1,100}@[^\\s<>@]{1,150}");

  private PgpSignature() {}

  /** Returns the signer's address, if the signature contains it. */
  public static Optional<String> signer(String armoured) {
    String text = armoured.substring(0, Math.min(armoured.length(), MAX_CHARS));
    int begin = text.indexOf(BEGIN); // only one, because each could be searched to the end
    Matcher armour = ARMOUR.matcher(text).region(Math.max(begin, 0), text.length());
    if (begin < 0 || !armour.lookingAt()) {
      return Optional.empty();
    }
    try {
      byte[] packet = Base64.getMimeDecoder().decode(armour.group(1));
      Matcher address = ADDRESS.matcher(TextCleaner.cut(userId(packet), MAX_USER_ID));
      return address.find() ? Optional.of(address.group()) : Optional.empty();
    } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
      return Optional.empty();
    }
  }

  private static String userId(byte[] in) {
    int tag = in[0] & 0xff;
    boolean current = (tag & 0x40) != 0;
    int type = current ? tag & 0x3f : tag >> 2 & 0xf;
    if (type != SIGNATURE) {
      return "";
    }
    int at = 1 + (current ? sizeOfLength(in[1] & 0xff) : 1 << (tag & 3));
    if (in[at] != 4 && in[at] != 6) {
      return "";
    }
    int wide = in[at] == 6 ? 4 : 2;
    at += 4;
    int end = at + wide + number(in, at, wide);
    at += wide;
    while (at < end) {
      int size = sizeOfLength(in[at] & 0xff);
      int length =
          size == 1
              ? in[at] & 0xff
              : size == 2
                  ? (((in[at] & 0xff) - 192) << 8) + (in[at + 1] & 0xff) + 192
                  : number(in, at + 1, 4);
      at += size;
      if (length < 1 || length > in.length) {
        return "";
      }
      if ((in[at] & 0x7f) == SIGNERS_USER_ID) {
        return new String(in, at + 1, length - 1, StandardCharsets.UTF_8);
      }
      at += length;
    }
    return "";
  }

  private static int sizeOfLength(int first) {
    return first < 192 ? 1 : first < 255 ? 2 : 5;
  }

  private static int number(byte[] in, int at, int bytes) {
    int number = 0;
    for (int i = 0; i < bytes; i++) {
      number = number << 8 | (in[at + i] & 0xff);
    }
    return number & 0x7fffffff;
  }
}
