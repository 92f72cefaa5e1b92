package arashi.mime.parse;

import org.apache.james.mime4j.stream.BodyDescriptor;

/**
 * Tells mime4j the type of an entity. Of the encoding it learns only that of attached mails, which
 * it reads itself.
 */
record EntityDescriptor(HeaderParameters type, TransferEncoding encoding)
    implements BodyDescriptor {
  @Override
  public String getMimeType() {
    return type.value().equals("message/global") ? "message/rfc822" : type.value();
  }

  @Override
  public String getMediaType() {
    return type.value().substring(0, type.value().indexOf('/'));
  }

  @Override
  public String getSubType() {
    return type.value().substring(type.value().indexOf('/') + 1);
  }

  @Override
  public String getBoundary() {
    return type.get("boundary").stripTrailing(); // no boundary ends with a blank
  }

  @Override
  public String getCharset() {
    return type.get("charset");
  }

  @Override
  public String getTransferEncoding() {
    return encoding.standard();
  }

  @Override
  public long getContentLength() {
    return -1;
  }
}
