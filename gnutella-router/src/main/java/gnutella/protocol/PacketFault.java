package gnutella.protocol;

/** Why bytes are no packet. Nothing that comes after them can be read. */
public enum PacketFault {
  /** The header announces more than is allowed for its type, or a negative length. */
  TOO_LONG(400, "packet too big"),
  /** The payload is shorter than one of its type can be. */
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

  /** What the peer is told, in a {@link Message.Bye}. */
  public int byeCode() {
    return byeCode;
  }

  /** The same for people. */
  public String text() {
    return text;
  }
}
