package arashi.request.showmessage;

import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * The images of a mail that its HTML text refers to by their Content-ID (RFC 2392), as {@code
 * data:} addresses (RFC 2397): the frame of the text is of no origin, so a browser would ask for
 * them without the cookie that says whose they are. What is too large for that is an attachment
 * like any other. For one thread and one pass over the text.
 */
final class OwnImages {
  private final boolean mayBeRead;
  private final int mostImages;
  private final Map<String, PartInfo> byContentId = new HashMap<>();
  private final Map<PartInfo, Optional<String>> addresses = new HashMap<>();
  private final Set<PartInfo> shown = new HashSet<>();
  private long left;

  /**
   * Those of a mail.
   *
   * @param mailBytes of the raw mail
   */
  OwnImages(MailView view, long mailBytes, ImageLimits limits) {
    mayBeRead = mailBytes <= limits.mailBytes();
    mostImages = limits.ownImages();
    left = limits.ownBytes();
    if (!mayBeRead) {
      return;
    }
    for (PartInfo part : view.parts()) {
      boolean named = part.inline() && !part.contentId().isEmpty();
      if (named && part.imageType().isPresent()) {
        byContentId.putIfAbsent(part.contentId(), part);
      }
    }
  }

  /** False if the mail is too large to be read for an image of it, be that its own or attached. */
  boolean mayBeRead() {
    return mayBeRead;
  }

  /** True if there is none that could be shown, so that the raw mail is not needed. */
  boolean areNone() {
    return byContentId.isEmpty();
  }

  /** The text shows the image here; empty if it can't. */
  Optional<PartInfo> show(String contentId) {
    PartInfo part = byContentId.get(contentId);
    if (part == null || part.size() > left) {
      return Optional.empty();
    }
    if (shown.size() == mostImages && !shown.contains(part)) {
      return Optional.empty();
    }
    left -= part.size();
    shown.add(part);
    return Optional.of(part);
  }

  /** True if the reader must be offered the part beside the text. */
  boolean isBeside(PartInfo part) {
    boolean image = part.contentType().startsWith("image/");
    return !part.inline() || (image && !shown.contains(part));
  }

  /**
   * The same, with what is to be written into the text.
   *
   * @param content of the part with that number, or nothing
   */
  Optional<String> address(String contentId, IntFunction<Optional<byte[]>> content) {
    return show(contentId)
        .flatMap(
            part ->
                addresses.computeIfAbsent(
                    part, one -> content.apply(one.n()).map(bytes -> address(one, bytes))));
  }

  private static String address(PartInfo part, byte[] content) {
    String base64 = Base64.getEncoder().encodeToString(content);
    return "data:" + part.imageType().orElseThrow() + ";base64," + base64;
  }
}
