package arashi.mime.parse;

import arashi.mime.text.TextCleaner;
import arashi.mime.view.BodyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lists the entities of a mail, without what was unpacked from them. */
final class Structure {
  private static final int MAX_PARAMETERS = 20;
  private static final int MAX_CHARS = 255;

  private Structure() {}

  static List<BodyPart> of(MimePart root) {
    List<BodyPart> parts = new ArrayList<>();
    add(root, parts);
    return parts;
  }

  private static void add(MimePart part, List<BodyPart> into) {
    if (MailParser.isUnpacked(part.n)) {
      return;
    }
    into.add(
        new BodyPart(
            part.n,
            part.depth,
            value(part.type),
            value(part.disposition),
            part.encoding.standard(),
            part.octets,
            part.lines,
            new BodyPart.Fields(
                text(part, "content-id"),
                text(part, "content-description"),
                text(part, "content-md5"),
                text(part, "content-language"),
                text(part, "content-location"))));
    part.children.forEach(child -> add(child, into));
  }

  private static BodyPart.Value value(HeaderParameters from) {
    Map<String, String> parameters = new TreeMap<>();
    new TreeMap<>(from.parameters())
        .entrySet().stream()
            .limit(MAX_PARAMETERS)
            .forEach(one -> parameters.put(cut(one.getKey()), cut(one.getValue())));
    return new BodyPart.Value(cut(from.value()), parameters);
  }

  private static String text(MimePart part, String field) {
    byte[] body = part.header(field);
    return body == null ? "" : TextCleaner.cut(HeaderText.decode(body, ""), MAX_CHARS);
  }

  private static String cut(String text) {
    return TextCleaner.cut(TextCleaner.oneLine(text), MAX_CHARS);
  }
}
