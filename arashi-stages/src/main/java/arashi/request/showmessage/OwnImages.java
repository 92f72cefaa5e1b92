package arashi.request.showmessage;

import arashi.mime.html.MailImages;
import arashi.mime.view.ImageName;
import arashi.mime.view.MailView;
import arashi.mime.view.PartInfo;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The images of a mail that its HTML text refers to ({@link ImageName}), as {@code data:} URLs (RFC
 * 2397). The text's frame has no origin, so a browser would request them without the session
 * cookie. Images too large for that stay attachments. For one thread and one pass over the text.
 */
final class OwnImages {
  private final boolean mayBeRead;
  private final int mostImages;
  private final Map<ImageName, PartInfo> byName = new HashMap<>();
  private final Map<PartInfo, Optional<String>> addresses = new HashMap<>();
  private final Set<ImageName> parts = new HashSet<>();
  private final Set<PartInfo> shown = new HashSet<>();
  private long left;

  /**
   * Collects the images of a mail.
   *
   * @param mailBytes size of the raw mail
   */
  OwnImages(MailView view, long mailBytes, ImageLimits limits) {
    mayBeRead = mailBytes <= limits.mailBytes();
    mostImages = limits.ownImages();
    left = limits.ownBytes();
    view.parts().forEach(part -> parts.addAll(ImageName.all(part)));
    if (!mayBeRead) {
      return;
    }
    for (PartInfo part : view.parts()) {
      if (part.inline() && part.imageType().isPresent()) {
        ImageName.all(part).forEach(name -> byName.putIfAbsent(name, part));
      }
    }
  }

  /** False if the mail is too large to be read for an image. */
  boolean mayBeRead() {
    return mayBeRead;
  }

  /** True if no image can be shown, so that the raw mail is not needed. */
  boolean areNone() {
    return byName.isEmpty();
  }

  /** Returns the numbers of the parts that the text may show. */
  Set<Integer> numbers() {
    return byName.values().stream().map(PartInfo::n).collect(Collectors.toSet());
  }

  /** Uses an image in the text; empty if it cannot be shown. */
  Optional<PartInfo> show(String address) {
    PartInfo part = ImageName.of(address).map(byName::get).orElse(null);
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

  /** True if the page must offer the part beside the text. */
  boolean isBeside(PartInfo part) {
    boolean image = part.contentType().startsWith("image/");
    return !part.inline() || (image && !shown.contains(part));
  }

  /** True if a part of the mail has this name, shown or not. */
  boolean has(String address) {
    return ImageName.of(address).map(parts::contains).orElse(false);
  }

  /** Returns the images for a text, with {@code addresses} mapping their names; no remote ones. */
  MailImages named(Function<String, Optional<String>> addresses) {
    return named(addresses, url -> Optional.empty());
  }

  /** Returns the images for a text, with {@code remote} mapping the URLs of remote ones. */
  MailImages named(
      Function<String, Optional<String>> addresses, Function<String, Optional<String>> remote) {
    return new MailImages() {
      @Override
      public Optional<String> ofContentId(String id) {
        return addresses.apply(id);
      }

      @Override
      public boolean has(String location) {
        return OwnImages.this.has(location);
      }

      @Override
      public Optional<String> ofLocation(String location) {
        return addresses.apply(location);
      }

      @Override
      public Optional<String> ofRemote(String url) {
        return remote.apply(url);
      }
    };
  }

  /**
   * Returns the {@code data:} URL of an image for the text.
   *
   * @param content maps the number of a part to its content
   */
  Optional<String> address(String address, IntFunction<Optional<byte[]>> content) {
    return show(address)
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
