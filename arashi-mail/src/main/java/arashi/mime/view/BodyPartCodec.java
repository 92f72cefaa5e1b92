package arashi.mime.view;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Encodes {@link BodyPart}s for {@link MailViewCodec}. */
final class BodyPartCodec {
  private BodyPartCodec() {}

  static void write(DataOutputStream out, BodyPart part) throws IOException {
    out.writeInt(part.n());
    out.writeInt(part.depth());
    value(out, part.type());
    value(out, part.disposition());
    MailViewCodec.string(out, part.encoding());
    out.writeLong(part.octets());
    out.writeLong(part.lines());
    MailViewCodec.string(out, part.fields().id());
    MailViewCodec.string(out, part.fields().description());
    MailViewCodec.string(out, part.fields().md5());
    MailViewCodec.string(out, part.fields().language());
    MailViewCodec.string(out, part.fields().location());
  }

  static BodyPart read(DataInputStream in) throws IOException {
    return new BodyPart(
        in.readInt(),
        in.readInt(),
        value(in),
        value(in),
        MailViewCodec.string(in),
        in.readLong(),
        in.readLong(),
        new BodyPart.Fields(
            MailViewCodec.string(in),
            MailViewCodec.string(in),
            MailViewCodec.string(in),
            MailViewCodec.string(in),
            MailViewCodec.string(in)));
  }

  private static void value(DataOutputStream out, BodyPart.Value value) throws IOException {
    MailViewCodec.string(out, value.value());
    out.writeInt(value.parameters().size());
    for (Map.Entry<String, String> one : value.parameters().entrySet()) {
      MailViewCodec.string(out, one.getKey());
      MailViewCodec.string(out, one.getValue());
    }
  }

  private static BodyPart.Value value(DataInputStream in) throws IOException {
    String value = MailViewCodec.string(in);
    Map<String, String> parameters = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      parameters.put(MailViewCodec.string(in), MailViewCodec.string(in));
    }
    return new BodyPart.Value(value, parameters);
  }
}
