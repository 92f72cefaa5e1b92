package gnutella.protocol;

/** Why bytes are not a valid packet. Bytes after a fault cannot be decoded. */
public enum PacketFault {
  /** The header announces a length that is negative or above its type's limit. */
  TOO_LONG(400, "packet too big"),
  /** The payload is shorter than its type's minimum. */
  TOO_SHORT(400, "packet too short"),
  /** The compressed stream is damaged. */
  BAD_DEFLATE(501, "damaged deflate stream"),
  /** The input ended inside a packet. */
  TRUNCATED(501, "input ended inside a packet");

  private final int byeCode;
  private final String text;

  PacketFault(int byeCode, String text) {
    this.byeCode = byeCode;
    this.text = text;
  }

  /** The code of the {@link Message.Bye} sent to the peer. */
  public int byeCode() {
    return byeCode;
  }

  /** The readable reason. */
  public String text() {
    return text;
  }
}
