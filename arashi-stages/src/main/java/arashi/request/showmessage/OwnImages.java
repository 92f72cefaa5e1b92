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
import java.util.stream.Collectors;

/**
 * The images of a mail that its HTML text refers to ({@link ImageName}), as {@code data:} URLs (RFC
 * 2397). The text's frame has no origin, so a browser would request them without the session
 * cookie. Images too large for that stay attachments. Immutable; each pass over the text has its
 * own {@link Pass}.
 */
final class OwnImages {
  private final ImageLimits limits;
  private final boolean mayBeRead;
  private final Map<ImageName, PartInfo> byName = new HashMap<>();
  private final Set<ImageName> parts = new HashSet<>();

  /**
   * Collects the images of a mail.
   *
   * @param mailBytes size of the raw mail
   */
  OwnImages(MailView view, long mailBytes, ImageLimits limits) {
    this.limits = limits;
    mayBeRead = mailBytes <= limits.mailBytes();
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

  /** True if a part of the mail has this name, shown or not. */
  boolean has(String address) {
    return ImageName.of(address).map(parts::contains).orElse(false);
  }

  /** True if the page must offer the part beside a text that shows these images. */
  static boolean isBeside(PartInfo part, Set<PartInfo> shown) {
    boolean image = part.contentType().startsWith("image/");
    return !part.inline() || (image && !shown.contains(part));
  }

  /** Begins a pass over the text. */
  Pass pass() {
    return new Pass();
  }

  /** One pass over the text, which shows images within the limits. For one thread. */
  final class Pass {
    private final Set<PartInfo> shown = new HashSet<>();
    private final Map<PartInfo, String> urls = new HashMap<>();
    private long left = limits.ownBytes();

    /** Uses an image in the text; empty if it cannot be shown. */
    Optional<PartInfo> show(String address) {
      PartInfo part = ImageName.of(address).map(byName::get).orElse(null);
      if (part == null || part.size() > left) {
        return Optional.empty();
      }
      if (shown.size() == limits.ownImages() && !shown.contains(part)) {
        return Optional.empty();
      }
      left -= part.size();
      shown.add(part);
      return Optional.of(part);
    }

    /** Returns the images used so far. */
    Set<PartInfo> shown() {
      return Set.copyOf(shown);
    }

    /** The images for a text that is not displayed: they are used, but get no URL. */
    MailImages withoutContent() {
      return images(
          address -> {
            show(address);
            return Optional.empty();
          },
          url -> Optional.empty());
    }

    /**
     * The images for a text.
     *
     * @param contents content by number of the part
     * @param remote maps a remote image to its address
     */
    MailImages withContent(
        Map<Integer, byte[]> contents, Function<String, Optional<String>> remote) {
      return images(address -> url(address, contents), remote);
    }

    /** Returns the {@code data:} URL of an image. */
    private Optional<String> url(String address, Map<Integer, byte[]> contents) {
      return show(address)
          .filter(part -> contents.containsKey(part.n()))
          .map(part -> urls.computeIfAbsent(part, one -> url(one, contents.get(one.n()))));
    }

    private static String url(PartInfo part, byte[] content) {
      String base64 = Base64.getEncoder().encodeToString(content);
      return "data:" + part.imageType().orElseThrow() + ";base64," + base64;
    }

    private MailImages images(
        Function<String, Optional<String>> own, Function<String, Optional<String>> remote) {
      return new MailImages() {
        @Override
        public Optional<String> ofContentId(String id) {
          return own.apply(id);
        }

        @Override
        public boolean has(String location) {
          return OwnImages.this.has(location);
        }

        @Override
        public Optional<String> ofLocation(String location) {
          return own.apply(location);
        }

        @Override
        public Optional<String> ofRemote(String url) {
          return remote.apply(url);
        }
      };
    }
  }
}
