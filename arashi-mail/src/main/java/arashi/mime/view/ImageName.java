package arashi.mime.view;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The name by which a text refers to an image of its mail: a Content-ID after {@code cid:} (RFC
 * 2392), a Content-Location (RFC 2557), or, from some programs, a bare file name or Content-ID.
 *
 * @param name decoded name
 */
public record ImageName(String name) {
  private static final String CID = "cid:";

  /** Returns the name in an address; empty if it cannot contain one. */
  public static Optional<ImageName> of(String address) {
    boolean cid = address.regionMatches(true, 0, CID, 0, CID.length());
    String name = decoded(cid ? address.substring(CID.length()) : address);
    if (name.startsWith("./")) {
      name = name.substring(2);
    }
    return name.isEmpty() ? Optional.empty() : Optional.of(new ImageName(name));
  }

  /** Returns all names of a part. The last segment of a Content-Location is also a name. */
  public static List<ImageName> all(PartInfo part) {
    List<ImageName> names = new ArrayList<>();
    of(part.contentId()).ifPresent(names::add);
    of(part.location()).ifPresent(names::add);
    of(part.name()).ifPresent(names::add);
    return names;
  }

  private static String decoded(String name) {
    if (name.indexOf('%') < 0) {
      return name;
    }
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return name; // a literal percent sign
    }
  }

  /** Ignores case, because such mails are often made on file systems that ignore it. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ImageName that && name.equalsIgnoreCase(that.name);
  }

  @Override
  public int hashCode() {
    return name.toLowerCase(Locale.ROOT).hashCode();
  }
}
