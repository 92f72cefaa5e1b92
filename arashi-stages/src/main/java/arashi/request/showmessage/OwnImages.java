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

/**
 * The images of a mail that its HTML text refers to ({@link ImageName}), as {@code data:} addresses
 * (RFC 2397): the frame of the text is of no origin, so a browser would ask for them without the
 * cookie that says whose they are. What is too large for that is an attachment like any other. For
 * one thread and one pass over the text.
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
   * Those of a mail.
   *
   * @param mailBytes of the raw mail
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

  /** False if the mail is too large to be read for an image of it, be that its own or attached. */
  boolean mayBeRead() {
    return mayBeRead;
  }

  /** True if there is none that could be shown, so that the raw mail is not needed. */
  boolean areNone() {
    return byName.isEmpty();
  }

  /** The text shows the image here; empty if it can't. */
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

  /** True if the reader must be offered the part beside the text. */
  boolean isBeside(PartInfo part) {
    boolean image = part.contentType().startsWith("image/");
    return !part.inline() || (image && !shown.contains(part));
  }

  /** True if a part of the mail has this name, be it shown or not. */
  boolean has(String address) {
    return ImageName.of(address).map(parts::contains).orElse(false);
  }

  /**
   * These, for a text, shown by what {@code addresses} makes of their names; none from elsewhere.
   */
  MailImages named(Function<String, Optional<String>> addresses) {
    return named(addresses, url -> Optional.empty());
  }

  /** The same with those from elsewhere, shown by what {@code remote} makes of their URLs. */
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
   * The same, with what is to be written into the text.
   *
   * @param content of the part with that number, or nothing
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
