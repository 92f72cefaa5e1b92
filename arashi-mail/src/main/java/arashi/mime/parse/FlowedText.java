package arashi.mime.parse;

/** Joins the soft-wrapped lines of {@code text/plain; format=flowed} (RFC 3676). */
final class FlowedText {
  private FlowedText() {}

  /**
   * Joins lines; {@code deleteSpace} is the {@code delsp} parameter, for scripts without spaces.
   */
  static String unwrap(String text, boolean deleteSpace) {
    StringBuilder out = new StringBuilder(text.length());
    int openDepth = -1;
    for (String line : text.split("\n", -1)) {
      int depth = quoteDepth(line);
      String content = line.substring(depth);
      if (content.startsWith(" ")) {
        // space-stuffing, or the space after quotation marks
        content = content.substring(1);
      }
      boolean signature = content.equals("-- ");
      if (openDepth >= 0 && openDepth == depth && !signature) {
        if (deleteSpace) {
          out.setLength(out.length() - 1);
        }
      } else {
        if (out.length() > 0 || openDepth != -1) {
          out.append('\n');
        }
        out.append(">".repeat(depth)).append(depth > 0 && !content.isEmpty() ? " " : "");
      }
      out.append(content);
      openDepth = content.endsWith(" ") && !signature ? depth : -2;
    }
    return out.toString();
  }

  private static int quoteDepth(String line) {
    int depth = 0;
    while (depth < line.length() && line.charAt(depth) == '>') {
      depth++;
    }
    return depth;
  }
}
